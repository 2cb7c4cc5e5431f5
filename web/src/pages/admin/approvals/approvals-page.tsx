import { useQuery } from '@tanstack/react-query';
import { IconConfetti } from '@tabler/icons-react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { SelectableRequests } from '../requests/selectable-requests.js';

export function ApprovalsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(
    requestListQuery({ scope: 'all', status: 'awaiting_approval', sort: 'createdAt', order: 'asc', limit: 100 }),
  );
  return (
    <>
      <PageHeader title={t('approvals.title')} lead={t('approvals.lead')} />
      {data ? (
        data.items.length > 0 ? (
          <SelectableRequests requests={data.items} only={['approve', 'deny']} />
        ) : (
          <StatePanel icon={IconConfetti} title={t('approvals.empty.title')}>
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
