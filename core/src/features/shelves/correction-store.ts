import type { Sql, Tx } from '../../platform/db/index.js';
import { BookMappingCorrectionEntity } from './entities.js';
import type { MappingMethod, MappingState } from './book-mapping.js';

/** Replaces the id of a user: the correction of an admin, which applies to everyone without one of their own. */
export const EVERYONE = 'everyone';

/** A book of a site, whoever has it on a shelf. */
export interface SiteBook {
  readonly provider: string;
  readonly bookId: string;
}

/** The author of the correction that a mapping follows. */
export type CorrectedBy = 'you' | 'everyone';

/** A site's book, its match, and who corrected that. */
export interface StoredMapping extends SiteBook {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly isbn: string | null;
  readonly hintAsin: string | null;
  readonly state: MappingState;
  readonly asin: string | null;
  readonly method: MappingMethod | null;
  readonly ownAsin: string | null;
  readonly ownAt: string | null;
  readonly commonAsin: string | null;
  readonly commonAt: string | null;
}

/** Joins the corrections of a book `sb` that a user has: their own, and the one for everyone. @param user the SQL of an id */
export function correctionsOf(user: string): string {
  const join = (name: string, holdsFor: string) =>
    `LEFT JOIN book_mapping_corrections ${name} ON ${name}.provider = sb.provider AND ${name}.book_id = sb.book_id AND ${name}.holds_for = ${holdsFor}`;
  return `${join('own', user)} ${join('common', `'${EVERYONE}'`)}`;
}

/** The book that counts, by {@link correctionsOf} and a mapping `m`. */
export const COUNTING_ASIN = `CASE WHEN own.book_id IS NOT NULL THEN own.asin WHEN common.book_id IS NOT NULL THEN common.asin ELSE m.asin END`;

/** The author of the correction that applies; null for none. */
export const CORRECTED_BY = `CASE WHEN own.book_id IS NOT NULL THEN 'you' WHEN common.book_id IS NOT NULL THEN 'everyone' END`;

/** A mapping as a user sees it, in one statement. */
export function mappingFor(sql: Sql, userId: string, { provider, bookId }: SiteBook): Promise<StoredMapping | undefined> {
  return sql.get<StoredMapping>(
    `SELECT sb.id, sb.provider, sb.book_id, sb.title, sb.author, sb.isbn, sb.hint_asin, sb.state, sb.asin, sb.method,
       own.asin AS own_asin, own.created_at AS own_at, common.asin AS common_asin, common.created_at AS common_at
     FROM book_mappings sb ${correctionsOf('?')} WHERE sb.provider = ? AND sb.book_id = ?`,
    [userId, provider, bookId],
  );
}

/** Whether a shelf has, or had, a book. */
export async function hasBook(sql: Sql, shelfId: string, bookId: string): Promise<boolean> {
  return (await sql.get('SELECT book_id FROM shelf_books WHERE shelf_id = ? AND book_id = ?', [shelfId, bookId])) !== undefined;
}

/** @param holdsFor the id of a user, or {@link EVERYONE} */
export async function saveCorrection(
  tx: Tx,
  { provider, bookId }: SiteBook,
  holdsFor: string,
  asin: string | null,
  at: string,
): Promise<void> {
  const row = { provider, bookId, holdsFor, asin, createdAt: at };
  await tx.upsert(BookMappingCorrectionEntity, row, { conflict: ['provider', 'bookId', 'holdsFor'], update: ['asin', 'createdAt'] });
}

/** @returns whether there was one */
export async function dropCorrection(tx: Tx, { provider, bookId }: SiteBook, holdsFor: string): Promise<boolean> {
  const dropped = await tx.run('DELETE FROM book_mapping_corrections WHERE provider = ? AND book_id = ? AND holds_for = ?', [
    ...[provider, bookId, holdsFor],
  ]);
  return dropped > 0;
}

/** A shelf that has a book. */
export interface AffectedShelf {
  readonly id: string;
  readonly userId: string;
  readonly paused: unknown;
}

/** Shelves whose book a correction changes: those of one user, or of all who have no correction of their own. One statement. */
export function affectedShelves(sql: Sql, { provider, bookId }: SiteBook, holdsFor: string): Promise<AffectedShelf[]> {
  const whose =
    holdsFor === EVERYONE
      ? `NOT EXISTS (SELECT 1 FROM book_mapping_corrections own
           WHERE own.provider = sb.provider AND own.book_id = sb.book_id AND own.holds_for = s.user_id)`
      : 's.user_id = ?';
  return sql.all<AffectedShelf>(
    `SELECT s.id, s.user_id, s.paused FROM shelf_books sb JOIN shelves s ON s.id = sb.shelf_id
     WHERE sb.provider = ? AND sb.book_id = ? AND sb.removed_at IS NULL AND ${whose} ORDER BY s.id`,
    [provider, bookId, ...(holdsFor === EVERYONE ? [] : [holdsFor])],
  );
}

/** Has the next sync of a shelf look at a book again. Requests made for it earlier are the person's to keep or cancel. */
export async function reopenBook(tx: Tx, shelfId: string, bookId: string): Promise<void> {
  await tx.run(
    `UPDATE shelf_books SET outcome = 'waiting', reason = NULL, request_id = NULL, next_try_at = NULL WHERE shelf_id = ? AND book_id = ?`,
    [shelfId, bookId],
  );
}
