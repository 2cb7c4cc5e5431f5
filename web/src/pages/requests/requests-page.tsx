import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconHeadphones, IconMoodEmpty } from '@tabler/icons-react';
import { requestListQuery } from '../../api/queries/request-queries.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Pager } from '../../components/page/pager.js';
import { GroupTabs } from '../../components/request/group-tabs.js';
import { RequestListSkeleton } from '../../components/request/request-list-skeleton.js';
import { RequestRow } from '../../components/request/request-row.js';
import { useI18n } from '../../i18n/i18n-context.js';

export function RequestsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { group, page = 1 } = useSearch({ from: '/shell/requests' });
  const { data, error, refetch } = useQuery(requestListQuery({ scope: 'mine', group, page, limit: 20, sort: 'updatedAt', order: 'desc' }));
  const never = data !== undefined && Object.values(data.counts).every((count) => count === 0);

  return (
    <div style={{ maxInlineSize: 960 }}>
      <PageHeader title={t('requests.title')} />
      {never ? null : <GroupTabs current={group} counts={data?.counts} />}
      {data ? (
        <>
          {data.items.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
          {never ? (
            <StatePanel
              icon={IconHeadphones}
              title={t('requests.empty.title')}
              action={<Button renderRoot={(props) => <Link to="/search" {...props} />}>{t('requests.empty.action')}</Button>}
            >
              {t('requests.empty.body')}
            </StatePanel>
          ) : null}
          {!never && data.items.length === 0 ? <StatePanel icon={IconMoodEmpty} title={t('requests.groupEmpty')} compact /> : null}
          <Pager
            page={data.page}
            limit={data.limit}
            total={data.total}
            onPage={(next) => void navigate({ to: '.', search: (previous) => ({ ...previous, page: next }) })}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </div>
  );
}
