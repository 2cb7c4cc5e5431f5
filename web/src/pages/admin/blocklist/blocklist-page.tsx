import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import { useRef } from 'react';
import { blocklistQuery } from '../../../api/queries/blocklist-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { SearchField } from '../../../components/page/search-field.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import adminClasses from '../admin.module.css';
import { BlockedRow } from './blocked-row.js';
import rows from '../../../components/page/item-rows.module.css';

interface Wanted {
  search?: string | undefined;
  lifted?: true;
  page?: number | undefined;
}

function Toolbar({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const { t } = useI18n();
  const { page: _first, ...kept } = wanted;
  const { lifted: _which, ...any } = kept;
  return (
    <div className={adminClasses.toolbar}>
      <SearchField label={t('blocklist.search')} value={wanted.search} onSearch={(search) => onChange({ ...kept, search })} />
      <SegmentedControl
        aria-label={t('blocklist.show')}
        value={wanted.lifted ? 'lifted' : 'blocked'}
        data={(['blocked', 'lifted'] as const).map((value) => ({ value, label: t(`blocklist.show.${value}`) }))}
        onChange={(value) => onChange(value === 'lifted' ? { ...any, lifted: true } : any)}
      />
    </div>
  );
}

function Nothing({ wanted: { search, lifted } }: { wanted: Wanted }) {
  const { t } = useI18n();
  if (search) return <StatePanel icon={IconSearchOff} title={t('blocklist.none.found', { search })} compact />;
  if (lifted) return <StatePanel icon={IconSearchOff} title={t('blocklist.none.lifted')} compact />;
  return (
    <StatePanel icon={IconCircleCheck} title={t('blocklist.none')}>
      {t('blocklist.none.body')}
    </StatePanel>
  );
}

/** Releases that are not taken again. */
export function BlocklistPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const list = useRef<HTMLElement>(null);
  const wanted = useSearch({ from: '/shell/admin/blocklist' });
  const { search, lifted = false, page = 1 } = wanted;
  const { data, error, refetch } = useQuery(blocklistQuery({ search, lifted, page }));
  const show = (next: Wanted) => void navigate({ to: '/admin/blocklist', search: next, replace: true });
  useLastPage(data, (next) => show({ ...wanted, page: next }));
  return (
    <>
      <PageHeader title={t('blocklist.title')} lead={t('blocklist.lead')} />
      <Toolbar wanted={wanted} onChange={show} />
      {data ? (
        <>
          {/* the button that was pressed goes with its row */}
          <StayingRows as="ul" items={data.items} keyOf={(blocked) => blocked.id} listRef={list} className={rows.list}>
            {(blocked) => <BlockedRow key={blocked.id} blocked={blocked} onDone={() => list.current?.focus({ preventScroll: true })} />}
          </StayingRows>
          {data.total === 0 ? <Nothing wanted={wanted} /> : null}
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={(next) => show({ ...wanted, page: next })} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
