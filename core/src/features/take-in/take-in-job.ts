import { isTrue } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { saidOf, sentence, storeSaid } from '../../platform/words/index.js';
import { importedBooks } from '../lifecycle/import-records.js';
import { itemsAt } from '../library/index.js';
import { createMoveTurns, type MoveTurns } from '../renaming/index.js';
import { askHoldings } from './ask-holdings.js';
import { announceTakeIn, createTakenAnnouncer } from './announce-taken.js';
import { carryOut } from './carry-out.js';
import type { Notes, TakeInRow, TakeInState, TakenRow } from './entities.js';
import { CatalogueSilent } from './guess-folder.js';
import { readTaken } from './read-taken.js';
import type { TakeInDeps } from './take-in-dependencies.js';
import {
  addFound,
  changeTaken,
  changeTakeIn,
  countTaken,
  findTakeIn,
  nextWaiting,
  removeTaken,
  takeInUnderWay,
  type FoundBook,
} from './take-in-store.js';
import { folderIds } from '../../files/own-data.js';
import { walkFolders, type NoteKind } from './walk-folders.js';

/** Finds and reads the books of the take-in that is under way, and does what people decided. Only one runs at a time, in all processes. */
export const TAKE_IN = defineJob('library.take-in', NO_PAYLOAD, { key: () => 'library.take-in' });

const DAY_MS = 86_400_000;
const FOUND_AT_ONCE = 200;
const EXAMPLES = 10;
/** Until the catalogue is asked again when it did not answer. */
const SILENT_MS = 60_000;

/** One run of the job. */
interface Run {
  readonly deps: TakeInDeps;
  readonly job: Pick<JobContext, 'signal' | 'progress'>;
  /** Folders of books that we placed. */
  readonly placed: ReadonlySet<string>;
  /** Does what people decided. */
  readonly carryOut: () => Promise<void>;
}

async function end(
  { deps }: Pick<Run, 'deps'>,
  { id }: Pick<TakeInRow, 'id'>,
  state: TakeInState,
  fault: string | null = null,
): Promise<void> {
  await deps.database.transaction((tx) =>
    changeTakeIn(tx, id, { state, fault, stopping: false, reason: null, endedAt: deps.now().toISOString() }),
  );
  await announceTakeIn(deps, id);
}

/** Whether somebody stopped it; then it is over. */
async function isStopped(run: Run, id: string): Promise<boolean> {
  run.job.signal.throwIfAborted();
  const row = await findTakeIn(run.deps.database.read, id);
  if (row && !isTrue(row.stopping)) return false;
  if (row) await end(run, row, 'cancelled');
  return true;
}

/** Walks the chosen folder. A walk that was cut off begins again, and finds again what is written down already. */
async function look(run: Run, takeIn: TakeInRow): Promise<boolean> {
  const { deps, job } = run;
  const notes: Record<string, { count: number; examples: string[] }> = {};
  const note = (kind: NoteKind, name: string): void => {
    const noted = (notes[kind] ??= { count: 0, examples: [] });
    noted.count += 1;
    if (noted.examples.length < EXAMPLES) noted.examples.push(name.replaceAll('\0', '').slice(0, 300));
  };
  let found = 0;
  let batch: FoundBook[] = [];
  const write = async (change: Partial<TakeInRow> = {}): Promise<void> => {
    found += batch.length;
    await deps.database.transaction(async (tx) => {
      await addFound(tx, takeIn.id, batch);
      await changeTakeIn(tx, takeIn.id, { found, total: found, notes: JSON.stringify(notes satisfies Notes), ...change });
    });
    batch = [];
    crashPoint('taking in', 'found');
    deps.announce({ id: takeIn.id, state: 'looking', done: 0, total: found });
    job.progress({ done: 0, total: found, message: sentence('progress.folders_found', { count: found }) });
  };
  const closed = await folderIds([deps.dataDir]);
  for await (const { path, names, isMixed } of walkFolders(takeIn.root, { note, signal: job.signal, closed })) {
    batch.push({ path, names, files: null, isMixed });
    if (batch.length < FOUND_AT_ONCE) continue;
    await write();
    await run.carryOut();
    if (await isStopped(run, takeIn.id)) return false;
  }
  await write({ state: 'reading' });
  return true;
}

/** @returns a book that is in the library from there already */
async function knownAt({ deps, placed }: Run, row: TakenRow): Promise<{ readonly asin: string | null } | undefined> {
  if (placed.has(row.path)) return { asin: null };
  const item = (await itemsAt(deps.database.read, [row.path])).get(row.path);
  return item && item.matchedAsin !== null ? { asin: item.matchedAsin } : undefined;
}

