import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck, IconStethoscope } from '@tabler/icons-react';
import { useRef } from 'react';
import { checkUpQuery, FINDING_KINDS, findingsQuery } from '../../../api/queries/check-up-queries.js';
import type { CheckUp, FindingKind } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import admin from '../admin.module.css';
import lines from '../library/series-gaps.module.css';
import { CheckUpCard, StartCheckUp } from './check-up-card.js';
import classes from './check-up.module.css';
import { FindingLine } from './finding-line.js';

interface Wanted {
  kind: FindingKind;
  fine: boolean;
  page: number;
}

interface Shown {
  wanted: Wanted;
  data: CheckUp;
  onChange: (wanted: Wanted) => void;
}

function Toolbar({ wanted, data, onChange }: Shown) {
  const { t, number } = useI18n();
  const { kind, fine } = wanted;
  const count = (of: FindingKind) => number(data.findings[of][fine ? 'fine' : 'open']);
  return (
    <div className={`${admin.toolbar} ${classes.toolbar}`} style={{ marginBlockStart: 16 }}>
      <SegmentedControl
        aria-label={t('checkUp.kind')}
        value={kind}
        data={FINDING_KINDS.map((value) => ({ value, label: t(`checkUp.kind.${value}`, { count: count(value) }) }))}
        onChange={(value) => onChange({ kind: value, fine, page: 1 })}
      />
      <SegmentedControl
        aria-label={t('checkUp.show')}
        value={fine ? 'fine' : 'open'}
        data={(['open', 'fine'] as const).map((value) => ({ value, label: t(`checkUp.show.${value}`) }))}
        onChange={(value) => onChange({ kind, fine: value === 'fine', page: 1 })}
      />
    </div>
  );
}

function Nothing({ wanted: { kind, fine }, data }: Pick<Shown, 'wanted' | 'data'>) {
  const { t } = useI18n();
  if (fine) return <StatePanel icon={IconCircleCheck} title={t('checkUp.none.fine')} compact />;
  const isUnread = kind === 'silent' && data.checkUp?.readsFiles === false;
  return (
    <StatePanel icon={IconCircleCheck} title={t('checkUp.none.open')} compact>
      {t(isUnread ? 'checkUp.none.silent.unread' : `checkUp.none.${kind}`)}
    </StatePanel>
  );
}

function Findings({ wanted, data, onChange }: Shown) {
  const list = useRef<HTMLElement>(null);
  const { data: findings, error, refetch } = useQuery(findingsQuery(wanted));
  useLastPage(findings, (page) => onChange({ ...wanted, page }));
  if (!findings && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!findings) return <LoadingBlock height={240} />;
  if (findings.total === 0) return <Nothing wanted={wanted} data={data} />;
  return (
    <>
      {/* the button that was pressed goes with its line */}
      <StayingRows as="ul" items={findings.items} keyOf={(finding) => finding.id} listRef={list} className={lines.list}>
        {(finding) => <FindingLine key={finding.id} finding={finding} onDone={() => list.current?.focus({ preventScroll: true })} />}
      </StayingRows>
      <Pager page={findings.page} limit={findings.limit} total={findings.total} onPage={(page) => onChange({ ...wanted, page })} />
    </>
  );
}

/** The check-up of the library: how far it is, and what an admin should look at. */
export function CheckUpPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/admin/library/check-up' });
  const { data, error, refetch } = useQuery(checkUpQuery);
  const fullest = FINDING_KINDS.find((kind) => (data?.findings[kind].open ?? 0) > 0) ?? 'length';
  const wanted = { kind: search.kind ?? fullest, fine: search.fine ?? false, page: search.page ?? 1 };
  const show = ({ kind, fine, page }: Wanted) =>
    void navigate({ to: '/admin/library/check-up', search: { kind, ...(fine ? { fine } : {}), page }, replace: true, resetScroll: false });
  return (
    <>
      <PageHeader title={t('checkUp.title')} lead={t('checkUp.lead')} />
      {data?.checkUp ? (
        <>
          <CheckUpCard run={data.checkUp} findings={data.findings} />
          <Toolbar wanted={wanted} data={data} onChange={show} />
          <Findings wanted={wanted} data={data} onChange={show} />
        </>
      ) : data ? (
        <StatePanel
          icon={IconStethoscope}
          title={t('checkUp.empty.title')}
          action={
            <div className={classes.centred}>
              <StartCheckUp readsFiles={false} />
            </div>
          }
        >
          {t('checkUp.empty.body')}
        </StatePanel>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
