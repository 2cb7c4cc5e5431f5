import type { ChangeFeed } from '../change-feed/index.js';
import type { Tx } from '../db/index.js';
import type { JobRequest } from './job-queue.js';
import type { Lookout } from './job-lookout.js';
import { abortCancelled, renewLeases, type JobWorker } from './job-worker.js';

const DUE = 'jobs.due';
const CANCELLED = 'jobs.cancelled';

/** What processes of one database tell each other of jobs, so that none waits for the next look at the table. */
export interface SharedJobs {
  /** Tells the others at the commit that a job is due. */
  tellDue(tx: Tx, request: JobRequest): Promise<void>;
  /** Tells the others at the commit which runs are to end. */
  tellCancelled(tx: Tx, ids: readonly string[]): Promise<void>;
  start(): void;
  stop(): void;
}

/** @param feed absent where no other process uses the database */
export function createSharedJobs(worker: JobWorker, lookout: Pick<Lookout, 'look'>, feed?: Pick<ChangeFeed, 'tell' | 'hear'>): SharedJobs {
  const { log, now, pollMs } = worker;
  const told = new WeakSet<Tx>();
  let ends: readonly (() => void)[] = [];

  function hearCancelled(data: unknown): void {
    const { ids } = (data ?? {}) as { readonly ids?: readonly string[] };
    if (ids) return abortCancelled(worker, ids);
    // something may have been missed: the table knows
    renewLeases(worker).catch((error: unknown) => log.warn({ err: error }, 'leases could not be renewed'));
  }

  return {
    async tellDue(tx, { runAt }) {
      if (!feed || told.has(tx) || (runAt && runAt.getTime() > now().getTime() + pollMs)) return;
      told.add(tx);
      await feed.tell(tx, DUE, {});
    },
    async tellCancelled(tx, ids) {
      if (feed && ids.length > 0) await feed.tell(tx, CANCELLED, { ids });
    },
    start() {
      if (feed) ends = [feed.hear(DUE, () => lookout.look()), feed.hear(CANCELLED, hearCancelled)];
    },
    stop() {
      for (const end of ends) end();
    },
  };
}
