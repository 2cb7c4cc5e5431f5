import type { Logger } from '../../platform/logging/logger.js';
import { isTrue, placeholders, type Database, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import { jobsUnderWay } from '../../platform/jobs/job-facts.js';
import { sentence } from '../../platform/words/index.js';
import { UNSUSPICIOUS_LOSSES } from './losses.js';
import { FINDABLE } from '../lifecycle/machine.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { IMPORT, requestSubject } from '../lifecycle/request-jobs.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { findRequest } from '../lifecycle/request-store.js';
import { CLOSED_STATUSES } from '../lifecycle/statuses.js';
import { IMPORT_PLANNED, lastDetail } from '../lifecycle/timeline.js';
import { TransitionConflict, type RequestTransitions } from '../lifecycle/transitions.js';

/** Moves requests to where the library says they are. Uses only stored data, so it may run at any time and repeatedly. */
export interface AvailabilitySettler {
  /**
   * Requests whose book is in a library now are over: those that wait for a media server to list what was placed, and
   * those for which it turned up by another way. What a restored backup put before its person waits for them. @returns how many
   */
  found(): Promise<number>;
  /**
   * The same for one request that has yet to get its book, in the caller's transaction: who is about to search, approve
   * or retry looks here first. @returns whether it is over
   */
  endIfFound(tx: Tx, requestId: string): Promise<boolean>;
  /**
   * Settles requests whose book is in no library any more: placed ones wait for the media server again, those only found there fail. Call
   * it only right after a complete walk.
   *
   * @param options `dropped`: ASINs whose items the walk removed, which explains the loss; `acceptLoss`: an admin confirms it
   * @returns `suspect`: number of losses without explanation, so many that a fault is more likely; these requests stay
   */
  lost(options: { readonly dropped: ReadonlySet<string>; readonly acceptLoss: boolean }): Promise<{ moved: number; suspect: number }>;
  /**
   * The same for these books alone, at once: Lectern itself removed the files that were in the library.
   *
   * @returns how many
   */
  gone(asins: readonly string[]): Promise<number>;
}

interface SettlerDeps {
  readonly database: Database;
  readonly transitions: RequestTransitions;
  readonly log: Logger;
}

interface FoundRow {
  id: string;
  server: string;
  itemId: string;
  matchedBy: string;
}

interface LostRow {
  id: string;
  asin: string;
  onlyFound: unknown;
}

/** The medium that was asked for: an item with the ebook alone is never the audiobook. */
const HOLDS_IT = `((r.type = 'audiobook' AND l.has_audio) OR (r.type = 'ebook' AND l.has_ebook))`;

/** A person's failed request counts only if they have no later and no live request for the book. */
const SPEAKS_FOR_IT = `(r.status <> 'failed' OR NOT EXISTS (SELECT 1 FROM requests t
  WHERE t.user_id = r.user_id AND t.asin = r.asin AND t.type = r.type AND t.id <> r.id
  AND (t.created_at > r.created_at OR t.status NOT IN (${CLOSED_STATUSES.map((status) => `'${status}'`).join(', ')}))))`;

/** A request for another copy does not end because the copy that it replaces is there. */
const REPLACES_NOTHING = 'r.replaces_import_id IS NULL AND r.replaces_directory IS NULL';

/** Nor does it end with an item of which the files have to give way, or gave way and are not yet forgotten by the media server. */
const IS_NOT_REPLACED = `(r.replaces_items IS NULL OR r.replaces_items NOT LIKE '%' || l.id || '%')
  AND NOT EXISTS (SELECT 1 FROM imports o WHERE o.id = r.replaces_import_id AND (o.removed_at IS NULL OR o.content_hash = l.file_hash))`;

const IN_LIBRARY = `EXISTS (SELECT 1 FROM library_items l WHERE l.matched_asin = r.asin AND ${HOLDS_IT})
  OR EXISTS (SELECT 1 FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id
     JOIN library_items l ON l.matched_asin = b.asin WHERE a.asin = r.asin AND ${HOLDS_IT})`;

/** Nothing was ever placed for it: it ended because the book turned up. */
const ONLY_FOUND = `NOT EXISTS (SELECT 1 FROM imports i WHERE i.request_id = r.id)
  AND EXISTS (SELECT 1 FROM request_events e WHERE e.request_id = r.id AND e.event = 'found_in_library')`;

/** It was put before its person when a backup was restored; they may have been told of the book since the backup. */
const IS_HELD = `r.status = 'failed' AND EXISTS (SELECT 1 FROM request_events e
  WHERE e.request_id = r.id AND e.event = 'restored' AND e.at >= r.status_since)`;

/** Requests, and the items of their recordings; each request once, by its own ASIN rather than by a sibling's. One statement. */
async function itemsFor(sql: Pick<Sql, 'all'>, which: string, params: readonly SqlValue[]): Promise<FoundRow[]> {
  const where = `WHERE ${which} AND l.missing_scans = 0 AND ${HOLDS_IT} AND ${SPEAKS_FOR_IT}`;
  const rows = await sql.all<FoundRow>(
    `SELECT r.id, n.name AS server, l.id AS item_id, l.matched_by, 0 AS distance FROM requests r
       JOIN library_items l ON l.matched_asin = r.asin JOIN integrations n ON n.id = l.integration_id ${where}
     UNION ALL
     SELECT r.id, n.name AS server, l.id AS item_id, l.matched_by, 1 AS distance FROM requests r
       JOIN work_asins a ON a.asin = r.asin JOIN work_asins b ON b.work_id = a.work_id AND b.asin <> a.asin
       JOIN library_items l ON l.matched_asin = b.asin JOIN integrations n ON n.id = l.integration_id ${where}
     ORDER BY distance, item_id`,
    [...params, ...params],
  );
  const byRequest = new Map<string, FoundRow>();
  for (const row of rows) if (!byRequest.has(row.id)) byRequest.set(row.id, row);
  return [...byRequest.values()];
}

/**
 * Whether an import has yet to record or revert files of its own: it runs, or it is to run again after it may have placed some. What was
 * found may be those very files.
 */
async function isImporting(tx: Tx, request: Pick<RequestRow, 'id' | 'status'> | undefined): Promise<boolean> {
  if (request?.status !== 'processing' && request?.status !== 'awaiting_import') return false;
  if (request.status === 'awaiting_import' && (await lastDetail(tx, request.id, IMPORT_PLANNED)) === undefined) return false;
  return (await jobsUnderWay(tx, IMPORT.name, [requestSubject(request.id)])).size > 0;
}

/** Ends a request because the book turned up, unless its import is not over. */
async function end({ transitions }: SettlerDeps, tx: Tx, { id, server, itemId, matchedBy }: FoundRow): Promise<boolean> {
  const before = await findRequest(tx, id);
  if (await isImporting(tx, before)) return false;
  const moved = await transitions.apply(tx, id, 'found_in_library', {
    message: sentence('timeline.turned_up', { server }),
    reason: null,
    detail: { libraryItemId: itemId, matchedBy },
    // its download leaves the client, so nothing may go on with it
    set: { currentDownloadId: null },
  });
  if (moved && moved.version !== (before?.version ?? 0) + 1)
    throw new TransitionConflict(`Request ${id} was moved while it was looked at.`);
  return moved !== undefined;
}

/** Finished requests that are about a book of the library. */
const MAY_BE_LOST = `r.status_group = 'completed'
  AND ((r.type = 'audiobook' AND r.status = 'available') OR (r.type = 'ebook' AND r.status = 'downloaded' AND ${ONLY_FOUND}))`;

const LOST = `SELECT r.id, r.asin, CASE WHEN ${ONLY_FOUND} THEN 1 ELSE 0 END AS only_found FROM requests r
  WHERE ${MAY_BE_LOST} AND NOT (${IN_LIBRARY})`;

async function lostRows(sql: Pick<Sql, 'all' | 'get'>): Promise<{ rows: LostRow[]; total: number }> {
  const rows = await sql.all<LostRow>(LOST);
  if (rows.length === 0) return { rows, total: 0 };
  const all = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM requests r WHERE ${MAY_BE_LOST}`);
  return { rows, total: Number(all?.total ?? 0) };
}

/** The lost requests for these books, under any of their ASINs. One statement. */
function lostRowsOf(sql: Pick<Sql, 'all'>, asins: readonly string[]): Promise<LostRow[]> {
  const list = placeholders(asins.length);
  return sql.all<LostRow>(
    `${LOST} AND (r.asin IN (${list}) OR r.asin IN (SELECT b.asin FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id WHERE a.asin IN (${list})))`,
    [...asins, ...asins],
  );
}

export function createAvailabilitySettler(deps: SettlerDeps): AvailabilitySettler {
  const { database, transitions, log } = deps;
  const findable = placeholders(FINDABLE.length);

  async function move<T extends { readonly id: string }>(rows: readonly T[], one: (tx: Tx, row: T) => Promise<boolean>): Promise<number> {
    let moved = 0;
    for (const row of rows) {
      try {
        if (await database.transaction((tx) => one(tx, row))) moved += 1;
      } catch (error) {
        if (!(error instanceof TransitionConflict)) throw error;
        // somebody is working on it; the stored data stays true and the next scan tries again
        log.debug({ requestId: row.id }, 'a request moved while its availability was settled');
      }
    }
    return moved;
  }

  async function lose(tx: Tx, { id, onlyFound }: LostRow): Promise<boolean> {
    const isOnlyFound = isTrue(onlyFound);
    const reason = waitReason(isOnlyFound ? 'gone_from_library.never_placed' : 'gone_from_library');
    return (await transitions.apply(tx, id, isOnlyFound ? 'library_withdrawn' : 'library_loss', { reason })) !== undefined;
  }

  return {
    async found() {
      const placed = await itemsFor(database.read, `r.type = 'audiobook' AND r.status = 'downloaded' AND ${IS_NOT_REPLACED}`, []);
      const listed = await move(placed, async (tx, { id, server, itemId, matchedBy }) => {
        const moved = await transitions.apply(tx, id, 'library_match', {
          message: sentence('timeline.in_library', { server }),
          reason: null,
          detail: { libraryItemId: itemId, matchedBy },
        });
        return moved !== undefined;
      });
      const waiting = await itemsFor(database.read, `r.status IN (${findable}) AND ${REPLACES_NOTHING} AND NOT (${IS_HELD})`, FINDABLE);
      return listed + (await move(waiting, (tx, row) => end(deps, tx, row)));
    },

    async endIfFound(tx, requestId) {
      const [row] = await itemsFor(tx, `r.id = ? AND r.status IN (${findable}) AND ${REPLACES_NOTHING}`, [requestId, ...FINDABLE]);
      return row !== undefined && (await end(deps, tx, row));
    },

    async lost({ dropped, acceptLoss }) {
      const { rows, total } = await lostRows(database.read);
      const unexplained = acceptLoss ? [] : rows.filter(({ asin }) => !dropped.has(asin));
      const isSuspect = unexplained.length > UNSUSPICIOUS_LOSSES && unexplained.length * 2 > total;
      const kept = new Set(isSuspect ? unexplained : []);
      const moved = await move(
        rows.filter((row) => !kept.has(row)),
        lose,
      );
      return { moved, suspect: kept.size };
    },

    async gone(asins) {
      return asins.length === 0 ? 0 : move(await lostRowsOf(database.read, asins), lose);
    },
  };
}
