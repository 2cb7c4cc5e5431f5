import { v7 as uuid } from 'uuid';
import { readJson, type Database, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import { createFolderBrowser } from '../system/folder-browser.js';
import type { TakeInRow, TakenEvidence, TakenRow } from './entities.js';
import { lengthFitOf } from './judge-folder.js';
import { previewFiling, type PreviewDeps } from './preview-filing.js';
import { keep } from './read-taken.js';
import { TAKE_IN } from './take-in-job.js';
import {
  changeTaken,
  changeTakeIn,
  countTaken,
  decide,
  decideUndo,
  findTaken,
  findTakeIn,
  forgetTakeIns,
  insertTakeIn,
  laterPage,
  lockTakeIns,
  hasDecided,
  OPEN,
  stopFiling,
  takeInPage,
  takeInUnderWay,
  takenPage,
  UNDER_WAY,
  type Choice,
  type TakenCount,
  type TakenFilter,
} from './take-in-store.js';
import { sentence } from '../../platform/words/index.js';

const DAY_MS = 86_400_000;
/** How long what was decided can be undone, and how long an ended take-in is kept. */
export const UNDOABLE_MS = 30 * DAY_MS;

/** A take-in with what the API says of it. */
export interface TakeInView {
  readonly row: TakeInRow;
  readonly counts: readonly TakenCount[];
}

/** Every refusal is an ApiError. */
export interface TakeInService {
  /** @throws 409 `take_in_under_way`, 422 `path_*` */
  start(path: string, actor: Actor): Promise<TakeInView>;
  /** Newest first. Three statements. */
  page(query: { readonly page: number; readonly limit: number }): Promise<{ items: TakeInView[]; total: number }>;
  /** @throws 404 `not_found` */
  get(id: string): Promise<TakeInView>;
  /** Three statements. @throws 404 `not_found` */
  books(id: string, filter: TakenFilter): Promise<{ rows: TakenRow[]; total: number }>;
  /** Books that were taken in whose files are not there as they were. Two statements. */
  later(query: { readonly page: number; readonly limit: number }): Promise<{ rows: TakenRow[]; total: number }>;
  /** Stops looking, reading and filing after the present book. @throws 404 `not_found`, 409 `take_in_state` */
  cancel(id: string, actor: Actor): Promise<TakeInView>;
  /** Where books would be filed. Reads folders, and asks the catalogue for books that it does not have. @throws 404 `not_found` */
  preview(id: string, asked: Parameters<typeof previewFiling>[2]): ReturnType<typeof previewFiling>;
  /** @returns how many books are left where they are, or filed @throws 404 `not_found` */
  accept(id: string, choice: Choice, how: 'leave' | 'file', actor: Actor): Promise<number>;
  /** Chooses another book, or none. @throws 404 `not_found`, `unknown_book`, 409 `take_in_state` */
  correct(id: string, takenId: string, asin: string | null, actor: Actor): Promise<TakenRow>;
  /** @param ids all books where absent @returns how many are undone @throws 404 `not_found` */
  undo(id: string, ids: readonly string[] | undefined, actor: Actor): Promise<number>;
  /** Queues the job if there is something to do. */
  resume(): Promise<void>;
  /** @returns how many were deleted */
  forget(): Promise<number>;
}

interface ServiceDeps {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly audit: AuditService;
  readonly catalog: Pick<CatalogService, 'book' | 'cached' | 'region'>;
  readonly settings: PreviewDeps['settings'];
  readonly host: PreviewDeps['host'];
  readonly config: { readonly dataDir: string };
  readonly now: () => Date;
}

async function mustFind(sql: Parameters<typeof findTakeIn>[0], id: string): Promise<TakeInRow> {
  const row = await findTakeIn(sql, id);
  if (!row) throw new ApiError('not_found', sentence('problem.no_take_in'));
  return row;
}

/** The evidence with a book that a person chose; what was guessed is kept. */
function withBook(evidence: TakenEvidence, book: Parameters<typeof keep>[0] | undefined): TakenEvidence {
  const { book: before, guessed = before, ...rest } = evidence;
  const durationSeconds = evidence.seconds;
  return {
    ...rest,
    lengthFit: book ? lengthFitOf(durationSeconds === undefined ? {} : { durationSeconds }, book) : 'unknown',
    ...(book ? { book: keep(book) } : {}),
    ...(guessed ? { guessed } : {}),
  };
}

/** Take-ins as they are stored. */
function readTakeIns(deps: PreviewDeps) {
  const { read } = deps.database;
  return {
    async get(id: string) {
      const row = await mustFind(read, id);
      return { row, counts: (await countTaken(read, [id])).get(id) ?? [] };
    },

    async page(query) {
      const { rows, total } = await takeInPage(read, query);
      const counts = await countTaken(
        read,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => ({ row, counts: counts.get(row.id) ?? [] })), total };
    },

    later: (query) => laterPage(read, query),

    preview: (id, asked) => previewFiling(deps, id, asked),

    async books(id, filter) {
      await mustFind(read, id);
      return takenPage(read, id, filter);
    },
  } satisfies Partial<TakeInService>;
}

