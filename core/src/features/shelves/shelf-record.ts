import type { JsonObject } from '@lectern/plugin-api';
import type { Said } from '../../platform/words/index.js';

/**
 * The outcome for a book of a shelf.
 *
 * | outcome | means | tried again |
 * |---|---|---|
 * | `waiting` | its turn has not come | at the next sync |
 * | `found` | in the catalogue; the shelf does not request automatically | when that is switched on |
 * | `requested` `joined` | a request was made, or somebody's request is subscribed to | never |
 * | `available` | in the library already | never |
 * | `asked_before` | the user has, or once had, a request for it | never |
 * | `ignored` | on the user's ignore list | at every sync |
 * | `left_out` | a plugin left it out | at every sync |
 * | `refused` | a plugin refused the request | weekly |
 * | `not_matched` | the catalogue has no certain match | weekly |
 * | `ambiguous` | the catalogue has several possible matches | weekly |
 */
export const BOOK_OUTCOMES = [
  'waiting',
  'found',
  'requested',
  'joined',
  'available',
  'asked_before',
  'ignored',
  'left_out',
  'refused',
  'not_matched',
  'ambiguous',
] as const;

export type BookOutcome = (typeof BOOK_OUTCOMES)[number];

/** Outcomes that are checked again. */
export const OPEN_OUTCOMES = [
  'waiting',
  'found',
  'ignored',
  'left_out',
  'refused',
  'not_matched',
  'ambiguous',
] as const satisfies readonly BookOutcome[];

/** The reason why a shelf could not be read. */
export interface ShelfError {
  readonly code: string;
  readonly message: Said;
  /** The setting to blame. */
  readonly field?: string;
  readonly at: string;
}

/** The result of the last sync. */
export interface SyncResult {
  /** Books on the shelf. */
  readonly books: number;
  /** Number of new ones among them. */
  readonly fresh: number;
  readonly requested: number;
  /** Number of removed books. */
  readonly removed: number;
  readonly message: Said;
}

/** A shelf with all that is stored of it. Secrets are decrypted: never answer it, never log it. */
export interface ShelfRecord {
  readonly id: string;
  readonly userId: string;
  readonly pluginId: string;
  readonly name: string;
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
  readonly pluginVersion: string;
  readonly autoRequest: boolean;
  readonly paused: boolean;
  readonly failures: number;
  readonly lastWalk: string | null;
  readonly error?: ShelfError;
  readonly result?: SyncResult;
  readonly readAt: string | null;
  readonly triedAt: string | null;
  readonly nextAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}
