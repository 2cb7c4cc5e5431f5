import type { Call, IntegrationError } from '@lectern/plugin-api';
import type { ListQuery, PlexClient } from './client.js';
import { fault } from './fault.js';
import { timeOf } from './library-item.js';
import { textOf } from './schema.js';
import type { ContainerPage, Raw } from './schema.js';
import type { WalkCursor, WalkPhase } from './walk-cursor.js';
import type { WalkNotes } from './walk-memory.js';

/** Rows per page. Tracks are small; each new album costs a call for its files. */
export const PAGE_SIZE = { tracks: 500, albums: 200, added: 50, changed: 50 } as const satisfies Record<WalkPhase, number>;
/** Clocks of two machines differ, and an album is stamped before its scan ends. */
const OVERLAP_SECONDS = 600;

export interface WalkStep {
  readonly albums: readonly Raw[];
  readonly next?: WalkCursor;
  /** Number of albums in the whole library; only known in a full walk. */
  readonly total?: number;
}

export function firstCursor(walk: string, since: string | undefined): WalkCursor {
  const ms = since === undefined ? Number.NaN : Date.parse(since);
  if (Number.isNaN(ms)) return { walk, phase: 'tracks', start: 0 };
  return { walk, phase: 'added', start: 0, from: Math.max(0, Math.floor(ms / 1000) - OVERLAP_SECONDS) };
}

/**
 * Reads the page that a cursor points at.
 *
 * A full walk first lists the tracks, since only they have paths and durations, and then the albums, oldest first, so
 * that albums added meanwhile come at the end. The server pages by offset: when its list gets shorter, the walk steps
 * back as far as rows may have moved, and skips what it has already returned.
 */
export async function walkStep(
  client: Pick<PlexClient, 'page'>,
  libraryId: string,
  cursor: WalkCursor,
  notes: WalkNotes,
  call: Call,
): Promise<WalkStep> {
  const { phase, from } = cursor;
  const query: Omit<ListQuery, 'start'> = {
    type: phase === 'tracks' ? 'track' : 'album',
    size: PAGE_SIZE[phase],
    sort: phase === 'changed' ? 'updatedAt' : 'addedAt',
    ...(from === undefined ? {} : { descending: true, from }),
  };
  let start = cursor.start;
  let page = await client.page(libraryId, { ...query, start }, call);
  const removed = (cursor.total ?? 0) - (page.total ?? cursor.total ?? 0);
  if (removed > 0 && start > 0) {
    start = Math.max(0, start - removed);
    page = await client.page(libraryId, { ...query, start }, call);
  }
  const place = `${phase}:${cursor.start}`;
  if (phase === 'tracks') notes.tracks.add(page.items);
  const albums = phase === 'tracks' ? [] : fresh(page.items, place, notes, query.sort, from);
  const reached = (page.offset ?? start) + page.items.length;
  if (!isEnd(page, reached, query.sort, from)) {
    if (reached <= cursor.start && removed <= 0) throw notPaging();
    const total = page.total === undefined ? {} : { total: page.total };
    return { albums, next: { ...cursor, start: reached, ...total }, ...(phase === 'albums' ? total : {}) };
  }
  if (phase === 'tracks') return walkStep(client, libraryId, { walk: cursor.walk, phase: 'albums', start: 0 }, notes, call);
  if (phase === 'albums') return { albums, total: page.total ?? page.items.length };
  return phase === 'added' ? { albums, next: { ...cursor, phase: 'changed', start: 0, total: undefined } } : { albums };
}

/** A server without paging returns everything at once and states no total. */
function isEnd(page: ContainerPage, reached: number, sort: 'addedAt' | 'updatedAt', from: number | undefined): boolean {
  const oldest = page.items.at(-1);
  if (oldest === undefined || page.total === undefined || reached >= page.total) return true;
  return from !== undefined && timeOf(oldest, sort) < from * 1000;
}

function fresh(
  rows: readonly Raw[],
  place: string,
  { handedOut }: WalkNotes,
  sort: 'addedAt' | 'updatedAt',
  from: number | undefined,
): readonly Raw[] {
  const here = new Set<string>();
  return rows.filter((row) => {
    const id = textOf(row.ratingKey);
    // the server does not list the filter by time among its filters
    const isOld = from !== undefined && timeOf(row, sort) < from * 1000;
    if (id === undefined || here.has(id) || isOld || (handedOut.get(id) ?? place) !== place) return false;
    here.add(id);
    handedOut.set(id, place);
    return true;
  });
}

function notPaging(): IntegrationError {
  return fault('INTEGRATION_BAD_RESPONSE', 'same_part_again');
}
