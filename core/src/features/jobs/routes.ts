import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { scheduledRun, type JobInfo, type JobQueue, type ScheduleInfo } from '../../platform/jobs/job-queue.js';
import { sentence, type Said, type Say } from '../../platform/words/index.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import { booksOfJobs, type JobBooksDependencies } from './books-of-jobs.js';
import { jobInfoSchema, redactedJob, sayJob, scheduleSchema, waitingSchema } from './job-schemas.js';

export interface JobRoutesDeps extends JobBooksDependencies {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly audit: AuditService;
  readonly redact: (text: string) => string;
  /** Jobs without a schedule that admins may start; they need no payload. */
  readonly runnable?: readonly { readonly name: string; readonly title: Said }[];
}

const LISTED = 100;
/** Those that ended are listed beside the live ones, which may be thousands. */
const ENDED = ['done', 'failed', 'cancelled'] as const;

const common = { tag: 'jobs', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

function isLive({ state }: JobInfo): boolean {
  return state === 'queued' || state === 'running';
}

function lastRunOf(run: JobInfo, say: Say): object {
  const job = sayJob(run, say);
  const message = job.error ?? job.progress?.message;
  return {
    startedAt: job.startedAt ?? job.createdAt,
    finishedAt: job.finishedAt,
    status: job.state,
    ...(message === undefined ? {} : { message }),
  };
}

/** Background jobs, for admins. */
export function jobRoutes({ database, jobs, audit, redact, runnable = [], ...lookups }: JobRoutesDeps): Route[] {
  function known(): readonly ScheduleInfo[] {
    return [...jobs.schedules(), ...runnable.map((job) => ({ ...job, cron: '' }))];
  }

  async function overview(say: Say): Promise<object> {
    const [live, ended, waiting, lastRuns] = await Promise.all([
      jobs.live(LISTED),
      jobs.list({ states: ENDED, limit: LISTED, telling: true }),
      jobs.waiting(),
      jobs.lastRuns(),
    ]);
    const running = new Set(live.filter(({ state }) => state === 'running').map(({ name }) => name));
    const schedules = known().map((schedule) => {
      const last = lastRuns.get(schedule.name);
      const title = say(schedule.title);
      return {
        ...schedule,
        title,
        ...(last ? { lastRun: lastRunOf(redactedJob(last, redact), say) } : {}),
        running: running.has(schedule.name),
      };
    });
    const items = [...live, ...ended];
    const books = await booksOfJobs(lookups, items);
    return {
      schedules,
      waiting: waiting.map((kind) => ({ ...kind, title: say(kind.title) })),
      items: items.map((job) => sayJob(redactedJob(job, redact), say, books.get(job.id))),
    };
  }

  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/jobs',
      compress: true,
      summary: 'Schedules, and jobs that are running, waiting or recently finished',
      scopes: ['admin:read'],
      responses: {
        200: Type.Object({ schedules: Type.Array(scheduleSchema), waiting: Type.Array(waitingSchema), items: Type.Array(jobInfoSchema) }),
      },
      handler: async ({ say }) => json(await overview(say)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/jobs/{name}/run',
      summary: 'Run a scheduled job now',
      description: 'If it is already running, one more run is queued behind it.',
      params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
      responses: { 202: Type.Object({ jobId: Type.String() }) },
      async handler(context) {
        const { name } = context.params;
        if (!known().some((job) => job.name === name)) throw new ApiError('not_found', sentence('problem.no_job_to_run'));
        await database.transaction(async (tx) => {
          // the key of its schedule, so that a manual run and a scheduled one are not both queued
          await jobs.enqueue(tx, scheduledRun(name));
          await audit.record(tx, { ...byActor(actorOf(context)), action: 'job.run', targetType: 'job', targetId: name });
        });
        const [newest] = await jobs
          .list({ name, limit: LISTED })
          .then((found) => [...found.filter(({ state }) => state === 'queued'), ...found.filter(({ state }) => state !== 'queued')]);
        return json({ jobId: newest?.id ?? '' }, 202);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/jobs/runs/{id}/cancel',
      summary: 'Cancel a waiting or running job',
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      errors: ['job_over'],
      responses: { 204: null },
      async handler(context) {
        const { id } = context.params;
        const job = await jobs.get(id);
        if (!job) throw new ApiError('not_found', sentence('problem.no_job'));
        if (!isLive(job) || !(await jobs.cancel(id))) throw new ApiError('job_over', sentence('problem.job_over'));
        await database.transaction((tx) =>
          audit.record(tx, {
            ...byActor(actorOf(context)),
            action: 'job.cancelled',
            targetType: 'job',
            targetId: job.name,
            detail: { run: id },
          }),
        );
        return noContent();
      },
    }),
  ];
}
