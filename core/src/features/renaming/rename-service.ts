import { v7 as uuid } from 'uuid';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { RenameEntity } from './entities.js';
import { RENAME } from './rename-job.js';
import {
  changeRename,
  countMoves,
  findRename,
  forgetRenames,
  journal,
  movePage,
  renamePage,
  renamesUnderWay,
  UNDER_WAY,
  type MoveCounts,
  type MoveFilter,
  type MoveRow,
  type RenameRow,
} from './rename-store.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A plan is not started when it is older, since books and template change. */
const PLAN_EXPIRES_MS = DAY_MS;
const UNDOABLE_MS = 30 * DAY_MS;
const KEEP_MS = 90 * DAY_MS;

/** A rename with what the API says of it. */
export interface RenameView {
  readonly row: RenameRow;
  readonly counts: MoveCounts;
  /** Of a plan that waits to be started. */
  readonly expiresAt: string | null;
  /** Of a rename that moved books. */
  readonly undoableUntil: string | null;
}

/** Which books: those of some requests, or all. */
export type RenameChoice = { readonly requestIds: readonly string[] } | { readonly everything: true };

export interface RenameService {
  /** @throws ApiError 409 `rename_under_way` */
  create(choice: RenameChoice, actor: Actor): Promise<RenameView>;
  /** Newest first, in three statements. */
  page(query: { readonly page: number; readonly limit: number }): Promise<{ items: RenameView[]; total: number }>;
  /** @throws ApiError 404 `not_found` */
  get(id: string): Promise<RenameView>;
  /** In three statements. @throws ApiError 404 `not_found` */
  moves(id: string, filter: MoveFilter): Promise<{ rows: MoveRow[]; total: number }>;
  /** @throws ApiError 404 `not_found`, 409 `rename_under_way`, `rename_state` */
  start(id: string, actor: Actor): Promise<RenameView>;
  /** Stops after the current book. @throws ApiError 404 `not_found`, 409 `rename_state` */
  cancel(id: string, actor: Actor): Promise<RenameView>;
  /** @throws ApiError 404 `not_found`, 409 `rename_under_way`, `rename_state` */
  undo(id: string, actor: Actor): Promise<RenameView>;
  /** Deletes a plan that was never started. @throws ApiError 404 `not_found`, 409 `rename_state` */
  remove(id: string, actor: Actor): Promise<void>;
  /** Queues the job if a rename is under way, or a book is in the journal. */
  resume(): Promise<void>;
  /** @returns how many were deleted */
  forget(): Promise<number>;
}

interface ServiceDeps {
  readonly database: Database;
  readonly jobs: JobQueue;
  readonly audit: AuditService;
  readonly now: () => Date;
}

function later(time: string | null, ms: number): string | null {
  return time === null ? null : new Date(Date.parse(time) + ms).toISOString();
}

function view(row: RenameRow, counts: MoveCounts): RenameView {
  const hasMoved = (counts.moved ?? 0) > 0 && row.endedAt !== null;
  return {
    row,
    counts,
    expiresAt: row.state === 'ready' ? later(row.plannedAt, PLAN_EXPIRES_MS) : null,
    undoableUntil: hasMoved && row.state !== 'undoing' ? later(row.endedAt, UNDOABLE_MS) : null,
  };
}

function wrongState(said: Sentence): ApiError {
  return new ApiError('rename_state', said);
}

/** Renames as they are stored. */
function readRenames({ database: { read } }: Pick<ServiceDeps, 'database'>) {
  async function get(id: string): Promise<RenameView> {
    const row = await findRename(read, id);
    if (!row) throw new ApiError('not_found', sentence('problem.no_rename'));
    return view(row, (await countMoves(read, [id])).get(id) ?? {});
  }

  return {
    get,

    async page(query) {
      const { rows, total } = await renamePage(read, query);
      const counts = await countMoves(
        read,
        rows.map(({ id }) => id),
      );
      return { items: rows.map((row) => view(row, counts.get(row.id) ?? {})), total };
    },

    async moves(id, filter) {
      if (!(await findRename(read, id))) throw new ApiError('not_found', sentence('problem.no_rename'));
      return movePage(read, id, filter);
    },
  } satisfies Partial<RenameService>;
}

async function mustBeFree(tx: Tx): Promise<void> {
  if ((await renamesUnderWay(tx)).length > 0) throw new ApiError('rename_under_way', sentence('problem.another_rename'));
}

