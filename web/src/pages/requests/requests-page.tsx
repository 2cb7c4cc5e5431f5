import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconHeadphones, IconMoodEmpty, IconSquareCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { requestListQuery } from '../../api/queries/request-queries.js';
import { countRequestFilters, listOf } from '../../api/request-list-filter.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Pager } from '../../components/page/pager.js';
import { SearchedFor } from '../../components/page/searched-for.js';
import { useLastPage } from '../../components/page/use-last-page.js';
import { GroupTabs } from '../../components/request/group-tabs.js';
import { ExportButton } from '../../components/request/many/export-button.js';
import { SelectableRequests } from '../../components/request/many/selectable-requests.js';
import { RequestListFilters } from '../../components/request/request-list-filters.js';
import { RequestListSkeleton } from '../../components/request/request-list-skeleton.js';
import { useRequestListFilter } from '../../components/request/use-request-list-filter.js';
import { useI18n } from '../../i18n/i18n-context.js';

function NothingYet() {
  const { t } = useI18n();
  return (
    <StatePanel
      icon={IconHeadphones}
      title={t('requests.empty.title')}
      action={<Button renderRoot={(props) => <Link to="/search" {...props} />}>{t('requests.empty.action')}</Button>}
    >
      {t('requests.empty.body')}
    </StatePanel>
  );
}

export function RequestsPage() {
  const { t } = useI18n();
  const { filter, change, clear, turnTo } = useRequestListFilter();
  const [selecting, setSelecting] = useState(false);
  const list = listOf(filter, 'mine');
  const { data, error, refetch } = useQuery(requestListQuery({ ...list, page: filter.page ?? 1, limit: 20 }));
  useLastPage(data, (last) => turnTo(last, true));
  const { search } = filter;
  const isNarrow = search !== undefined || countRequestFilters(filter) > 0;
  const never = data !== undefined && !isNarrow && Object.values(data.counts).every((count) => count === 0);
  const none = search
    ? t('requestList.none', { search })
    : t(countRequestFilters(filter) > 0 ? 'requestList.noneFiltered' : 'requests.groupEmpty');

  return (
    <div style={{ maxInlineSize: 1240 }}>
      <PageHeader
        title={t('requests.title')}
        actions={
          never ? null : (
            <Group gap="sm">
              <Button
                variant="default"
                leftSection={<IconSquareCheck size={16} aria-hidden="true" />}
                aria-pressed={selecting}
                onClick={() => setSelecting(!selecting)}
              >
                {t(selecting ? 'requestList.chooseEnd' : 'requestList.choose')}
              </Button>
              <ExportButton list={list} total={data?.total ?? 0} />
            </Group>
          )
        }
      />
      {never ? null : (
        <>
          <RequestListFilters filter={filter} change={change} clear={clear} total={data?.total} />
          <GroupTabs current={filter.status ? 'none' : filter.group} counts={data?.counts} />
          <SearchedFor typed={search} meant={data?.searchedFor} />
        </>
      )}
      {data ? (
        <>
          <SelectableRequests
            key={`${JSON.stringify(list)} ${selecting}`}
            requests={data.items}
            all={{ list: { ...list, ...(data.searchedFor ? { search: data.searchedFor } : {}) }, total: data.total }}
            boxes={selecting}
          />
          {never ? <NothingYet /> : null}
          {!never && data.items.length === 0 ? <StatePanel icon={IconMoodEmpty} title={none} compact /> : null}
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </div>
  );
}