/** A take-in that has yet to look for books. */
function newTakeIn(id: string, root: string, actor: Actor, at: Date): TakeInRow {
  return {
    id,
    root,
    state: 'looking',
    stopping: false,
    found: 0,
    done: 0,
    total: 0,
    notes: '{}',
    reason: null,
    fault: null,
    createdAt: at.toISOString(),
    endedAt: null,
    actorId: actor.id ?? null,
    actorName: actor.name,
  };
}

/** @see TakeInService */
export function createTakeInService({ database, jobs, audit, catalog, settings, host, config, now }: ServiceDeps): TakeInService {
  const { read } = database;
  const folders = createFolderBrowser({ dataDir: config.dataDir });

  const stored = readTakeIns({ database, catalog, settings, host, dataDir: config.dataDir });
  const get = (id: string): Promise<TakeInView> => stored.get(id);

  async function record(tx: Tx, actor: Actor, action: string, id: string, detail?: Record<string, unknown>): Promise<void> {
    await audit.record(tx, { ...byActor(actor), action, targetType: 'take_in', targetId: id, ...(detail ? { detail } : {}) });
  }

  return {
    ...stored,

    async start(path, actor) {
      const { path: root } = await folders.browse(path);
      const id = uuid();
      await database.transaction(async (tx) => {
        await lockTakeIns(tx);
        if (await takeInUnderWay(tx)) throw new ApiError('take_in_under_way', sentence('problem.take_in_under_way'));
        await insertTakeIn(tx, newTakeIn(id, root, actor, now()));
        await jobs.enqueue(tx, TAKE_IN());
        await record(tx, actor, 'library.take_in_started', id, { root });
      });
      return get(id);
    },

    async cancel(id, actor) {
      await database.transaction(async (tx) => {
        await lockTakeIns(tx);
        const { state } = await mustFind(tx, id);
        const stopped = await stopFiling(tx, id);
        if (UNDER_WAY.includes(state)) await changeTakeIn(tx, id, { stopping: true });
        else if (stopped === 0) throw new ApiError('take_in_state', sentence('problem.take_in_over'));
        // the job may have been cancelled by itself
        await jobs.enqueue(tx, TAKE_IN());
        await record(tx, actor, 'library.take_in_cancelled', id);
      });
      return get(id);
    },

    async accept(id, choice, how, actor) {
      return database.transaction(async (tx) => {
        await lockTakeIns(tx);
        await mustFind(tx, id);
        const state = how === 'file' ? 'filing' : 'leaving';
        const count = await decide(tx, id, choice, { state, at: now().toISOString(), by: actor.id ?? null });
        if (count === 0) return 0;
        await jobs.enqueue(tx, TAKE_IN());
        await record(tx, actor, how === 'file' ? 'library.take_in_filed' : 'library.taken_in', id, { books: count });
        return count;
      });
    },

    async correct(id, takenId, asin, actor) {
      await mustFind(read, id);
      const book = asin === null ? undefined : await catalog.book(asin, { region: await catalog.region() });
      if (asin !== null && !book) throw new ApiError('unknown_book', sentence('problem.no_book_of_asin', { asin }));
      return database.transaction(async (tx) => {
        await lockTakeIns(tx);
        const row = await findTaken(tx, id, takenId);
        if (!row) throw new ApiError('not_found', sentence('problem.no_taken_book'));
        if (!OPEN.includes(row.state) || row.evidence === null) throw new ApiError('take_in_state', sentence('problem.taken_not_open'));
        const evidence = withBook(readJson<TakenEvidence>(row.evidence), book);
        const chosen = { asin: book?.asin ?? null, confidence: book ? ('certain' as const) : ('unknown' as const), chosenBy: actor.name };
        const isChanged = await changeTaken(tx, row, { ...chosen, state: 'read', fault: null, evidence: JSON.stringify(evidence) });
        if (!isChanged) throw new ApiError('take_in_state', sentence('problem.taken_not_open'));
        await record(tx, actor, 'library.take_in_corrected', id, { path: row.path, from: row.asin, to: chosen.asin });
        return (await findTaken(tx, id, takenId)) ?? row;
      });
    },

    async undo(id, ids, actor) {
      return database.transaction(async (tx) => {
        await lockTakeIns(tx);
        await mustFind(tx, id);
        const count = await decideUndo(tx, id, ids, new Date(now().getTime() - UNDOABLE_MS).toISOString());
        if (count === 0) return 0;
        await jobs.enqueue(tx, TAKE_IN());
        await record(tx, actor, 'library.take_in_undone', id, { books: count });
        return count;
      });
    },

    async resume() {
      if ((await takeInUnderWay(read)) || (await hasDecided(read))) await jobs.add(TAKE_IN());
    },

    forget: () => database.transaction((tx) => forgetTakeIns(tx, new Date(now().getTime() - UNDOABLE_MS).toISOString())),
  };
}
