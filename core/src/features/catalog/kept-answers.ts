import type { CatalogAuthor } from '@lectern/plugin-api';
import type { Database, Tx } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { BookPage, PageQuery } from './book-page.js';
import type { KeepPage } from './catalog-listing.js';
import { entriesNamed, forgetEntries, picturesOfEntries, readEntry, saveEntry, type EntryKind, type StoredEntry } from './entry-store.js';
import { forgetOpenedLists, readListPage, replaceSlice, type OpenedList } from './list-store.js';

/** What the catalogue said about authors and series that people opened, for times when it does not answer. */
export interface KeptAnswers {
  /** Keeps a page that the catalogue sent, without being waited for. */
  keepPage(list: OpenedList, region: string, ...page: Parameters<KeepPage>): void;
  /** Keeps a description, without being waited for. */
  keepEntry(kind: EntryKind, region: string, entry: CatalogAuthor): void;
  /** `undefined`: nothing of the page is kept. In one statement. */
  page(list: OpenedList, region: string, query: PageQuery): Promise<BookPage | undefined>;
  entry(kind: EntryKind, region: string, id: string): Promise<StoredEntry | undefined>;
  named(kind: EntryKind, region: string, name: string): Promise<StoredEntry[]>;
  /** Addresses of pictures, by the ids of their entries. In one statement. */
  pictures(kind: EntryKind, region: string, ids: readonly string[]): Promise<Map<string, string>>;
  /** Forgets what is old, and the oldest of what is too much. @returns how many lists and descriptions */
  forget(): Promise<number>;
  /** Resolves when nothing is being kept any more. */
  idle(): Promise<void>;
}

const DAY_MS = 86_400_000;
const KEEP_DAYS = 90;
/** Lists, and descriptions, that are kept at most. */
const MOST_KEPT = 3_000;
const MOST_NAMED = 50;

export function createKeptAnswers({
  database,
  log,
  now,
}: {
  readonly database: Database;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}): KeptAnswers {
  // one after the other: two pages of one list at once would wait for each other's rows
  let last: Promise<void> = Promise.resolve();
  const later = (work: (tx: Tx) => Promise<void>): void => {
    last = last
      .then(() => database.transaction(work))
      .catch((error: unknown) => log.warn({ err: error }, 'an answer of the catalogue was not kept'));
  };

  return {
    keepPage(list, region, { items, page, limit, total }, places) {
      // an empty answer to a first page is an outage in disguise; what is kept is better
      if (page === 1 && items.length === 0) return;
      const listed = items.flatMap(({ asin }) => {
        const position = places.get(asin);
        return position === undefined ? [] : [{ asin, position }];
      });
      const slice = { region, page, limit, listed, isLast: page * limit >= total };
      const fetchedAt = now().toISOString();
      later((tx) => replaceSlice(tx, list, { ...slice, fetchedAt }));
    },
    keepEntry(kind, region, entry) {
      const fetchedAt = now().toISOString();
      later((tx) => saveEntry(tx, kind, region, { ...entry, fetchedAt }));
    },
    async page(list, region, { page, limit }) {
      const { books, total, fetchedAt } = await readListPage(database.read, list, region, page, limit);
      // an empty page would pass for the end of the list, and what was kept of it may be its beginning only
      if ((page - 1) * limit >= total || fetchedAt === undefined) return undefined;
      return { items: books, page, limit, total, fetchedAt, stale: true };
    },
    entry: (kind, region, id) => readEntry(database.read, kind, region, id),
    named: (kind, region, name) => entriesNamed(database.read, kind, region, name, MOST_NAMED),
    pictures: (kind, region, ids) => picturesOfEntries(database.read, kind, region, ids),
    forget() {
      const kept = { before: new Date(now().getTime() - KEEP_DAYS * DAY_MS).toISOString(), most: MOST_KEPT };
      return database.transaction(async (tx) => (await forgetOpenedLists(tx, kept)) + (await forgetEntries(tx, kept)));
    },
    idle: () => last,
  };
}
