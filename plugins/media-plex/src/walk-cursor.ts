import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { isRaw, numberOf } from './schema.js';

/** The list being walked: all tracks and then all albums, or the newest albums and then the last changed. */
export type WalkPhase = 'tracks' | 'albums' | 'added' | 'changed';

/** The position of a walk between two pages. */
export interface WalkCursor {
  /** Id of the notes that the walk keeps meanwhile. */
  readonly walk: string;
  readonly phase: WalkPhase;
  /** Number of rows before the next page. */
  readonly start: number;
  /** Length of the server's list when the last page was read. */
  readonly total?: number;
  /** Seconds since the epoch; only in the phases `added` and `changed`. */
  readonly from?: number;
}

const PHASES: readonly unknown[] = ['tracks', 'albums', 'added', 'changed'] satisfies WalkPhase[];

export function encodeCursor(cursor: WalkCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

export function decodeCursor(text: string): WalkCursor {
  let raw: unknown;
  try {
    raw = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch (cause) {
    throw unknownCursor(cause);
  }
  const start = isRaw(raw) ? numberOf(raw.start) : undefined;
  if (!isRaw(raw) || typeof raw.walk !== 'string' || !PHASES.includes(raw.phase) || start === undefined) throw unknownCursor();
  const total = numberOf(raw.total);
  const from = numberOf(raw.from);
  return {
    walk: raw.walk,
    phase: raw.phase as WalkPhase,
    start,
    ...(total === undefined ? {} : { total }),
    ...(from === undefined ? {} : { from }),
  };
}

export function unknownCursor(cause?: unknown): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'unknown_walk', { cause });
}
