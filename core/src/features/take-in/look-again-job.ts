import { readJson } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import { countByFiles } from '../library/index.js';
import { compareFiled, compareLeft, seenFolders, takenRootOf, type SeenFolders, type TakenRoot } from './compare-taken.js';
import type { FiledMove, LaterState, TakenRow } from './entities.js';
import type { TakeInDeps } from './take-in-dependencies.js';
import { TAKE_IN } from './take-in-job.js';
import { changeTaken, findTakeIn, hasDecided, lockTakeIns, nextTaken } from './take-in-store.js';

/** Looks whether the files of books that were taken in are still there. Only one runs at a time, in all processes. */
const LOOK_AGAIN = defineJob('library.look-again', NO_PAYLOAD, { key: 'schedule' });

const ROWS_AT_ONCE = 50;
const TWO_HOURS_MS = 2 * 3_600_000;

/** What became of the files of a book. */
function compare(row: TakenRow, taken: TakenRoot, isSeen: SeenFolders): Promise<LaterState | null> {
  return row.move === null ? compareLeft(row, taken, isSeen) : compareFiled(readJson<FiledMove>(row.move), isSeen);
}

async function rootOf({ database }: TakeInDeps, { takeInId }: TakenRow): Promise<TakenRoot> {
  const takeIn = await findTakeIn(database.read, takeInId);
  return takeIn ? takenRootOf(takeIn) : { root: '', mounts: [] };
}

async function lookAgain(deps: TakeInDeps, job: Pick<JobContext, 'signal' | 'progress'>): Promise<void> {
  const { database } = deps;
  const isSeen = seenFolders();
  const roots = new Map<string, TakenRoot>();
  let done = 0;
  for (let after = ''; ;) {
    const rows = await nextTaken(database.read, after, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    const looked: { readonly row: TakenRow; readonly later: LaterState | null }[] = [];
    for (const row of rows) {
      job.signal.throwIfAborted();
      const taken = roots.get(row.takeInId) ?? (await rootOf(deps, row));
      roots.set(row.takeInId, taken);
      looked.push({ row, later: await compare(row, taken, isSeen) });
    }
    await database.transaction(async (tx) => {
      await lockTakeIns(tx);
      const at = deps.now().toISOString();
      for (const { row, later } of looked) {
        if (!(await changeTaken(tx, row, { later, lookedAt: at }))) continue;
        // nobody knows about what cannot be seen
        if (row.itemId !== null && later !== 'unseen') await countByFiles(tx, row.itemId, later !== 'gone', at);
      }
    });
    const changed = looked.filter(({ row, later }) => row.later !== later);
    deps.announceBooks(changed.flatMap(({ row }) => row.asin ?? []));
    after = last.id;
    done += rows.length;
    job.progress({ done, total: done, message: sentence('progress.taken_in_looked_at', { count: done }) });
  }
  // what is stuck on its way, as where a disk was not mounted, is tried again
  if (await hasDecided(database.read)) await database.transaction((tx) => deps.jobs.enqueue(tx, TAKE_IN()));
}

/** Daily. What it finds is written down some books at a time; a run that was cut off begins anew. */
export function lookAgainJob(deps: TakeInDeps): JobDefinition {
  return LOOK_AGAIN.handledBy({
    title: sentence('job.look_again'),
    cron: '40 4 * * *',
    timeoutMs: TWO_HOURS_MS,
    run: (job) => lookAgain(deps, job),
  });
}
