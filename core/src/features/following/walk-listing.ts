import type { CatalogBook } from '@lectern/plugin-api';
import type { CatalogService } from '../catalog/index.js';
import type { FollowedListing } from './follow-record.js';

/** The books that the catalogue lists of a series or an author. */
export interface WalkedListing {
  readonly books: readonly CatalogBook[];
  /** The name that its books give it; absent where none does. */
  readonly name: string | undefined;
  /** ASINs of the recordings that have several; they may not be in works yet. */
  readonly groups: readonly (readonly string[])[];
  /** There is more than is looked at. */
  readonly isCut: boolean;
}

export type ListingCatalog = Pick<CatalogService, 'seriesBooks' | 'authorBooks'>;

const PAGE = 50;
/** The most books of a listing that are read; the rest is ignored. */
const MOST_BOOKS = 1_000;

function nameIn({ kind, catalogId }: FollowedListing, books: readonly CatalogBook[]): string | undefined {
  const named = books.flatMap((book) => (kind === 'series' ? book.series : book.authors)).find(({ id }) => id === catalogId);
  return named?.name;
}

/**
 * Reads a listing from its beginning, page by page. It ends where the catalogue says so, where a page has nothing new, or
 * after so many books, whatever a catalogue claims.
 *
 * @throws ApiError 503 `catalogue_unavailable`, 404 where no catalogue lists such books
 */
export async function walkListing(catalog: ListingCatalog, listing: FollowedListing, signal: AbortSignal): Promise<WalkedListing> {
  const { kind, catalogId } = listing;
  const books = new Map<string, CatalogBook>();
  const groups: (readonly string[])[] = [];
  let isCut = false;
  for (let page = 1; ; page += 1) {
    signal.throwIfAborted();
    const query = { page, limit: PAGE };
    const slice =
      kind === 'series'
        ? await catalog.seriesBooks(catalogId, query, { live: true })
        : await catalog.authorBooks(catalogId, query, { live: true });
    const before = books.size;
    const { items, total } = slice;
    groups.push(...(slice.groups ?? []));
    for (const book of items) if (!books.has(book.asin)) books.set(book.asin, book);
    if (books.size === before || page * PAGE >= total) break;
    if (page * PAGE >= MOST_BOOKS) {
      isCut = true;
      break;
    }
  }
  const all = [...books.values()];
  return { books: all, name: nameIn(listing, all), groups, isCut };
}
