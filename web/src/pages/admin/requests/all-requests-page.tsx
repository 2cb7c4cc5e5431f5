import { useQuery } from '@tanstack/react-query';
import { IconSearchOff } from '@tabler/icons-react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { countRequestFilters, listOf } from '../../../api/request-list-filter.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { SearchedFor } from '../../../components/page/searched-for.js';
import { GroupTabs } from '../../../components/request/group-tabs.js';
import { ExportButton } from '../../../components/request/many/export-button.js';
import { SelectableRequests } from '../../../components/request/many/selectable-requests.js';
import { RequestListFilters } from '../../../components/request/request-list-filters.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useRequestListFilter } from '../../../components/request/use-request-list-filter.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const IN_ROW = ['approve', 'deny', 'retry', 'accept_import', 'reject_release'] as const;

export function AllRequestsPage() {
  const { t } = useI18n();
  const { filter, change, clear, turnTo } = useRequestListFilter();
  const list = listOf(filter, 'all');
  const { data, error, refetch } = useQuery(requestListQuery({ ...list, page: filter.page ?? 1, limit: 25 }));
  useLastPage(data, (last) => turnTo(last, true));
  const { search } = filter;
  const none = search
    ? t('requestList.none', { search })
    : t(countRequestFilters(filter) > 0 ? 'requestList.noneFiltered' : 'requests.groupEmpty');

  return (
    <>
      <PageHeader title={t('allRequests.title')} actions={<ExportButton list={list} total={data?.total ?? 0} />} />
      <RequestListFilters filter={filter} change={change} clear={clear} total={data?.total} ofAll />
      <GroupTabs current={filter.status ? 'none' : filter.group} counts={data?.counts} />
      <SearchedFor typed={search} meant={data?.searchedFor} />
      {data ? (
        data.total > 0 ? (
          <>
            <SelectableRequests
              key={JSON.stringify(list)}
              requests={data.items}
              only={IN_ROW}
              all={{ list: { ...list, ...(data.searchedFor ? { search: data.searchedFor } : {}) }, total: data.total }}
              ofAll
            />
            <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
          </>
        ) : (
          <StatePanel icon={IconSearchOff} title={none} compact />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton rows={6} />
      )}
    </>
  );
}