/** @see RenameService */
export function createRenameService({ database, jobs, audit, now }: ServiceDeps): RenameService {
  const { read } = database;
  const stored = readRenames({ database });

  /** Renames are begun and ended one at a time, in all processes. */
  async function change(id: string, actor: Actor, action: string, work: (tx: Tx, seen: RenameView) => Promise<void>): Promise<RenameView> {
    await database.transaction(async (tx) => {
      await tx.lock('renames');
      const row = await findRename(tx, id);
      if (!row) throw new ApiError('not_found', sentence('problem.no_rename'));
      await work(tx, view(row, (await countMoves(tx, [id])).get(id) ?? {}));
      await audit.record(tx, { ...byActor(actor), action, targetType: 'rename', targetId: id });
    });
    return stored.get(id);
  }

  return {
    ...stored,

    async create(choice, actor) {
      const id = uuid();
      const requestIds = 'requestIds' in choice ? [...new Set(choice.requestIds)] : undefined;
      await database.transaction(async (tx) => {
        await tx.lock('renames');
        await mustBeFree(tx);
        await tx.insert(RenameEntity, {
          id,
          state: 'planning',
          requestIds: requestIds === undefined ? null : JSON.stringify(requestIds),
          createdAt: now().toISOString(),
          actorId: actor.id ?? null,
          actorName: actor.name,
          done: 0,
          total: 0,
          unchanged: 0,
          stopping: false,
        });
        await jobs.enqueue(tx, RENAME());
        const detail = requestIds === undefined ? { everything: true } : { requests: requestIds.length };
        await audit.record(tx, { ...byActor(actor), action: 'library.rename_planned', targetType: 'rename', targetId: id, detail });
      });
      return stored.get(id);
    },

    start: (id, actor) =>
      change(id, actor, 'library.rename_started', async (tx, { row, counts, expiresAt }) => {
        if (row.state !== 'ready') throw wrongState(sentence('problem.rename_not_ready'));
        if (expiresAt !== null && expiresAt < now().toISOString()) throw wrongState(sentence('problem.rename_too_old'));
        const total = counts.planned ?? 0;
        if (total === 0) throw wrongState(sentence('problem.rename_empty'));
        await mustBeFree(tx);
        await changeRename(tx, id, { state: 'running', startedAt: now().toISOString(), done: 0, total, stopping: false });
        await jobs.enqueue(tx, RENAME());
      }),

    cancel: (id, actor) =>
      change(id, actor, 'library.rename_cancelled', async (tx, { row }) => {
        if (!UNDER_WAY.includes(row.state)) throw wrongState(sentence('problem.rename_not_under_way'));
        await changeRename(tx, id, { stopping: true });
        // the job may have been cancelled by itself
        await jobs.enqueue(tx, RENAME());
      }),

    undo: (id, actor) =>
      change(id, actor, 'library.rename_undone', async (tx, { row, counts, undoableUntil }) => {
        if (UNDER_WAY.includes(row.state)) throw new ApiError('rename_under_way', sentence('problem.rename_under_way'));
        if (undoableUntil === null) throw wrongState(sentence('problem.rename_moved_nothing'));
        if (undoableUntil < now().toISOString()) throw wrongState(sentence('problem.rename_not_undoable'));
        await mustBeFree(tx);
        await changeRename(tx, id, { state: 'undoing', done: 0, total: counts.moved ?? 0, stopping: false, reason: null });
        await jobs.enqueue(tx, RENAME());
      }),

    async remove(id, actor) {
      await database.transaction(async (tx) => {
        await tx.lock('renames');
        const row = await findRename(tx, id);
        if (!row) throw new ApiError('not_found', sentence('problem.no_rename'));
        if (row.startedAt !== null || UNDER_WAY.includes(row.state)) throw wrongState(sentence('problem.rename_was_started'));
        await tx.run('DELETE FROM renames WHERE id = ?', [id]);
        await audit.record(tx, { ...byActor(actor), action: 'library.rename_deleted', targetType: 'rename', targetId: id });
      });
    },

    async resume() {
      if ((await renamesUnderWay(read)).length === 0 && (await journal(read)).length === 0) return;
      await jobs.add(RENAME());
    },

    forget() {
      const before = (ms: number): string => new Date(now().getTime() - ms).toISOString();
      return forgetRenames(database, { plans: before(PLAN_EXPIRES_MS), ended: before(KEEP_MS) });
    },
  };
}
