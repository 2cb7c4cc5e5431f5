import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import frame from '../../../components/page/filter-frame.module.css';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { SelectableRequests } from '../../../components/request/many/selectable-requests.js';
import { PersonField } from '../../../components/request/person-field.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const WAITING = { scope: 'all', status: 'awaiting_approval', together: true, sort: 'createdAt', order: 'asc' } as const;
/** Fewer stand on one page, where nobody needs a filter. */
const LIMIT = 25;

export function ApprovalsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { page = 1, person } = useSearch({ from: '/shell/admin/approvals' });
  const list = { ...WAITING, ...(person ? { userId: person } : {}) };
  const { data, error, refetch } = useQuery(requestListQuery({ ...list, page, limit: LIMIT }));
  const turnTo = (next: number, replace = false) =>
    void navigate({ to: '/admin/approvals', search: { page: next === 1 ? undefined : next, person }, replace });
  const choose = (chosen: string | undefined) =>
    void navigate({ to: '/admin/approvals', search: { person: chosen }, replace: true, resetScroll: false });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <>
      <PageHeader title={t('approvals.title')} lead={t('approvals.lead')} />
      {person || (data && data.total > LIMIT) ? (
        <div className={frame.bar}>
          <PersonField person={person} onChoose={choose} inSheet={false} />
        </div>
      ) : null}
      {data ? (
        <>
          <SelectableRequests
            key={person}
            requests={data.items}
            only={['approve', 'deny']}
            all={{ list, total: data.total }}
            ofAll
            toDecide
            empty={
              person ? (
                <StatePanel icon={IconCircleCheck} title={t('requestList.noneFiltered')} compact />
              ) : (
                <StatePanel icon={IconCircleCheck} title={t('approvals.empty.title')}>
                  {t('approvals.empty.body')}
                </StatePanel>
              )
            }
          />
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={turnTo} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
