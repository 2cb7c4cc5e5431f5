import { IconInfoCircle } from '@tabler/icons-react';
import { statusName, toneOf } from '../../api/request-status.js';
import type { RequestDetail } from '../../api/types.js';
import { FileChecks } from './file-checks.js';
import { useReasonWords } from './use-reason-words.js';
import { ProgressLine } from './progress-line.js';
import { STATUS_ICONS } from '../status/status-icon.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './reason-panel.module.css';

/** The current state in words: what it waits for, since when, what comes next, what a person can do. */
export function ReasonPanel({ request }: { request: RequestDetail }) {
  const { t, relative, moment } = useI18n();
  const wordsOf = useReasonWords();
  const { progress, status } = request;
  const reason = request.reason && { ...request.reason, ...wordsOf(request.reason) };
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
            {t('request.nextStep', {
              step: [
                reason.nextStep.replace(/\.$/, ''),
                reason.nextAt ? t('request.nextAt', { when: relative(reason.nextAt), at: moment(reason.nextAt) }) : '',
              ]
                .filter(Boolean)
                .join(' '),
            })}
          </p>
        ) : null}
        {reason?.todo ? (
          <p>
            <strong>{t('request.todo')}:</strong> {reason.todo}
          </p>
        ) : null}
      </div>
    </div>
  );
}
