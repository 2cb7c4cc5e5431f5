import { Link } from '@tanstack/react-router';
import { BookTitle } from '../../../components/book/book-title.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useCancelJob } from '../../../api/queries/admin-queries.js';
import type { JobInfo } from '../../../api/types.js';
import { remainingOf, toldProgress } from './job-progress.js';
import { ProgressBar } from '../../../components/status/progress-bar.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, joinNames, labelled, withoutStop } from '../../../i18n/join-names.js';
import { JobStateChip } from './job-state-chip.js';
import classes from './jobs.module.css';
import { useNow } from './use-now.js';

/** One run of a job: progress with counts and an estimate, or how it ended. */
export function JobLine({ job }: { job: JobInfo }) {
  const { t, number, relative, remaining, upcoming } = useI18n();
  const cancel = useCancelJob();
  const now = useNow();
  const { progress } = job;
  const live = job.state === 'running' || job.state === 'queued';
  const requestId = /^request:(.+)$/.exec(job.subject ?? '')?.[1];
  const { book } = job;
  // a package is named; an id says nothing to people
  const title = job.subject && !job.subject.includes(':') ? labelled(job.title, job.subject) : job.title;
  const spoken = book ? joinNames([title, book.title]) : title;
  const left = remainingOf(job, now);
  const told = toldProgress(job);
  const facts: string[] = [];
  if (progress && told.isCounted)
    facts.push(progress.total ? t('jobs.progress', { done: number(progress.done), total: number(progress.total) }) : number(progress.done));
  if (told.message) facts.push(withoutStop(told.message));
  if (left !== undefined) facts.push(t('requests.eta', { time: remaining(left) }));
  if (job.state === 'queued') facts.push(t('jobs.startsAt', { when: upcoming(job.runAt) }));
  if (!live && job.finishedAt) facts.push(relative(job.finishedAt));
  if (job.attempt > 1) facts.push(t('jobs.attempt', { attempt: job.attempt, max: job.maxAttempts }));
  return (
    <div className={classes.job}>
      <div className={classes.jobText}>
        <strong>{title}</strong>
        {progress?.total && job.state === 'running' ? <ProgressBar label={spoken} value={progress.done} max={progress.total} /> : null}
        {book ? (
          <Link to="/requests/$requestId" params={{ requestId: book.requestId }} className={classes.book}>
            <BookTitle book={book} />
          </Link>
        ) : requestId && live ? (
          <Link to="/requests/$requestId" params={{ requestId }} className="small">
            {t('jobs.request')}
          </Link>
        ) : null}
        <span className="dim small tabular">{joinFacts(facts)}</span>
        {job.error ? <p className={classes.jobError}>{job.error}</p> : null}
      </div>
      <div className={classes.jobEnd}>
        <JobStateChip state={job.state} />
        {live ? (
          <ActionButton
            variant="default"
            size="compact-md"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job.id)}
            aria-label={labelled(t('common.cancel'), spoken)}
          >
            {t('common.cancel')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  );
}
