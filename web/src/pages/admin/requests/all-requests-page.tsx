import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { SearchedFor } from '../../../components/page/searched-for.js';
import { GroupTabs } from '../../../components/request/group-tabs.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { SelectableRequests } from './selectable-requests.js';

const SORTS = ['updatedAt.desc', 'createdAt.desc', 'createdAt.asc', 'title.asc'] as const;

export function AllRequestsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { group, page = 1, search, sort = 'updatedAt', order = 'desc' } = useSearch({ from: '/shell/admin/requests' });
  const { data, error, refetch } = useQuery(
    requestListQuery({ scope: 'all', together: true, group, search, sort, order, page, limit: 25 }),
  );
  const turnTo = (next: number, replace = false) =>
    void navigate({ to: '/admin/requests', search: (previous) => ({ ...previous, page: next }), replace });
  useLastPage(data, (last) => turnTo(last, true));
  const [text, setText] = useState(search ?? '');
  const searchSoon = useDebouncedCallback((value: string) => {
    void navigate({
      to: '/admin/requests',
      search: (previous) => ({ ...previous, search: value.trim() || undefined, page: undefined }),
      replace: true,
    });
  }, 250);

  return (
    <>
      <PageHeader title={t('allRequests.title')} />
      <div className={classes.toolbar}>
        <TextInput
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            searchSoon(event.currentTarget.value);
          }}
          placeholder={t('allRequests.search')}
          aria-label={t('allRequests.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
        />
        <Select
          aria-label={t('allRequests.sort')}
          w={210}
          value={`${sort}.${order}`}
          data={SORTS.map((value) => ({ value, label: t(`allRequests.sort.${value}`) }))}
          onChange={(value) => {
            const [by, direction] = (value ?? 'updatedAt.desc').split('.');
            void navigate({
              to: '/admin/requests',
              search: (previous) => ({
                ...previous,
                sort: by as 'createdAt' | 'updatedAt' | 'title',
                order: direction as 'asc' | 'desc',
                page: undefined,
              }),
            });
          }}
        />
      </div>
      <GroupTabs current={group} counts={data?.counts} />
      <SearchedFor typed={search} meant={data?.searchedFor} />
      {data ? (
        data.total > 0 ? (
          <>
            <SelectableRequests
              key={`${group} ${page} ${search}`}
              requests={data.items}
              only={['approve', 'deny', 'retry', 'accept_import', 'reject_release']}
            />
            <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
          </>
        ) : (
          <StatePanel icon={IconSearchOff} title={search ? t('allRequests.none', { search }) : t('requests.groupEmpty')} compact />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton rows={6} />
      )}
    </>
  );
}
