import type { Database } from '../db/index.js';
import type { JobQueue } from './job-queue.js';

/** How a database refuses to save: before anything was saved, or after it was, so that it only seems to have failed. */
export interface Refusal {
  readonly when: 'before' | 'after';
  /** Called for each refusal. */
  readonly error: () => Error;
}

/** Provides the queues to test. Two queues made from one setup share their database. */
export interface JobQueueSetup {
  readonly database: Database;
  makeQueue(): JobQueue;
  /** Simulates that the queue's process dies: it keeps its jobs and does nothing any more. */
  crash(queue: JobQueue): Promise<void>;
  /** From now on the database refuses what the queue saves; with nothing it works again. */
  refuseWrites(queue: JobQueue, how: Refusal | undefined): void;
  dispose(): Promise<void>;
}

/** The world of the tests of the contract; made anew for each of them. */
export interface World {
  setup: JobQueueSetup;
  queue: JobQueue;
}

/** Waits for a state. @throws Error after a time that a busy machine does not reach */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 200_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
