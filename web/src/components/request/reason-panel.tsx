import { IconInfoCircle } from '@tabler/icons-react';
import { statusName, toneOf } from '../../api/request-status.js';
import type { RequestDetail } from '../../api/types.js';
import { FileChecks } from './file-checks.js';
import { useNextTry } from './next-try.js';
import { ProgressLine } from './progress-line.js';
import { STATUS_ICONS } from '../status/status-icon.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled, withStop } from '../../i18n/join-names.js';
import classes from './reason-panel.module.css';

/** The current state in words: what it waits for, since when, what comes next, what a person can do. */
export function ReasonPanel({ request }: { request: RequestDetail }) {
  const { t, moment } = useI18n();
  const nextTry = useNextTry();
  const { progress, reason, status } = request;
  // the reason names the day of a release, on which the next step has no hour
  const nextAt = reason?.code === 'awaiting_release' ? undefined : reason?.nextAt;
  const Icon = STATUS_ICONS[status] ?? IconInfoCircle;
  return (
    <div className={classes.reason} data-tone={toneOf(status)} role="status">
      <Icon size={22} stroke={1.8} aria-hidden="true" />
      <div className={classes.reasonText}>
        <strong>{t(statusName(status, reason?.code))}</strong>{' '}
        <span className="dim small">{t('request.since', { when: moment(request.statusSince) })}</span>
        {reason ? <p>{reason.message}</p> : null}
        {reason?.checks ? <FileChecks checks={reason.checks} /> : null}
        {progress && request.group === 'active' ? <ProgressLine progress={progress} label={request.book.title} /> : null}
        {reason?.nextStep ? (
          <p className="dim">
            {withStop(reason.nextStep)}
            {nextAt ? ` ${withStop(nextTry(nextAt))}` : null}
          </p>
        ) : null}
        {reason?.todo ? (
          <p>
            <strong>{labelled(t('request.todo'), '')}</strong>
            {reason.todo}
          </p>
        ) : null}
      </div>
    </div>
  );
}
