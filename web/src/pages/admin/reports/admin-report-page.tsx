import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isApiError } from '../../../api/api-error.js';
import { reportWithEvidenceQuery } from '../../../api/queries/report-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useWindowTitle } from '../../../components/page/page-header.js';
import { ReportHead } from '../../../components/report/report-head.js';
import { ReportThread } from '../../../components/report/report-thread.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { NotFoundPage } from '../../not-found/not-found-page.js';
import { DecideForm } from './decide-form.js';
import { BookEvidence, ReleaseEvidence } from './evidence.js';
import classes from './evidence.module.css';
import { FileTags } from './file-tags.js';
import { Replacement } from './replacement.js';

/** A report with its thread, and what helps to judge it. */
export function AdminReportPage() {
  const { t } = useI18n();
  const { reportId } = useParams({ from: '/shell/admin/reports/$reportId' });
  const { data, error, refetch } = useQuery(reportWithEvidenceQuery(reportId));
  useWindowTitle(data?.report.title ?? t('report.title'));
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return <NotFoundPage />;
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} heading /> : <RequestListSkeleton rows={2} />;
  const { report, evidence } = data;
  return (
    <>
      <ReportHead report={report} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Replacement reportId={report.id} title={report.title} />
          <ReportThread report={report} />
          <DecideForm report={report} />
        </div>
        <div className={classes.column}>
          <BookEvidence evidence={evidence} report={report} />
          <ReleaseEvidence evidence={evidence} report={report} />
          <FileTags reportId={report.id} />
        </div>
      </div>
    </>
  );
}
