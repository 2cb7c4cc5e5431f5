import Type, { type Static } from 'typebox';
import { sayProgress, type JobInfo, type JobState } from '../../platform/jobs/job-queue.js';
import { withTexts, type Say } from '../../platform/words/index.js';
import type { JobBook } from './books-of-jobs.js';

const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const jobInfoSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    title: Type.String(),
    state: Type.Unsafe<JobState>(Type.String({ enum: [...states] })),
    attempt: Type.Integer(),
    maxAttempts: Type.Integer(),
    progress: Type.Optional(
      Type.Object({ done: Type.Number(), total: Type.Optional(Type.Number()), message: Type.Optional(Type.String()) }),
    ),
    error: Type.Optional(Type.String()),
    createdAt: Type.String(),
    startedAt: Type.Optional(Type.String()),
    finishedAt: Type.Optional(Type.String()),
    runAt: Type.String(),
    subject: Type.Optional(Type.String()),
    quiet: Type.Optional(Type.Boolean({ description: 'Such a job is not listed once it is done.' })),
    book: Type.Optional(
      Type.Object(
        { requestId: Type.String(), title: Type.String() },
        { description: 'The book that it works on, by its request. Live events do not have it.' },
      ),
    ),
  },
  { $id: 'JobInfo' },
);

export const waitingSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    count: Type.Integer(),
    nextAt: Type.String({ description: 'When the first of them is due.' }),
  },
  { $id: 'WaitingJobs' },
);

export const scheduleSchema = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    cron: Type.String({ description: 'Five fields, UTC. Empty if it only runs on demand.' }),
    lastRun: Type.Optional(
      Type.Object({
        startedAt: Type.String(),
        finishedAt: Type.Optional(Type.String()),
        status: Type.Unsafe<JobState>(Type.String({ enum: [...states] })),
        message: Type.Optional(Type.String()),
      }),
    ),
    nextRun: Type.Optional(Type.String()),
    running: Type.Boolean(),
  },
  { $id: 'JobSchedule' },
);

/** A job redacted, because the message of a failing service may contain a secret. */
export function redactedJob(job: JobInfo, redact: (text: string) => string): JobInfo {
  const { error, progress } = job;
  return {
    ...job,
    ...(error === undefined ? {} : { error: withTexts(error, redact) }),
    ...(progress?.message === undefined ? {} : { progress: { ...progress, message: withTexts(progress.message, redact) } }),
  };
}

/** A job as the API shows it, in the language of its reader. */
export function sayJob({ title, error, progress, about: _, ...job }: JobInfo, say: Say, book?: JobBook): Static<typeof jobInfoSchema> {
  return {
    ...job,
    title: say(title),
    ...(book && { book }),
    ...(error === undefined ? {} : { error: say(error) }),
    ...(progress === undefined ? {} : { progress: sayProgress(progress, say) }),
  };
}
