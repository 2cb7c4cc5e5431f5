import type { ShelfBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { isTrue, placeholders, readJson, type Database, type Sql, type SqlValue, type Tx } from '../../platform/db/index.js';
import type { MappingState, ShelfEntry } from './book-mapping.js';
import { CORRECTED_BY, correctionsOf, COUNTING_ASIN, type CorrectedBy } from './correction-store.js';
import { ShelfBookEntity } from './entities.js';
import { OPEN_OUTCOMES, type BookOutcome } from './shelf-record.js';

/** A book of a shelf with its match in the catalogue. */
export interface OpenBook {
  readonly bookId: string;
  readonly provider: string;
  readonly outcome: BookOutcome;
  readonly reason: string | null;
  readonly selected: boolean;
  readonly nextTryAt: string | null;
  readonly wanted: ShelfEntry;
  readonly mapping: {
    readonly state: MappingState;
    readonly asin: string | null;
    readonly region: string | null;
    readonly nextTryAt: string | null;
    /** Somebody said so; it is not looked up. */
    readonly isCorrected: boolean;
  };
}

/** A verdict on a book. */
export interface BookVerdict {
  readonly bookId: string;
  readonly outcome: BookOutcome;
  readonly reason?: string | null;
  readonly requestId?: string | null;
  readonly nextTryAt?: string | null;
}

/** The walk that sees books. */
export interface Walk {
  readonly id: string;
  readonly shelfId: string;
  readonly provider: string;
}

/** Consecutive complete walks without a book after which it counts as removed from the shelf. */
const WALKS_UNTIL_GONE = 2;

/** The books of shelves. Each method takes a fixed number of statements, whatever the number of books. */
export interface ShelfBooks {
  /** @param left ids of books that a plugin left out @returns how many books are new on this shelf */
  see(walk: Walk, books: readonly ShelfBook[], left: ReadonlySet<string>): Promise<number>;
  /** Call it after a complete walk. @returns how many books are gone now */
  conclude(walk: Walk): Promise<number>;
  count(shelfId: string): Promise<number>;
  /** Undecided books, most recently added first, after a book of an earlier page. */
  open(
    shelfId: string,
    limit: number,
    after?: Pick<OpenBook, 'bookId'> & { readonly addedAt: string },
  ): Promise<(OpenBook & { readonly addedAt: string })[]>;
  settle(shelfId: string, verdicts: readonly BookVerdict[]): Promise<void>;
}

interface OpenRow {
  readonly bookId: string;
  readonly provider: string;
  readonly outcome: BookOutcome;
  readonly reason: string | null;
  readonly selected: unknown;
  readonly nextTryAt: string | null;
  readonly addedAt: string;
  readonly title: string;
  readonly author: string;
  readonly isbn: string | null;
  readonly hintAsin: string | null;
  readonly series: string | null;
  readonly state: MappingState;
  readonly asin: string | null;
  readonly region: string | null;
  readonly mappingNextTryAt: string | null;
  readonly correctedBy: CorrectedBy | null;
}

/** The authors of a mapping are one text, because names contain no line breaks. */
function joinAuthors(authors: readonly string[]): string {
  return authors.join('\n');
}

async function known(sql: Sql, shelfId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.all<{ bookId: string }>(
    `SELECT book_id FROM shelf_books WHERE shelf_id = ? AND book_id IN (${placeholders(ids.length)})`,
    [shelfId, ...ids],
  );
  return new Set(rows.map(({ bookId }) => bookId));
}

/** Stores a shelf's facts about its books. */
async function saveMappings(tx: Tx, provider: string, books: readonly ShelfBook[], at: string): Promise<void> {
  const mappings = books.flatMap(({ bookId, title, authors, isbn, asin, series }): SqlValue[] => [
    ...[uuid(), provider, bookId, title, joinAuthors(authors), 'new', at],
    ...[isbn ?? null, asin ?? null, series ? JSON.stringify(series) : null],
  ]);
  // new facts about a book without a match are a reason to look again
  const changed = `(book_mappings.title <> excluded.title OR book_mappings.author <> excluded.author
    OR COALESCE(book_mappings.isbn, '') <> COALESCE(excluded.isbn, '') OR COALESCE(book_mappings.hint_asin, '') <> COALESCE(excluded.hint_asin, ''))`;
  await tx.run(
    `INSERT INTO book_mappings (id, provider, book_id, title, author, state, updated_at, isbn, hint_asin, series)
     VALUES ${books.map(() => `(${placeholders(10)})`).join(', ')}
     ON CONFLICT (provider, book_id) DO UPDATE SET
       next_try_at = CASE WHEN ${changed} AND book_mappings.state IN ('none', 'ambiguous') THEN NULL ELSE book_mappings.next_try_at END,
       title = excluded.title, author = excluded.author, isbn = excluded.isbn, hint_asin = excluded.hint_asin, series = excluded.series`,
    mappings,
  );
}

/** Records that a walk saw these books. */
async function saveSeen(
  tx: Tx,
  { id, shelfId, provider }: Walk,
  books: readonly ShelfBook[],
  left: ReadonlySet<string>,
  at: string,
): Promise<void> {
  const rows = books.map(({ bookId, title, authors, addedAt }) => ({
    shelfId,
    provider,
    bookId,
    title,
    author: authors.join(', '),
    outcome: left.has(bookId) ? ('left_out' as const) : ('waiting' as const),
    selected: !left.has(bookId),
    addedAt: addedAt ?? at,
    firstWalk: id,
    seenWalk: id,
    missingWalks: 0,
    removedAt: null,
  }));
  const update = ['title', 'author', 'selected', 'seenWalk', 'missingWalks', 'removedAt'] as const;
  await tx.upsert(ShelfBookEntity, rows, { conflict: ['shelfId', 'bookId'], update });
}

function presentOpen(row: OpenRow): OpenBook & { readonly addedAt: string } {
  const { title, author, isbn, hintAsin, series, state, asin, region, mappingNextTryAt, correctedBy, selected, ...rest } = row;
  return {
    ...rest,
    selected: isTrue(selected),
    wanted: {
      title,
      authors: author === '' ? [] : author.split('\n'),
      ...(isbn === null ? {} : { isbn }),
      ...(hintAsin === null ? {} : { asin: hintAsin }),
      ...(series === null ? {} : { series: readJson(series) }),
    },
    mapping: { state, asin, region, nextTryAt: mappingNextTryAt, isCorrected: correctedBy !== null },
  };
}

export function createShelfBooks({ database, now }: { readonly database: Database; readonly now: () => Date }): ShelfBooks {
  return {
    async see(walk, books, left) {
      if (books.length === 0) return 0;
      const at = now().toISOString();
      const ids = books.map(({ bookId }) => bookId);
      return database.transaction(async (tx) => {
        const before = await known(tx, walk.shelfId, ids);
        await saveMappings(tx, walk.provider, books, at);
        await saveSeen(tx, walk, books, left, at);
        return books.length - before.size;
      });
    },

    async conclude({ id, shelfId }) {
      return database.transaction(async (tx) => {
        await tx.run(
          'UPDATE shelf_books SET missing_walks = missing_walks + 1 WHERE shelf_id = ? AND seen_walk <> ? AND removed_at IS NULL',
          [shelfId, id],
        );
        return tx.run('UPDATE shelf_books SET removed_at = ? WHERE shelf_id = ? AND removed_at IS NULL AND missing_walks >= ?', [
          now().toISOString(),
          shelfId,
          WALKS_UNTIL_GONE,
        ]);
      });
    },

    async count(shelfId) {
      const row = await database.read.get<{ n: number }>(
        'SELECT COUNT(*) AS n FROM shelf_books WHERE shelf_id = ? AND removed_at IS NULL',
        [shelfId],
      );
      return Number(row?.n ?? 0);
    },

    async open(shelfId, limit, after) {
      const further = after ? 'AND (sb.added_at < ? OR (sb.added_at = ? AND sb.book_id > ?))' : '';
      const rows = await database.read.all<OpenRow>(
        `SELECT sb.book_id, sb.provider, sb.outcome, sb.reason, sb.selected, sb.next_try_at, sb.added_at, m.title, m.author, m.isbn, m.hint_asin,
           m.series, m.state, ${COUNTING_ASIN} AS asin, m.region, m.next_try_at AS mapping_next_try_at, ${CORRECTED_BY} AS corrected_by
         FROM shelf_books sb JOIN shelves s ON s.id = sb.shelf_id
         JOIN book_mappings m ON m.provider = sb.provider AND m.book_id = sb.book_id ${correctionsOf('s.user_id')}
         WHERE sb.shelf_id = ? AND sb.removed_at IS NULL AND sb.outcome IN (${placeholders(OPEN_OUTCOMES.length)}) ${further}
         ORDER BY sb.added_at DESC, sb.book_id LIMIT ?`,
        [shelfId, ...OPEN_OUTCOMES, ...(after ? [after.addedAt, after.addedAt, after.bookId] : []), limit],
      );
      return rows.map(presentOpen);
    },

    async settle(shelfId, verdicts) {
      if (verdicts.length === 0) return;
      const values = verdicts.map(() => '(?, ?, ?, ?, ?)').join(', ');
      await database.transaction((tx) =>
        tx.run(
          `WITH v (book_id, outcome, reason, request_id, next_try_at) AS (VALUES ${values})
           UPDATE shelf_books SET (outcome, reason, request_id, next_try_at) =
             (SELECT v.outcome, v.reason, v.request_id, v.next_try_at FROM v WHERE v.book_id = shelf_books.book_id)
           WHERE shelf_id = ? AND book_id IN (SELECT v.book_id FROM v)`,
          [
            ...verdicts.flatMap(({ bookId, outcome, reason, requestId, nextTryAt }): SqlValue[] => [
              ...[bookId, outcome, reason ?? null, requestId ?? null, nextTryAt ?? null],
            ]),
            shelfId,
          ],
        ),
      );
    },
  };
}
