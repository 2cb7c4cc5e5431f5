import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconCircleCheck, IconMoodEmpty } from '@tabler/icons-react';
import { allReportsQuery } from '../../../api/queries/report-queries.js';
import type { ReportState } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { ReportRow } from '../../../components/report/report-row.js';
import tabs from '../../../components/request/group-tabs.module.css';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';

const STATES = ['open', 'resolved', 'dismissed'] as const satisfies readonly ReportState[];

function StateTabs({ current, counts }: { current: ReportState; counts: Record<ReportState, number> | undefined }) {
  const { t, number } = useI18n();
  return (
    <nav className={tabs.tabs} aria-label={t('reports.filter')}>
      {STATES.map((state) => (
        <Link
          key={state}
          to="/admin/reports"
          search={{ state: state === 'open' ? undefined : state }}
          className={tabs.tab}
          data-active={state === current}
          aria-current={state === current ? 'true' : undefined}
        >
          {t(`report.state.${state}`)}
          {counts?.[state] ? <span className={tabs.count}>{number(counts[state])}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

/** What people reported, by state. */
export function AllReportsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const wanted = useSearch({ from: '/shell/admin/reports' });
  const { state = 'open', page = 1 } = wanted;
  const { data, error, refetch } = useQuery(allReportsQuery({ state, page, limit: 20 }));
  const turnTo = (next: number, replace = false) => void navigate({ to: '/admin/reports', search: { ...wanted, page: next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <>
      <PageHeader title={t('reports.title')} lead={t('reports.lead')} />
      <StateTabs current={state} counts={data?.counts} />
      {data ? (
        <>
          {data.items.map((report) => (
            <ReportRow key={report.id} report={report} forAdmin />
          ))}
          {data.total > 0 ? null : state === 'open' ? (
            <StatePanel icon={IconCircleCheck} title={t('reports.empty.open.title')}>
              {t('reports.empty.open.body')}
            </StatePanel>
          ) : (
            <StatePanel icon={IconMoodEmpty} title={t('reports.empty.closed')} compact />
          )}
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
