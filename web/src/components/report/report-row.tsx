import { Link } from '@tanstack/react-router';
import type { Report } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import row from '../request/request-row.module.css';
import { ReportStateChip } from './report-state.js';
import classes from './report.module.css';
import { useReporterName } from './use-reporter-name.js';
import './use-report-messages.js';

/** A report in a list. @param forAdmin it leads to the page for admins, and names the reporter */
export function ReportRow({ report, forAdmin = false }: { report: Report; forAdmin?: boolean }) {
  const { t, relative } = useI18n();
  const nameOf = useReporterName();
  const to = forAdmin ? '/admin/reports/$reportId' : '/reports/$reportId';
  const params = { reportId: report.id };
  const when = relative(report.createdAt);
  return (
    <article className={row.row}>
      <Link to={to} params={params} className={row.cover} tabIndex={-1} aria-hidden="true">
        <Cover title={report.title} author={report.author} src={`/api/covers/${report.asin}`} width={72} />
      </Link>
      <div className={row.words}>
        <Link to={to} params={params} className={row.title}>
          <bdi className="two-lines">{report.title}</bdi>
        </Link>
        <span className={row.meta}>
          {report.author === '' ? null : (
            <span>
              <bdi>{report.author}</bdi>
            </span>
          )}
          <span>{forAdmin ? t('report.by', { when, name: nameOf(report.reporter) }) : t('report.when', { when })}</span>
        </span>
        <p className={row.reason}>
          <strong>{t(`report.kind.${report.kind}`)}</strong>
        </p>
        <p dir="auto" className={`two-lines ${classes.excerpt}`}>
          {report.text}
        </p>
      </div>
      <div className={row.end}>
        <ReportStateChip report={report} />
      </div>
    </article>
  );
}
