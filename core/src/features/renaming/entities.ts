import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { MovedFile } from '../../files/placing/check-move.js';
import type { RequestType } from '../lifecycle/statuses.js';
import type { RenameReason } from './rename-reasons.js';

/**
 * - `planning`: a job works out the plan
 * - `ready`: it waits for a person
 * - `running`, `undoing`: a job moves books
 * - `done`, `undone`, `cancelled`, `failed`: it is over
 */
export type RenameState = 'planning' | 'ready' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone';

/** `moving` and `undoing` are the journal: the book may be at either end, or in between. */
export type MoveState = 'planned' | 'blocked' | 'moving' | 'moved' | 'failed' | 'undoing' | 'undone';

/** A request whose book moves. */
export interface MovedBook {
  readonly importId: string;
  readonly requestId: string;
  readonly asin: string;
  readonly title: string;
  readonly author: string;
  readonly type: RequestType;
}

export const RenameEntity = defineEntity('renames', {
  id: key(id()),
  state: text<RenameState>(20),
  /** The chosen requests; null for everything. */
  requestIds: nullable(json<readonly string[]>()),
  /** The real path of the library folder when the plan was made. */
  root: nullable(text()),
  createdAt: time(),
  actorId: nullable(id()),
  actorName: text(200),
  plannedAt: nullable(time()),
  startedAt: nullable(time()),
  endedAt: nullable(time()),
  /** Books that are done in this state, of how many. */
  done: integer(),
  total: integer(),
  /** Books that are where they belong; they have no row. */
  unchanged: integer(),
  /** Somebody asked the job to stop after the current book. */
  stopping: flag(),
  /** The run that works on it; a later run takes it over, and an earlier one writes nothing more. */
  runId: nullable(id()),
  reason: nullable(json<RenameReason>()),
});

export const RenameMoveEntity = defineEntity('rename_moves', {
  id: key(id()),
  renameId: id(),
  /** In this order books move; they are put back in the opposite one. */
  position: integer(),
  /** Relative to the library folder. */
  fromFolder: text(),
  toFolder: text(),
  books: json<readonly MovedBook[]>(),
  files: json<readonly MovedFile[]>(),
  state: text<MoveState>(20),
  /** Of a move that was begun: the folder that has its working folder, relative to the library folder. */
  top: nullable(text()),
  reason: nullable(json<RenameReason>()),
});