/** @returns how many rows more there are, and how many more of them are done */
async function read(run: Run, takeIn: TakeInRow, row: TakenRow): Promise<{ readonly done: number; readonly total: number }> {
  const { deps, job } = run;
  const one = { done: 1, total: 0 };
  const known = await knownAt(run, row);
  if (known) {
    await deps.database.transaction((tx) => changeTaken(tx, row, { state: 'known', asin: known.asin }));
    return one;
  }
  const reading = await readTaken({ catalog: deps.catalog, probe: deps.probe, signal: job.signal }, row);
  return deps.database.transaction(async (tx) => {
    if (reading.kind === 'several') {
      await removeTaken(tx, row);
      return { done: 0, total: (await addFound(tx, takeIn.id, reading.found)) - 1 };
    }
    if (reading.kind === 'gone') await changeTaken(tx, row, { state: 'gone' });
    else {
      const { confidence, evidence } = reading;
      const found = { confidence, asin: evidence.book?.asin ?? null, evidence: JSON.stringify(evidence) };
      await changeTaken(tx, row, { state: 'read', ...found });
    }
    return one;
  });
}

/** Notes how far it is. What is counted is the rows, so a run that was cut off counts nothing twice. */
async function noteProgress(
  { deps, job }: Run,
  { id }: TakeInRow,
  count: { readonly done: number; readonly total: number },
): Promise<void> {
  await deps.database.transaction((tx) => changeTakeIn(tx, id, { ...count, reason: null }));
  deps.announce({ id, state: 'reading', ...count });
  job.progress({ ...count, message: sentence('progress.books_read', { done: count.done, total: count.total }) });
}

async function counted({ deps }: Run, id: string): Promise<{ done: number; total: number }> {
  const counts = (await countTaken(deps.database.read, [id])).get(id) ?? [];
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  return { total, done: total - counts.reduce((sum, { state, n }) => sum + (state === 'waiting' ? n : 0), 0) };
}

const READ_BETWEEN_NOTES = 20;

async function readAll(run: Run, takeIn: TakeInRow): Promise<RunAgain | void> {
  const { deps } = run;
  const count = await counted(run, takeIn.id);
  for (let at = 1; ; at += 1) {
    if (await isStopped(run, takeIn.id)) return;
    const row = await nextWaiting(deps.database.read, takeIn.id);
    if (!row) break;
    try {
      const more = await read(run, takeIn, row);
      count.done += more.done;
      count.total += more.total;
    } catch (error) {
      if (!(error instanceof CatalogueSilent)) throw error;
      await deps.database.transaction(async (tx) => {
        await changeTaken(tx, row, { tries: Number(row.tries) + 1 });
        await changeTakeIn(tx, takeIn.id, { ...(await counted(run, takeIn.id)), reason: 'catalogue_silent' });
      });
      await announceTakeIn(deps, takeIn.id);
      deps.log.info({ err: error, takeInId: takeIn.id }, 'a take-in waits for the catalogue');
      return { againAt: new Date(deps.now().getTime() + SILENT_MS * deps.timeScale) };
    }
    crashPoint('taking in', 'read');
    if (at % READ_BETWEEN_NOTES === 1) await noteProgress(run, takeIn, count);
    await run.carryOut();
  }
  await noteProgress(run, takeIn, await counted(run, takeIn.id));
  await end(run, takeIn, 'ready');
}

async function work(deps: TakeInDeps, turns: MoveTurns, job: Run['job']): Promise<RunAgain | void> {
  const moving = { deps, turns, signal: job.signal, stuck: new Set<string>(), holdings: askHoldings(deps) };
  const announceNow = createTakenAnnouncer(deps);
  const doDecided = async (): Promise<void> => {
    for (const id of await carryOut(moving, announceNow)) await announceTakeIn(deps, id);
  };
  await doDecided();
  const takeIn = await takeInUnderWay(deps.database.read);
  if (!takeIn) return;
  const placed = new Set((await importedBooks(deps.database.read)).map(({ directory }) => directory));
  const run = { deps, job, placed, carryOut: doDecided };
  if (await isStopped(run, takeIn.id)) return;
  if (takeIn.state === 'looking' && !(await look(run, takeIn))) return;
  return readAll(run, takeIn);
}

/** The job of take-ins. Each book is written down by itself, so a run that was cut off goes on where it was. */
export function takeInJob(deps: TakeInDeps): JobDefinition {
  const turns = createMoveTurns(deps.database);
  return TAKE_IN.handledBy({
    title: sentence('job.take_in'),
    timeoutMs: DAY_MS,
    run: (job) => work(deps, turns, job),
    async onExhausted(job, error) {
      const takeIn = await takeInUnderWay(deps.database.read);
      if (takeIn) await end({ deps }, takeIn, 'failed', storeSaid(saidOf(error)));
      job.log.error({ err: error }, 'a take-in was given up');
    },
    async onCancelled(tx) {
      const takeIn = await takeInUnderWay(tx);
      if (takeIn) await changeTakeIn(tx, takeIn.id, { state: 'cancelled', stopping: false, endedAt: deps.now().toISOString() });
    },
  });
}
