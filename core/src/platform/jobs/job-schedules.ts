import { Cron } from 'croner';
import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../db/index.js';
import { scheduledRun, type JobDefinition, type JobRequest, type ScheduleInfo } from './job-queue.js';
import { claimTick } from './job-ticks.js';
import type { JobWorker } from './job-worker.js';

/** Enqueues the jobs that have a schedule, each tick once, whatever the number of processes. */
export interface JobSchedules {
  start(): void;
  stop(): void;
}

/** @param enqueue adds a job within a transaction */
export function createSchedules(
  { definitions, log }: Pick<JobWorker, 'definitions' | 'log'>,
  database: Pick<Database, 'transaction'>,
  enqueue: (tx: Tx, request: JobRequest) => Promise<void>,
): JobSchedules {
  const crons: Cron[] = [];

  async function take(name: string, tick: Date): Promise<void> {
    try {
      await database.transaction(async (tx) => {
        if (await claimTick(tx, name, tick)) await enqueue(tx, scheduledRun(name));
      });
    } catch (error) {
      log.error({ err: error, job: name }, 'a scheduled job could not be enqueued');
    }
  }

  return {
    start() {
      for (const { name, cron: pattern } of definitions.values()) {
        if (pattern === undefined) continue;
        // the planned time, not that at which the timer fired, because it is the same in every process
        let planned: Date | null = null;
        const cron = new Cron(pattern, { name: `${name}-${uuid()}`, timezone: 'UTC' }, async () => {
          const tick = planned;
          planned = cron.nextRun();
          if (tick) await take(name, tick);
        });
        planned = cron.nextRun();
        crons.push(cron);
      }
    },
    stop() {
      for (const cron of crons.splice(0)) cron.stop();
    },
  };
}

export function schedulesOf(definitions: Iterable<JobDefinition>): ScheduleInfo[] {
  return [...definitions].flatMap(({ name, title, cron }) => {
    if (cron === undefined) return [];
    return [{ name, title, cron, nextRun: new Cron(cron, { timezone: 'UTC', paused: true }).nextRun()?.toISOString() }];
  });
}
