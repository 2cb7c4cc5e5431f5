import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { IconFlag, IconMoodEmpty } from '@tabler/icons-react';
import { ownReportsQuery } from '../../api/queries/report-queries.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Pager } from '../../components/page/pager.js';
import { useLastPage } from '../../components/page/use-last-page.js';
import { ReportRow } from '../../components/report/report-row.js';
import tabs from '../../components/request/group-tabs.module.css';
import { RequestListSkeleton } from '../../components/request/request-list-skeleton.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** What a person reported. */
export function ReportsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { state, page = 1 } = useSearch({ from: '/shell/reports' });
  const { data, error, refetch } = useQuery(ownReportsQuery(state, page));
  const turnTo = (next: number, replace = false) => void navigate({ to: '/reports', search: { state, page: next }, replace });
  useLastPage(data, (last) => turnTo(last, true));
  return (
    <div style={{ maxInlineSize: 960 }}>
      <PageHeader title={t('report.mine.title')} lead={t('report.mine.lead')} />
      <nav className={tabs.tabs} aria-label={t('reports.filter')}>
        {([undefined, 'open', 'resolved', 'dismissed'] as const).map((one) => (
          <Link
            key={one ?? ''}
            to="/reports"
            search={{ state: one }}
            className={tabs.tab}
            data-active={one === state}
            aria-current={one === state ? 'true' : undefined}
          >
            {one ? t(`report.state.${one}`) : t('common.all')}
          </Link>
        ))}
      </nav>
      {data ? (
        <>
          {data.items.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
          {data.total === 0 && state ? <StatePanel icon={IconMoodEmpty} title={t('reports.empty.closed')} compact /> : null}
          {data.total === 0 && !state ? (
            <StatePanel icon={IconFlag} title={t('report.mine.empty.title')}>
              {t('report.mine.empty.body')}
            </StatePanel>
          ) : null}
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
