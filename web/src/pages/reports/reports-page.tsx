import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconFlag } from '@tabler/icons-react';
import { ownReportsQuery } from '../../api/queries/report-queries.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Pager } from '../../components/page/pager.js';
import { ReportRow } from '../../components/report/report-row.js';
import { RequestListSkeleton } from '../../components/request/request-list-skeleton.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** What a person reported. */
export function ReportsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/shell/reports' });
  const { data, error, refetch } = useQuery(ownReportsQuery(page));
  return (
    <div style={{ maxInlineSize: 960 }}>
      <PageHeader title={t('report.mine.title')} lead={t('report.mine.lead')} />
      {data ? (
        <>
          {data.items.map((report) => (
            <ReportRow key={report.id} report={report} />
          ))}
          {data.total === 0 ? (
            <StatePanel icon={IconFlag} title={t('report.mine.empty.title')}>
              {t('report.mine.empty.body')}
            </StatePanel>
          ) : null}
          <Pager
            page={data.page}
            limit={data.limit}
            total={data.total}
            onPage={(next) => void navigate({ to: '/reports', search: { page: next } })}
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
