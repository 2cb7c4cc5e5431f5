import type { BookFormat } from '@lectern/plugin-api';
import Type from 'typebox';
import { padded, placeholders, readJson, type Sql } from '../../platform/db/index.js';
import type { LinkItems } from './item-addresses.js';
import type { LibraryItemRow, MatchedBy } from './entities.js';

/** An item as admins see it. */
export interface LibraryEntry {
  readonly id: string;
  readonly integrationId: string;
  readonly title: string;
  readonly authors: readonly string[];
  /** The formats of the book that it holds. */
  readonly formats: readonly BookFormat[];
  /** The book it counts for. */
  readonly asin?: string;
  readonly matchedBy?: MatchedBy;
  /** The path as the media server sees it. */
  readonly path?: string;
  readonly addedAt: string;
  /** Its page at the media server. */
  readonly url?: string;
}

/** The first item of a book that admins see, or one that counts for no book. */
export interface LibraryBook extends LibraryEntry {
  /** Other items of the same book, the first found first. */
  readonly alongside?: readonly LibraryEntry[];
}

export const libraryEntrySchema = Type.Object(
  {
    id: Type.String(),
    integrationId: Type.String(),
    title: Type.String(),
    authors: Type.Array(Type.String()),
    formats: Type.Array(Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')])),
    asin: Type.Optional(Type.String()),
    matchedBy: Type.Optional(Type.Union([Type.Literal('hash'), Type.Literal('asin'), Type.Literal('manual')])),
    path: Type.Optional(Type.String()),
    addedAt: Type.String(),
    url: Type.Optional(Type.String({ description: 'Its page at the media server, http or https.' })),
  },
  { $id: 'LibraryEntry' },
);

export const libraryBookSchema = Type.Object(
  {
    ...libraryEntrySchema.properties,
    alongside: Type.Optional(
      Type.Array(libraryEntrySchema, {
        description: 'With `together`: the other items of the same book, at the same and at other servers.',
      }),
    ),
  },
  { $id: 'LibraryBook' },
);

/** The columns that {@link toEntry} reads. */
export const ENTRY_COLUMNS = 'id, integration_id, item_id, title, authors, has_audio, has_ebook, matched_asin, matched_by, path, added_at';

export type EntryRow = Pick<
  LibraryItemRow,
  'id' | 'integrationId' | 'itemId' | 'title' | 'authors' | 'hasAudio' | 'hasEbook' | 'matchedAsin' | 'matchedBy' | 'path' | 'addedAt'
>;

/** @param linksTo absent where nobody opens the item */
export function toEntry(row: EntryRow, linksTo?: LinkItems): LibraryEntry {
  const [link] = linksTo?.([row]) ?? [];
  return {
    id: row.id,
    integrationId: row.integrationId,
    title: row.title,
    authors: readJson(row.authors),
    formats: [...(row.hasAudio ? (['audiobook'] as const) : []), ...(row.hasEbook ? (['ebook'] as const) : [])],
    ...(row.matchedAsin === null ? {} : { asin: row.matchedAsin }),
    ...(row.matchedBy === null ? {} : { matchedBy: row.matchedBy }),
    ...(row.path === null ? {} : { path: row.path }),
    addedAt: row.addedAt,
    ...(link ? { url: link.url } : {}),
  };
}

/** Names with each item the others of its book. One statement. */
export async function withAlongside(sql: Pick<Sql, 'all'>, items: readonly LibraryEntry[], linksTo?: LinkItems): Promise<LibraryBook[]> {
  const asins = items.flatMap(({ asin }) => asin ?? []);
  if (asins.length === 0) return [...items];
  const wanted = padded(asins);
  const rows = await sql.all<EntryRow>(
    `SELECT ${ENTRY_COLUMNS} FROM library_items WHERE matched_asin IN (${placeholders(wanted.length)}) ORDER BY id`,
    wanted,
  );
  return items.map((item) => {
    const alongside = rows.filter(({ id, matchedAsin }) => matchedAsin === item.asin && id !== item.id);
    return alongside.length === 0 ? item : { ...item, alongside: alongside.map((row) => toEntry(row, linksTo)) };
  });
}
