import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconClockPlay } from '@tabler/icons-react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { jobsQuery, useRunJob } from '../../../api/queries/admin-queries.js';
import type { JobInfo, JobSchedule, WaitingJobs } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { JobLine } from './job-line.js';
import { JobStateChip } from './job-state-chip.js';
import lines from './jobs.module.css';
import { readCron } from './read-cron.js';

/** So many jobs of a kind have a line each while they wait. */
const MOST_LINES = 3;

/** How often a job runs, in words; a pattern that has none is shown as it is. */
function RhythmText({ cron }: { cron: string }) {
  const { t, time } = useI18n();
  const rhythm = readCron(cron);
  if (!rhythm && cron !== '') return <span className={`${classes.sub} ${classes.mono}`}>{cron}</span>;
  if (!rhythm) return <span className={classes.sub}>{t('jobs.every.never')}</span>;
  if (rhythm.every !== 'day') return <span className={classes.sub}>{t(`jobs.every.${rhythm.every}`, { count: rhythm.count })}</span>;
  const at = new Date();
  at.setUTCHours(rhythm.hour, rhythm.minute, 0, 0);
  return <span className={classes.sub}>{t('jobs.every.day', { time: time(at.toISOString()) })}</span>;
}

function ScheduleRow({ schedule }: { schedule: JobSchedule }) {
  const { t, relative, dateTime, upcoming } = useI18n();
  const errorText = useErrorText();
  const run = useRunJob();
  const { lastRun } = schedule;
  const failed = lastRun?.status === 'failed';
  return (
    <tr>
      <td>
        <strong>{schedule.title}</strong>
        <RhythmText cron={schedule.cron} />
      </td>
      <td data-label={t('jobs.last')}>
        {lastRun ? (
          <>
            <time dateTime={lastRun.startedAt} title={dateTime(lastRun.startedAt)}>
              {relative(lastRun.startedAt)}
            </time>
            {lastRun.message ? (
              <span className={classes.sub} style={failed ? { color: 'var(--bad)' } : undefined}>
                {failed ? labelled(t('jobs.state.failed'), lastRun.message) : joinFacts([lastRun.message])}
              </span>
            ) : null}
          </>
        ) : (
          <span className="dim">{t('jobs.never')}</span>
        )}
      </td>
      <td data-label={t('jobs.next')} className={lines.when}>
        {schedule.nextRun ? <time title={dateTime(schedule.nextRun)}>{upcoming(schedule.nextRun)}</time> : '–'}
      </td>
      <td className={lines.run}>
        <ActionButton
          variant="default"
          blocked={schedule.running}
          loading={run.isPending}
          onClick={() => run.mutate(schedule.name, { onError: (error) => toast.problem(errorText(error)) })}
          aria-label={labelled(t(schedule.running ? 'jobs.state.running' : 'jobs.run'), schedule.title)}
        >
          {schedule.running ? t('jobs.state.running') : t('jobs.run')}
        </ActionButton>
      </td>
    </tr>
  );
}

/** Jobs of one kind that wait, of which there are too many for a line each. */
function WaitingLine({ waiting: { title, count, nextAt } }: { waiting: WaitingJobs }) {
  const { t, dateTime, upcoming } = useI18n();
  return (
    <div className={lines.job}>
      <div className={lines.jobText}>
        <strong>{t('jobs.waiting', { title, count })}</strong>
        <span className="dim small">
          <time dateTime={nextAt} title={dateTime(nextAt)}>
            {t('jobs.waiting.next', { when: upcoming(nextAt) })}
          </time>
        </span>
      </div>
      <div className={lines.jobEnd}>
        <JobStateChip state="queued" />
      </div>
    </div>
  );
}

export function JobsPage() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(jobsQuery);
  const many = data?.waiting.filter(({ count }) => count > MOST_LINES) ?? [];
  const isCounted = (job: JobInfo) => job.state === 'queued' && many.some(({ name }) => name === job.name);
  const live = data?.items.filter((job) => (job.state === 'running' || job.state === 'queued') && !isCounted(job)) ?? [];
  const past = data?.items.filter((job) => job.state !== 'running' && job.state !== 'queued' && !(job.quiet && job.state === 'done')) ?? [];
  return (
    <>
      <PageHeader title={t('jobs.title')} lead={t('jobs.lead')} />
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={t('common.loading')} className={classes.stack}>
            <Skeleton height={70} />
            <Skeleton height={70} />
            <Skeleton height={200} />
          </div>
        )
      ) : (
        <>
          <Section title={t('jobs.now')}>
            {live.map((job) => (
              <JobLine key={job.id} job={job} />
            ))}
            {many.map((waiting) => (
              <WaitingLine key={waiting.name} waiting={waiting} />
            ))}
            {live.length === 0 && many.length === 0 ? <p className="dim">{t('jobs.idle')}</p> : null}
          </Section>
          <Section title={t('jobs.schedules')}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('jobs.job')}</th>
                  <th scope="col">{t('jobs.last')}</th>
                  <th scope="col">{t('jobs.next')}</th>
                  <th scope="col">
                    <span className="visually-hidden">{t('jobs.run')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.schedules.map((schedule) => (
                  <ScheduleRow key={schedule.name} schedule={schedule} />
                ))}
              </tbody>
            </table>
          </Section>
          <Section title={t('jobs.recent')}>
            {past.length > 0 ? (
              past.map((job) => <JobLine key={job.id} job={job} />)
            ) : (
              <StatePanel icon={IconClockPlay} title={t('jobs.noneRecent')} compact />
            )}
          </Section>
        </>
      )}
    </>
  );
}
