import type { IntegrationError } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { isRaw, numberOf, textList } from './schema.js';

/** The list being walked: everything oldest first, or the newest and then the last changed. */
export type WalkPhase = 'all' | 'added' | 'changed';

/** The position of a walk between two pages. */
export interface WalkCursor {
  readonly phase: WalkPhase;
  /** The next page to read, counted from 0. */
  readonly page: number;
  /** Length of the server's list when the last page was read. */
  readonly total?: number;
  /** Sort value of the last item read, and the ids with that value; everything before it has been returned. */
  readonly at?: number;
  readonly ids: readonly string[];
  /** Number of items that the server lists although their files are gone. */
  readonly hidden?: number;
  /** Start of the requested time, milliseconds; only in the phases `added` and `changed`. */
  readonly since?: number;
}

export function encodeCursor(cursor: WalkCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

export function decodeCursor(text: string): WalkCursor {
  try {
    const raw: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const page = isRaw(raw) ? numberOf(raw.page) : undefined;
    if (isRaw(raw) && page !== undefined && (raw.phase === 'all' || raw.phase === 'added' || raw.phase === 'changed')) {
      return {
        phase: raw.phase,
        page,
        ids: textList(raw.ids),
        total: numberOf(raw.total),
        at: numberOf(raw.at),
        hidden: numberOf(raw.hidden),
        since: numberOf(raw.since),
      };
    }
  } catch (cause) {
    throw unknownCursor(cause);
  }
  throw unknownCursor();
}

function unknownCursor(cause?: unknown): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'foreign_cursor', {
    cause,
  });
}
