import Type from 'typebox';
import type { JobInfo } from '../../platform/jobs/job-queue.js';

const states = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const jobInfoSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    title: Type.String(),
    state: Type.Union(states.map((state) => Type.Literal(state))),
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
        status: Type.Union(states.map((state) => Type.Literal(state))),
        message: Type.Optional(Type.String()),
      }),
    ),
    nextRun: Type.Optional(Type.String()),
    running: Type.Boolean(),
  },
  { $id: 'JobSchedule' },
);

/** A job as the API shows it, redacted because the message of a failing service may contain a secret. */
export function presentJob(job: JobInfo, redact: (text: string) => string): JobInfo {
  const { error, progress } = job;
  return {
    ...job,
    ...(error === undefined ? {} : { error: redact(error) }),
    ...(progress?.message === undefined ? {} : { progress: { ...progress, message: redact(progress.message) } }),
  };
}
