import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { SelectableRequests } from '../../../components/request/many/selectable-requests.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const WAITING = { scope: 'all', status: 'awaiting_approval', together: true, sort: 'createdAt', order: 'asc' } as const;

export function ApprovalsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/shell/admin/approvals' });
  const { data, error, refetch } = useQuery(requestListQuery({ ...WAITING, page, limit: 25 }));
  const turnTo = (next: number, replace = false) =>
    void navigate({ to: '/admin/approvals', search: { page: next === 1 ? undefined : next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <>
      <PageHeader title={t('approvals.title')} lead={t('approvals.lead')} />
      {data ? (
        data.total > 0 ? (
          <>
            <SelectableRequests requests={data.items} only={['approve', 'deny']} all={{ list: WAITING, total: data.total }} ofAll />
            <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
          </>
        ) : (
          <StatePanel icon={IconCircleCheck} title={t('approvals.empty.title')}>
            {t('approvals.empty.body')}
          </StatePanel>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
