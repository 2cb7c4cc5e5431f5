import { Button } from '@mantine/core';
import { IconDownload, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { auditFile, auditQuery, type AuditFilter } from '../../../api/queries/audit-queries.js';
import type { AuditRecord } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import adminClasses from '../admin.module.css';
import { AuditFilters } from './audit-filters.js';
import classes from './audit.module.css';
import { detailText, sentenceOf, storedName, targetName } from './detail-text.js';

needMessages('audit', 'account', 'reports');

function AuditRow({ entry, onTarget }: { entry: AuditRecord; onTarget: () => void }) {
  const { t, dateTime, locale } = useI18n();
  return (
    <tr>
      <td data-label={t('audit.when')}>
        <time dateTime={entry.at}>{dateTime(entry.at)}</time>
      </td>
      <td data-label={t('audit.who')} className={classes.who}>
        <strong>{entry.actorName}</strong>
        {entry.address ? <span className={adminClasses.sub}>{entry.address}</span> : null}
      </td>
      <td data-label={t('audit.what')}>
        {entry.targetId ? (
          <button
            type="button"
            className={classes.only}
            onClick={onTarget}
            title={joinFacts([entry.action, ...storedName(entry), t('audit.target.only')])}
          >
            {sentenceOf(entry)}
          </button>
        ) : (
          <span title={entry.action}>{sentenceOf(entry)}</span>
        )}
        <span className={adminClasses.sub}>{detailText(entry, locale)}</span>
      </td>
    </tr>
  );
}

function AuditTable({ entries, onTarget }: { entries: readonly AuditRecord[]; onTarget: (entry: AuditRecord) => void }) {
  const { t } = useI18n();
  return (
    <table className={adminClasses.table}>
      <thead>
        <tr>
          <th scope="col">{t('audit.when')}</th>
          <th scope="col">{t('audit.who')}</th>
          <th scope="col" style={{ textAlign: 'start' }}>
            {t('audit.what')}
          </th>
        </tr>
      </thead>
      <tbody className={adminClasses.plainTail}>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onTarget={() => onTarget(entry)} />
        ))}
      </tbody>
    </table>
  );
}

/** Who did what, newest first, also available as a file. */
export function AuditPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { page = 1, ...filter } = useSearch({ from: '/shell/admin/audit' });
  const { search } = filter;
  const { data, error, refetch } = useQuery(auditQuery(filter, page));
  // replaced, so that Back leaves the list instead of undoing one choice after the other
  const change = (members: AuditFilter) =>
    void navigate({ to: '.', search: (previous) => ({ ...previous, page: undefined, ...members }), replace: true, resetScroll: false });
  const turnTo = (next: number, replace = false) => void navigate({ to: '.', search: { ...filter, page: next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  const about = data?.items.find((entry) => entry.targetType === filter.targetType && entry.targetId === filter.targetId);
  const isNarrow = Object.values(filter).some(Boolean);
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        lead={t('audit.lead')}
        actions={
          <Button component="a" href={auditFile(filter)} download variant="default" leftSection={<IconDownload size={16} />}>
            {t('audit.export')}
          </Button>
        }
      />
      <AuditFilters
        filter={filter}
        targetName={about && targetName(about)}
        onChange={change}
        onClear={() => void navigate({ to: '.', search: {}, replace: true, resetScroll: false })}
      />
      {data && data.items.length > 0 ? (
        <>
          <AuditTable entries={data.items} onTarget={({ targetType, targetId }) => change({ targetType, targetId })} />
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
        </>
      ) : data ? (
        <StatePanel
          icon={IconSearchOff}
          title={search ? t('audit.none', { search }) : t(isNarrow ? 'audit.noneFound' : 'audit.empty')}
          compact
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingBlock height={320} />
      )}
    </>
  );
}
