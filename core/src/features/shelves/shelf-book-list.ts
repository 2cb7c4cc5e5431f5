import { isTrue, type Sql, type SqlValue } from '../../platform/db/index.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { CORRECTED_BY, correctionsOf, COUNTING_ASIN, type CorrectedBy } from './correction-store.js';
import type { BookOutcome } from './shelf-record.js';

/** A book of a shelf as its owner sees it. */
export interface ListedBook {
  readonly bookId: string;
  readonly title: string;
  readonly author: string;
  readonly outcome: BookOutcome;
  readonly reason?: string;
  /** The ASIN of the correction that applies, else of the match. */
  readonly asin?: string;
  readonly correctedBy?: CorrectedBy;
  readonly request?: { readonly id: string; readonly status: RequestStatus };
  readonly addedAt: string;
  /** The time at which its removal was noticed. */
  readonly removedAt?: string;
  readonly isNew: boolean;
}

export interface BookListFilter {
  readonly outcome?: BookOutcome | 'removed';
  readonly page: number;
  readonly limit: number;
}

interface Row {
  readonly bookId: string;
  readonly title: string;
  readonly author: string;
  readonly outcome: BookOutcome;
  readonly reason: string | null;
  readonly asin: string | null;
  readonly correctedBy: CorrectedBy | null;
  readonly requestId: string | null;
  readonly status: RequestStatus | null;
  readonly addedAt: string;
  readonly removedAt: string | null;
  readonly isNew: unknown;
}

/** A page of a shelf's books, most recently added first, in two statements. The caller has checked whose shelf it is. */
export async function listShelfBooks(
  sql: Sql,
  shelf: { readonly id: string; readonly lastWalk: string | null },
  { outcome, page, limit }: BookListFilter,
): Promise<{ readonly items: ListedBook[]; readonly total: number }> {
  const isRemoved = outcome === 'removed';
  const where = `sb.shelf_id = ? AND sb.removed_at IS ${isRemoved ? 'NOT NULL' : 'NULL'} ${outcome && !isRemoved ? 'AND sb.outcome = ?' : ''}`;
  const values: SqlValue[] = [shelf.id, ...(outcome && !isRemoved ? [outcome] : [])];
  const total = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM shelf_books sb WHERE ${where}`, values);
  const rows = await sql.all<Row>(
    `SELECT sb.book_id, sb.title, sb.author, sb.outcome, sb.reason, ${COUNTING_ASIN} AS asin, ${CORRECTED_BY} AS corrected_by, r.id AS request_id, r.status, sb.added_at, sb.removed_at,
       CASE WHEN sb.first_walk = ? THEN 1 ELSE 0 END AS is_new
     FROM shelf_books sb LEFT JOIN book_mappings m ON m.provider = sb.provider AND m.book_id = sb.book_id
     JOIN shelves s ON s.id = sb.shelf_id ${correctionsOf('s.user_id')}
     LEFT JOIN requests r ON r.id = sb.request_id
     WHERE ${where} ORDER BY sb.added_at DESC, sb.book_id LIMIT ? OFFSET ?`,
    [shelf.lastWalk ?? '', ...values, limit, (page - 1) * limit],
  );
  const items = rows.map(({ reason, asin, correctedBy, requestId, status, removedAt, isNew, ...row }) => ({
    ...row,
    ...(reason === null ? {} : { reason }),
    ...(asin === null ? {} : { asin }),
    ...(correctedBy === null ? {} : { correctedBy }),
    ...(requestId === null || status === null ? {} : { request: { id: requestId, status } }),
    ...(removedAt === null ? {} : { removedAt }),
    isNew: isTrue(isNew),
  }));
  return { items, total: Number(total?.n ?? 0) };
}
