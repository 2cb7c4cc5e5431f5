import type { CatalogBook } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { CatalogService } from '../catalog/index.js';
import { awaitedByRequest } from '../lifecycle/request-store.js';
import type { FollowKind } from './follow-record.js';
import { awaitedOf } from './follow-store.js';

/** A book with a day of release that has not come. */
export interface ComingBook {
  readonly book: CatalogBook;
  /** YYYY-MM-DD */
  readonly releaseDate: string;
  /** The listings that have it; none for a book that was only requested. */
  readonly from: readonly { readonly kind: FollowKind; readonly id: string; readonly catalogId: string; readonly name: string }[];
}

/**
 * Lists the unreleased books for a person: those of series and authors they follow, and those they requested; the next first, one entry
 * per book.
 */
export type ComingUp = (userId: string) => Promise<ComingBook[]>;

interface ComingUpDeps {
  readonly database: Pick<Database, 'read'>;
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly now: () => Date;
}

/** Books that are looked up at once, whatever somebody follows. */
const MOST_BOOKS = 2_000;

export function createComingUp({ database, catalog, now }: ComingUpDeps): ComingUp {
  return async (userId) => {
    const requested = await awaitedByRequest(database.read, userId, MOST_BOOKS);
    const sources = new Map<string, ComingBook['from'][number][]>(requested.map((asin) => [asin, []]));
    for (const { asins, ...followed } of await awaitedOf(database.read, userId)) {
      for (const asin of asins) sources.set(asin, [...(sources.get(asin) ?? []), followed]);
    }
    const today = now().toISOString().slice(0, 10);
    const books = await catalog.cached([...sources.keys()].slice(0, MOST_BOOKS));
    return [...books.values()]
      .flatMap((book): ComingBook[] => {
        const { releaseDate } = book;
        if (releaseDate === undefined || releaseDate <= today) return [];
        return [{ book, releaseDate, from: sources.get(book.asin) ?? [] }];
      })
      .sort((a, b) => (a.releaseDate === b.releaseDate ? (a.book.asin < b.book.asin ? -1 : 1) : a.releaseDate < b.releaseDate ? -1 : 1));
  };
}
