import { v7 as uuid } from 'uuid';
import { isTrue, type Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { sentence } from '../../platform/words/index.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { CatalogService } from '../catalog/index.js';
import { itemsToCheck, type ItemToCheck } from '../library/index.js';
import type { SettingsService } from '../settings/index.js';
import { changeCheckUp, lastCheckUp, type CheckUpRow } from './check-up-store.js';
import { evidenceKey, lengthEvidence, weightOf, type Evidence, type FindingKind } from './evidence.js';
import { findSilentFiles } from './find-silent-files.js';
import { keepFindings, type NewFinding } from './finding-store.js';

/** Looks at the library, as far as an earlier run did not. Only one runs at a time, in all processes. */
export const CHECK_UP = defineJob('library.check-up', NO_PAYLOAD, { key: () => 'library.check-up' });

const TWELVE_HOURS_MS = 12 * 3_600_000;
/** Items between two looks whether to stop. Reading files takes its time. */
const ITEMS_AT_ONCE = 100;
const ITEMS_WITH_FILES_AT_ONCE = 5;

export interface CheckUpJobDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly probe: AudioProbe;
  readonly log: Logger;
  readonly now: () => Date;
  /** Tells the browsers of admins how far it is. */
  readonly announce: (checkUp: Pick<CheckUpRow, 'id' | 'state' | 'done' | 'total'>) => void;
}

interface Run {
  readonly deps: CheckUpJobDeps;
  readonly checkUp: CheckUpRow;
  readonly job: Pick<JobContext, 'signal' | 'progress'>;
}

/** What came of some items. */
interface Looked {
  readonly found: NewFinding[];
  readonly settled: { itemId: string; kind: FindingKind }[];
  compared: number;
  unread: number;
}

async function look({ deps, checkUp, job }: Run, items: readonly ItemToCheck[]): Promise<Looked> {
  const { catalog, settings, probe, now } = deps;
  const looked: Looked = { found: [], settled: [], compared: 0, unread: 0 };
  const judge = (item: ItemToCheck, kind: FindingKind, evidence: Evidence | undefined): void => {
    if (!evidence) return void looked.settled.push({ itemId: item.id, kind });
    looked.found.push({
      id: uuid(),
      itemId: item.id,
      kind,
      asin: item.asin ?? '',
      weight: weightOf(evidence),
      evidence: JSON.stringify(evidence),
      evidenceKey: evidenceKey(evidence, item),
      foundAt: now().toISOString(),
    });
  };
  const books = await catalog.cached([...new Set(items.flatMap(({ asin }) => asin ?? []))]);
  const { library } = await settings.get();
  const folders = { library: library.path, downloads: library.downloadPath };
  for (const item of items) {
    job.signal.throwIfAborted();
    judge(item, 'no_asin', item.asin === undefined ? { kind: 'no_asin' } : undefined);
    const minutes = item.asin === undefined ? undefined : books.get(item.asin)?.durationMinutes;
    if (item.hasAudio && minutes && item.durationSeconds) {
      looked.compared += 1;
      judge(item, 'length', lengthEvidence(item.durationSeconds, minutes));
    }
    if (!item.hasAudio || !isTrue(checkUp.readsFiles)) continue;
    const silent = await findSilentFiles({ probe, folders, signal: job.signal }, item);
    if (silent === 'unread') looked.unread += 1;
    else judge(item, 'silent', silent);
  }
  return looked;
}

async function end({ deps, checkUp }: Run, change: Pick<CheckUpRow, 'state'> & Partial<CheckUpRow>): Promise<void> {
  await deps.database.transaction((tx) => changeCheckUp(tx, checkUp.id, { ...change, stopping: false, endedAt: deps.now().toISOString() }));
  const { id, state, done, total } = (await lastCheckUp(deps.database.read)) ?? checkUp;
  deps.announce({ id, state, done, total });
}

/** Goes on behind the last item that was written down. */
async function goOn(run: Run): Promise<void> {
  const { deps, job } = run;
  const { database } = deps;
  for (;;) {
    job.signal.throwIfAborted();
    const now = await lastCheckUp(database.read);
    if (now?.id !== run.checkUp.id || now.state !== 'running') return;
    if (isTrue(now.stopping)) return end(run, { state: 'cancelled' });
    const limit = isTrue(now.readsFiles) ? ITEMS_WITH_FILES_AT_ONCE : ITEMS_AT_ONCE;
    const items = await itemsToCheck(database.read, now.afterItem, limit);
    const last = items.at(-1);
    if (!last) return end(run, { state: 'done', total: Number(now.done) });
    const { found, settled, compared, unread } = await look(run, items);
    const done = Number(now.done) + items.length;
    // books that came meanwhile are looked at as well
    const total = Math.max(done, Number(now.total));
    await database.transaction(async (tx) => {
      await keepFindings(tx, found, settled);
      const counts = { compared: Number(now.compared) + compared, unread: Number(now.unread) + unread };
      await changeCheckUp(tx, now.id, { afterItem: last.id, done, total, ...counts });
    });
    crashPoint('check-up noted');
    deps.announce({ id: now.id, state: 'running', done, total });
    job.progress({ done, total, message: sentence('progress.books_looked_at', { done, total }) });
  }
}

/** The job of check-ups. What it found is written down some books at a time, so a run that was cut off goes on where it was. */
export function checkUpJob(deps: CheckUpJobDeps): JobDefinition {
  return CHECK_UP.handledBy({
    title: sentence('job.check_library'),
    timeoutMs: TWELVE_HOURS_MS,
    async run(job) {
      const checkUp = await lastCheckUp(deps.database.read);
      if (checkUp?.state === 'running') await goOn({ deps, checkUp, job });
    },
    async onExhausted(job, error) {
      const checkUp = await lastCheckUp(deps.database.read);
      if (checkUp?.state !== 'running') return;
      const silent = { signal: new AbortController().signal, progress: () => undefined };
      const fault = error instanceof Error ? error.message : String(error);
      await end({ deps, checkUp, job: silent }, { state: 'failed', fault });
      job.log.error({ err: error }, 'a check-up was given up');
    },
    async onCancelled(tx) {
      const checkUp = await lastCheckUp(tx);
      if (checkUp?.state !== 'running') return;
      await changeCheckUp(tx, checkUp.id, { state: 'cancelled', stopping: false, endedAt: deps.now().toISOString() });
      tx.afterCommit(() => deps.announce({ ...checkUp, state: 'cancelled' }));
    },
  });
}
