import Type, { type Static } from 'typebox';
import { isTrue, readJson, type Json } from '../../platform/db/index.js';
import type { Say } from '../../platform/words/index.js';
import type { MoveState, RenameState } from './entities.js';
import { readReason, RENAME_REASON_CODES, saidReason, type RenameReason, type RenameReasonCode } from './rename-reasons.js';
import type { RenameView } from './rename-service.js';
import type { MoveRow } from './rename-store.js';

/** Files of a move that a list names. */
const NAMED_FILES = 50;

const RENAME_STATES = ['planning', 'ready', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const satisfies RenameState[];
const MOVE_STATES = ['planned', 'blocked', 'moving', 'moved', 'failed', 'undoing', 'undone'] as const satisfies MoveState[];

function oneOf<T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}

const maybeTime = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

const reasonSchema = Type.Object(
  {
    code: oneOf<RenameReasonCode>(RENAME_REASON_CODES),
    message: Type.String({ description: 'The sentence in the language of the caller.' }),
    values: Type.Record(Type.String(), Type.String(), { description: 'What the sentence is filled in with.' }),
  },
  { $id: 'RenameReason' },
);

const maybeReason = Type.Union([reasonSchema, Type.Null()]);

export const moveStateSchema = oneOf<MoveState>(MOVE_STATES);

export const renameSchema = Type.Object(
  {
    id: Type.String(),
    state: oneOf<RenameState>(RENAME_STATES),
    requests: Type.Union([Type.Integer(), Type.Null()], { description: 'How many requests were chosen; null: the whole library.' }),
    stopping: Type.Boolean({ description: 'Somebody cancelled it, and it stops after the current book.' }),
    done: Type.Integer({ description: 'Books that are done in this state.' }),
    total: Type.Integer({ description: 'All books of this state.' }),
    counts: Type.Object({
      unchanged: Type.Integer({ description: 'Books that are where they belong. They are not listed.' }),
      planned: Type.Integer(),
      blocked: Type.Integer(),
      moved: Type.Integer(),
      failed: Type.Integer(),
      undone: Type.Integer(),
    }),
    createdAt: Type.String({ format: 'date-time' }),
    createdBy: Type.String(),
    plannedAt: maybeTime,
    startedAt: maybeTime,
    endedAt: maybeTime,
    expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Until then a plan can be started.' }),
    undoableUntil: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'Until then it can be undone; null: there is nothing to undo.',
    }),
    reason: maybeReason,
  },
  { $id: 'Rename', description: 'A plan to give placed books the folders and names that they would get today.' },
);

export const renameMoveSchema = Type.Object(
  {
    id: Type.String(),
    state: moveStateSchema,
    books: Type.Array(
      Type.Object({
        requestId: Type.String(),
        asin: Type.String(),
        title: Type.String(),
        author: Type.String(),
        type: Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')]),
      }),
      { description: 'Whose files these are. Several people may have requested one book.' },
    ),
    from: Type.String({ description: 'The current folder, relative to the library folder.' }),
    to: Type.String({ description: 'The new folder, relative to the library folder; empty if it is not known.' }),
    files: Type.Array(Type.Object({ from: Type.String(), to: Type.String() }), {
      description: `The files that get other names, relative to their folder; at most ${NAMED_FILES}.`,
    }),
    changedFiles: Type.Integer({ description: 'How many files get other names.' }),
    reason: maybeReason,
  },
  { $id: 'RenameMove', description: 'A book of a rename.' },
);

function presentReason(stored: Json<RenameReason> | null, say: Say): Static<typeof reasonSchema> | null {
  if (stored === null) return null;
  const reason = readReason(stored);
  const values = Object.entries(reason.values).map(([name, value]) => [name, say(value)] as const);
  return { code: reason.code, values: Object.fromEntries(values), message: say(saidReason(reason)) };
}

export function presentRename({ row, counts, expiresAt, undoableUntil }: RenameView, say: Say): Static<typeof renameSchema> {
  const { planned = 0, blocked = 0, moving = 0, moved = 0, failed = 0, undoing = 0, undone = 0 } = counts;
  return {
    id: row.id,
    state: row.state,
    requests: readJson(row.requestIds)?.length ?? null,
    stopping: isTrue(row.stopping),
    done: Number(row.done),
    total: Number(row.total),
    counts: { unchanged: Number(row.unchanged), planned: planned + moving, blocked, moved: moved + undoing, failed, undone },
    createdAt: row.createdAt,
    createdBy: row.actorName,
    plannedAt: row.plannedAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    expiresAt,
    undoableUntil,
    reason: presentReason(row.reason, say),
  };
}

export function presentMove(row: MoveRow, say: Say): Static<typeof renameMoveSchema> {
  const changed = readJson(row.files).filter(({ from, to }) => from !== to);
  return {
    id: row.id,
    state: row.state,
    books: readJson(row.books).map(({ requestId, asin, title, author, type }) => ({ requestId, asin, title, author, type })),
    from: row.fromFolder,
    to: row.toFolder,
    files: changed.slice(0, NAMED_FILES).map(({ from, to }) => ({ from, to })),
    changedFiles: changed.length,
    reason: presentReason(row.reason, say),
  };
}
