import type { Logger } from '../../platform/logging/logger.js';
import type { Database } from '../../platform/db/index.js';
import { UNSUSPICIOUS_LOSSES } from './losses.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import { TransitionConflict, type RequestTransitions } from '../lifecycle/transitions.js';

/** Moves requests to where the library says they are. Looks at what is stored, so it may run at any time, again and again. */
export interface AvailabilitySettler {
  /** Requests whose book is in a library now become available. @returns how many */
  found(): Promise<number>;
  /**
   * Requests whose book is in no library any more go back to downloaded. Only right after a complete walk.
   *
   * @param options `dropped`: ASINs whose items the walk took away, which explains the loss; `acceptLoss`: an admin does
   * @returns `suspect`: so many without explanation that it is more likely a fault; these stayed
   */
  lost(options: { readonly dropped: ReadonlySet<string>; readonly acceptLoss: boolean }): Promise<{ moved: number; suspect: number }>;
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

const IN_LIBRARY = `EXISTS (SELECT 1 FROM library_items l WHERE l.matched_asin = r.asin AND l.has_audio)
  OR EXISTS (SELECT 1 FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id
     JOIN library_items l ON l.matched_asin = b.asin WHERE a.asin = r.asin AND l.has_audio)`;

export function createAvailabilitySettler({ database, transitions, log }: SettlerDeps): AvailabilitySettler {
  async function move(ids: readonly string[], one: (id: string) => Promise<boolean>): Promise<number> {
    let moved = 0;
    for (const id of ids) {
      try {
        if (await one(id)) moved += 1;
      } catch (error) {
        if (!(error instanceof TransitionConflict)) throw error;
        // somebody is at it; what is stored stays true and the next scan asks again
        log.debug({ requestId: id }, 'a request moved while its availability was settled');
      }
    }
    return moved;
  }

  return {
    async found() {
      const rows = await database.read.all<FoundRow>(
        `SELECT r.id, n.name AS server, l.id AS item_id, l.matched_by FROM requests r
           JOIN library_items l ON l.matched_asin = r.asin JOIN integrations n ON n.id = l.integration_id
           WHERE r.type = 'audiobook' AND r.status = 'downloaded' AND l.missing_scans = 0 AND l.has_audio
         UNION ALL
         SELECT r.id, n.name AS server, l.id AS item_id, l.matched_by FROM requests r
           JOIN work_asins a ON a.asin = r.asin JOIN work_asins b ON b.work_id = a.work_id AND b.asin <> a.asin
           JOIN library_items l ON l.matched_asin = b.asin JOIN integrations n ON n.id = l.integration_id
           WHERE r.type = 'audiobook' AND r.status = 'downloaded' AND l.missing_scans = 0 AND l.has_audio`,
      );
      const byRequest = new Map<string, FoundRow>();
      for (const row of rows) if (!byRequest.has(row.id)) byRequest.set(row.id, row);
      return move([...byRequest.keys()], (id) =>
        database.transaction(async (tx) => {
          const { server, itemId, matchedBy } = byRequest.get(id) as FoundRow;
          const moved = await transitions.apply(tx, id, 'library_match', {
            message: `In the library of ${server}.`,
            reason: null,
            detail: { libraryItemId: itemId, matchedBy },
          });
          return moved !== undefined;
        }),
      );
    },

    async lost({ dropped, acceptLoss }) {
      const rows = await database.read.all<{ id: string; asin: string }>(
        `SELECT r.id, r.asin FROM requests r WHERE r.type = 'audiobook' AND r.status = 'available' AND NOT (${IN_LIBRARY})`,
      );
      if (rows.length === 0) return { moved: 0, suspect: 0 };
      const all = await database.read.get<{ total: number }>(
        `SELECT COUNT(*) AS total FROM requests WHERE type = 'audiobook' AND status = 'available'`,
      );
      const unexplained = acceptLoss ? [] : rows.filter(({ asin }) => !dropped.has(asin));
      const isSuspect = unexplained.length > UNSUSPICIOUS_LOSSES && unexplained.length * 2 > Number(all?.total ?? 0);
      const kept = new Set(isSuspect ? unexplained.map(({ id }) => id) : []);
      const moved = await move(
        rows.map((row) => row.id).filter((id) => !kept.has(id)),
        (id) =>
          database.transaction(async (tx) => {
            const reason = waitReason('gone_from_library');
            const after = await transitions.apply(tx, id, 'library_loss', { message: reason.message, reason });
            return after !== undefined;
          }),
      );
      return { moved, suspect: kept.size };
    },
  };
}
