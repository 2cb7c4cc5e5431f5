import { Link } from '@tanstack/react-router';
import type { Report } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import { ReportStateChip } from './report-state.js';
import classes from './report.module.css';
import { useReporterName } from './use-reporter-name.js';
import './use-report-messages.js';

/** The book of a report, its state, and who reported it when. @param isMine the reporter reads it */
export function ReportHead({ report, isMine = false }: { report: Report; isMine?: boolean }) {
  const { t, relative } = useI18n();
  const nameOf = useReporterName();
  const params = { asin: report.asin };
  const when = relative(report.createdAt);
  return (
    <header className={classes.head}>
      <Link to="/book/$asin" params={params} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <Cover title={report.title} author={report.author} src={`/api/covers/${report.asin}`} width={132} eager />
      </Link>
      <div className={classes.words}>
        <h1 className={classes.title}>
          <Link to="/book/$asin" params={params} className="plain-link">
            <bdi>{report.title}</bdi>
          </Link>
        </h1>
        {report.author === '' ? null : (
          <p>
            <bdi>{report.author}</bdi>
          </p>
        )}
        <p className="dim small">{isMine ? t('report.when', { when }) : t('report.by', { when, name: nameOf(report.reporter) })}</p>
        <p>
          <ReportStateChip report={report} />
        </p>
      </div>
    </header>
  );
}
