import type { BookFormat } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import type { CatalogService } from '../catalog/index.js';
import { ignoredAmong } from '../ignore-list/index.js';
import { subscribedAmong } from '../lifecycle/subscribed-books.js';
import { factsOf } from '../lifecycle/statuses.js';
import { askedBefore } from '../requests/index.js';
import type { BookState } from './follow-record.js';
import type { WalkedListing } from './walk-listing.js';

export interface PersonStatesDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'siblings'>;
  readonly availabilityOf: (asins: readonly string[], format: BookFormat) => Promise<Map<string, unknown>>;
}

/** The states that all followers of a listing share. */
export interface SharedStates {
  /** All ASINs of the recording of each book, its own first. */
  readonly editions: ReadonlyMap<string, readonly string[]>;
  readonly owned: ReadonlySet<string>;
}

/** Reads editions and the library, once for all followers. Two statements. */
export async function readSharedStates(deps: PersonStatesDeps, { books, groups }: WalkedListing): Promise<SharedStates> {
  if (books.length === 0) return { editions: new Map(), owned: new Set() };
  const siblings = await deps.catalog.siblings(books.map(({ asin }) => asin));
  const grouped = new Map(groups.flatMap((group) => group.map((asin) => [asin, group] as const)));
  const editions = new Map(
    books.map(({ asin }) => [asin, [...new Set([asin, ...(siblings.get(asin) ?? []), ...(grouped.get(asin) ?? [])])]] as const),
  );
  const owned = await deps.availabilityOf([...new Set([...editions.values()].flat())], 'audiobook');
  return { editions, owned: new Set(owned.keys()) };
}

/**
 * Returns the state of each book for one person, across all ASINs of its recording, in three statements. A book requested once is not
 * requested again, whatever became of the request.
 *
 * @param asked ASINs that were asked for earlier, of which no request may be left
 */
export async function readPersonStates(
  { database }: Pick<PersonStatesDeps, 'database'>,
  { editions, owned }: SharedStates,
  userId: string,
  asked: readonly string[],
): Promise<Map<string, BookState>> {
  if (editions.size === 0) return new Map();
  const all = [...new Set([...editions.values()].flat())];
  const earlier = await askedBefore(database.read, userId, all);
  const subscribed = await subscribedAmong(database.read, userId, all);
  const ignored = new Set((await ignoredAmong(database.read, userId, all)).map(({ asin }) => asin));
  const remembered = new Set(asked);

  function stateOf(asins: readonly string[]): BookState | undefined {
    if (asins.some((asin) => owned.has(asin))) return 'available';
    const own = asins.flatMap((asin) => earlier.get(asin) ?? []);
    if (own.some(({ status }) => factsOf(status).life !== 'dropped') || asins.some((asin) => subscribed.has(asin))) return 'requested';
    if (own.length > 0 || asins.some((asin) => remembered.has(asin))) return 'declined';
    return asins.some((asin) => ignored.has(asin)) ? 'ignored' : undefined;
  }

  const states = new Map<string, BookState>();
  for (const [asin, asins] of editions) {
    const state = stateOf(asins);
    if (state !== undefined) states.set(asin, state);
  }
  return states;
}
