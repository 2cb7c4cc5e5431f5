import type { Call } from '@lectern/plugin-api';
import type { AudiobookshelfClient } from './client.js';
import { timeOf } from './library-item.js';
import { textOf } from './schema.js';
import type { ItemPage, Raw } from './schema.js';
import type { WalkCursor, WalkPhase } from './walk-cursor.js';

/** The fastest size measured; a larger one only makes the slowest page slower. */
const PAGE_SIZE = 200;
/** Clocks of two machines differ, and a book is stamped before its scan ends. */
const ADDED_OVERLAP_MS = 15 * 60_000;
/** A folder's own time is that of the change on disk, which a server without a watcher notices at its next scan. */
const CHANGED_OVERLAP_MS = 24 * 60 * 60_000;
/** The most ids kept to tell items with the same sort value apart. */
const MAX_IDS = 2 * PAGE_SIZE;

export interface WalkStep {
  readonly items: readonly Raw[];
  readonly next?: WalkCursor;
  /** Number of items in the whole library; only known in a full walk. */
  readonly total?: number;
}

export function firstCursor(since: string | undefined): WalkCursor {
  const start = since === undefined ? Number.NaN : Date.parse(since);
  return Number.isNaN(start) ? { phase: 'all', page: 0, ids: [] } : { phase: 'added', page: 0, ids: [], since: start };
}

/**
 * Reads the page that a cursor points at.
 *
 * A full walk goes from the oldest item to the newest, so that books added meanwhile come at its end. The server pages
 * by number, so items move between pages when the list changes. Items returned before are recognized by their sort
 * value, and when the list gets shorter, the walk steps back as many pages as may have moved.
 */
export async function walkStep(
  client: Pick<AudiobookshelfClient, 'itemPage'>,
  libraryId: string,
  cursor: WalkCursor,
  call: Call,
): Promise<WalkStep> {
  const sort = cursor.phase === 'changed' ? 'mtimeMs' : 'addedAt';
  const descending = cursor.phase !== 'all';
  const read = (page: number): Promise<ItemPage> => client.itemPage(libraryId, { page, limit: PAGE_SIZE, sort, descending }, call);

  let last = await read(cursor.page);
  let rows: readonly Raw[] = [];
  const removed = (cursor.total ?? 0) - last.total;
  if (removed > 0) {
    for (let page = Math.max(0, cursor.page - Math.ceil(removed / PAGE_SIZE)); page < cursor.page; page += 1) {
      rows = rows.concat((await read(page)).results);
    }
    last = await read(cursor.page);
  }
  rows = rows.concat(last.results);

  const fresh = unseen(rows, cursor, sort, descending);
  const floor = descending ? (cursor.since ?? 0) - (sort === 'mtimeMs' ? CHANGED_OVERLAP_MS : ADDED_OVERLAP_MS) : Number.NEGATIVE_INFINITY;
  const oldest = last.results.at(-1);
  const isEnd = oldest === undefined || (cursor.page + 1) * PAGE_SIZE >= last.total || (descending && timeOf(oldest, sort) < floor);
  const hidden = cursor.hidden ?? (cursor.phase === 'all' ? await countHidden(client, libraryId, call) : undefined);
  return {
    items: fresh.filter((row) => timeOf(row, sort) >= floor && belongsTo(cursor, row)),
    next: isEnd ? followingPhase(cursor) : { ...cursor, ...boundary(rows, cursor, sort), page: cursor.page + 1, total: last.total, hidden },
    total: hidden === undefined ? undefined : Math.max(0, last.total - hidden),
  };
}

/** Counts the items that the server lists without their files. */
async function countHidden(client: Pick<AudiobookshelfClient, 'itemPage'>, libraryId: string, call: Call): Promise<number> {
  return (await client.itemPage(libraryId, { page: 0, limit: 1, filter: 'issues' }, call)).total;
}

function unseen(rows: readonly Raw[], cursor: WalkCursor, sort: 'addedAt' | 'mtimeMs', descending: boolean): readonly Raw[] {
  const ids = new Set(cursor.ids);
  return rows.filter((row) => {
    const id = textOf(row.id);
    if (id === undefined || ids.has(id)) return false;
    ids.add(id);
    if (cursor.at === undefined) return true;
    return descending ? timeOf(row, sort) <= cursor.at : timeOf(row, sort) >= cursor.at;
  });
}

/** The sort value that the walk has reached, and the ids with that value. */
function boundary(rows: readonly Raw[], cursor: WalkCursor, sort: 'addedAt' | 'mtimeMs'): Pick<WalkCursor, 'at' | 'ids'> {
  const last = rows.at(-1);
  if (last === undefined) return { at: cursor.at, ids: cursor.ids };
  const at = timeOf(last, sort);
  const ids = rows.filter((row) => timeOf(row, sort) === at).map((row) => textOf(row.id) ?? '');
  return { at, ids: [...new Set(at === cursor.at ? [...cursor.ids, ...ids] : ids)].slice(-MAX_IDS) };
}

/**
 * In the phase `changed`: whether the phase `added` has not returned the item yet, and the server noticed the change on
 * disk in the requested time.
 */
function belongsTo(cursor: WalkCursor, row: Raw): boolean {
  if (cursor.phase !== 'changed') return true;
  const floor = (cursor.since ?? 0) - ADDED_OVERLAP_MS;
  return timeOf(row, 'addedAt') < floor && timeOf(row, 'updatedAt') >= floor;
}

function followingPhase({ phase, since }: WalkCursor): WalkCursor | undefined {
  const following: WalkPhase | undefined = phase === 'added' ? 'changed' : undefined;
  return following && { phase: following, page: 0, ids: [], since };
}
