import type { BookFormat } from '@lectern/plugin-api';
import {
  correctedSearch,
  findText,
  isReadInOrder,
  readsSideBySide,
  readJson,
  type Database,
  type Found,
  type SearchTarget,
} from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { ListenLinksOf } from '../integration-records/listen-link.js';
import { LibraryItemEntity } from './entities.js';
import { SCAN_LIBRARY } from './library-jobs.js';
import { ENTRY_COLUMNS, toEntry, withAlongside, type EntryRow, type LibraryBook, type LibraryEntry } from './library-entry.js';
import { asinOf } from './library-record.js';
import type { MatchedBy } from './entities.js';
import { createAddedSince, type AddedSince } from './added-books.js';
import type { ItemAddresses } from './item-addresses.js';
import { createItemPlaces, type ItemPlaces } from './item-places.js';
import { createItemsOfBook, createLibraryBookOf, type ItemOfBook } from './items-of-book.js';
import { createListenLinks } from './listen-links.js';
import { createOwnedItems, type NamedItem, type OwnedBook } from './owned-items.js';
import { withheldKey } from './library-store.js';
import type { WithheldLoss } from './library-record.js';
import type { LibraryScanner } from './scan.js';
import { sentence } from '../../platform/words/index.js';

/** An item whose media server has a cover of it. */
interface ItemWithCover {
  readonly integrationId: string;
  /** The media server's. */
  readonly itemId: string;
  /** The time of the media server's last change to it; a changed cover has a new time. */
  readonly updatedAt: string;
}

/** The orders of the list, and by which text each puts it in order; the migration `library-orders` has an index for each. */
const ORDERS = {
  addedAt: (row: string) => `${row}added_at`,
  title: (row: string) => `LOWER(substr(${row}title, 1, 200))`,
  author: (row: string) => `LOWER(substr(${row}authors, 1, 200))`,
} as const;
export type LibraryOrder = keyof typeof ORDERS;
export const LIBRARY_ORDERS = Object.keys(ORDERS) as readonly LibraryOrder[];

export interface LibraryFilter {
  /** Words of a title, an author or an ASIN, or how they begin. */
  readonly search?: string;
  /** The media server. */
  readonly integrationId?: string;
  /** Whether the item counts for a book. */
  readonly matched?: boolean;
  /** Default: when it was added. */
  readonly sort?: LibraryOrder;
  /** Default: the newest first, names from A to Z. */
  readonly order?: 'asc' | 'desc';
  /** Items of one book are one entry: the first found, with the others beside it. */
  readonly together?: boolean;
  readonly page: number;
  readonly limit: number;
}

export interface LibraryPage {
  readonly items: LibraryBook[];
  readonly total: number;
  /** The text searched for instead, because the search itself found nothing. */
  readonly searchedFor?: string;
}

/** Missing books of a media server's library that still count as present. */
export interface ServerLoss extends WithheldLoss {
  readonly integrationId: string;
  readonly server: string;
}

/** The contents of the media servers. */
export interface LibraryService {
  /** Returns those of these books that, under any of their ASINs, are in a library in this format. One statement. */
  availabilityOf(asins: readonly string[], format: BookFormat): Promise<Map<string, NamedItem>>;
  /**
   * The items that hold these very ASINs, whatever other ASINs their recordings have: of each format the one that was found first, with links to
   * each server. One statement.
   */
  ownedItemsOf(asins: readonly string[]): Promise<Map<string, OwnedBook>>;
  /** The books of audiobooks of a media server, by the ids that it gave them. One statement. */
  booksOfItems(integrationId: string, itemIds: readonly string[]): Promise<Map<string, string>>;
  /** Where people listen to books. One statement. */
  readonly listenLinksOf: ListenLinksOf;
  readonly addedSince: AddedSince;
  /** Items that hold a book under any of these ASINs, with what their media servers say of them. One statement. */
  itemsOfBook(asins: readonly string[], most: number): Promise<ItemOfBook[]>;
  /** What an item says of the book it counts for. One statement. */
  readonly libraryBookOf: ReturnType<typeof createLibraryBookOf>;
  /** The item that can show a cover of a book, the last one changed; `undefined`: none. One statement. */
  itemWithCover(asin: string): Promise<ItemWithCover | undefined>;
  /** Where the files of items are. */
  readonly places: ItemPlaces;
  /** Books that the last complete walks missed and that were kept, because it does not look like a deletion. */
  losses(): Promise<ServerLoss[]>;
  list(filter: LibraryFilter): Promise<LibraryPage>;
  /**
   * Links an item to a book by hand; scans do not change that. `null` undoes it: the item counts again for its media
   * server's ASIN.
   *
   * @throws ApiError 404 `library_item_unknown`, 422 `asin_invalid`
   */
  linkItem(id: string, asin: string | null, actor: Actor): Promise<LibraryEntry>;
  /** @returns the id of the job */
  startScan(options: { readonly acceptLoss?: boolean }, actor: Actor): Promise<string>;
}

/** The dependencies of the library service. */
export interface LibraryServiceDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly jobs: JobQueue;
  readonly events: EventBus;
  readonly scanner: Pick<LibraryScanner, 'settler'>;
  readonly itemAddresses: ItemAddresses;
}

const TEXT: SearchTarget = { table: 'library_items', alias: 'l', columns: ['title', 'authors', 'matched_asin'] };

/** Without a search. */
const EVERYTHING: Found = { from: 'library_items l', where: '1 = 1', params: [], count: 'SELECT COUNT(*) AS total FROM library_items' };

/** The first item of each book of which something is left. */
function firstOfBooks({ from, where, params }: Found): Found {
  return {
    from: 'library_items l',
    where: `l.id IN (SELECT COALESCE((SELECT MIN(o.id) FROM library_items o WHERE o.matched_asin = m.matched_asin), m.id) FROM
      (SELECT l.id, l.matched_asin FROM ${from} WHERE ${where}) m)`,
    params,
    count: `SELECT COUNT(DISTINCT COALESCE(l.matched_asin, l.id)) AS total FROM ${from} WHERE ${where}`,
  };
}

/** Leaves of what is found what the other filters leave. */
function narrowed(found: Found, { integrationId, matched }: Pick<LibraryFilter, 'integrationId' | 'matched'>): Found {
  const where = [found.where];
  if (matched !== undefined) where.push(`l.matched_asin IS ${matched ? 'NOT NULL' : 'NULL'}`);
  if (integrationId !== undefined) where.push('l.id IN (SELECT id FROM library_items WHERE integration_id = ?)');
  if (where.length === 1) return found;
  const { from } = found;
  const all = where.join(' AND ');
  const params = [...found.params, ...(integrationId === undefined ? [] : [integrationId])];
  return { from, where: all, params, count: `SELECT COUNT(*) AS total FROM ${from} WHERE ${all}` };
}

export function createLibraryService({ database, audit, jobs, events, scanner, itemAddresses }: LibraryServiceDeps): LibraryService {
  /** Two statements, three where books are put together. The page's ids are found in an index before any row is read whole. */
  async function find(search: string, filter: Omit<LibraryFilter, 'search'>): Promise<LibraryPage> {
    const { page, limit, sort = 'addedAt', order = sort === 'addedAt' ? 'desc' : 'asc' } = filter;
    const each = narrowed(search === '' ? EVERYTHING : findText(database.dialect, TEXT, search), filter);
    const found = filter.together === true ? firstOfBooks(each) : each;
    const counted = database.read.get<{ total: number }>(found.count, found.params).then((row) => Number(row?.total ?? 0));
    if (search !== '' && !readsSideBySide(database) && (await counted) === 0) return { items: [], total: 0 };
    const { from, where, params } = found.inOrder && isReadInOrder(await counted, { page, limit }) ? found.inOrder : found;
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const by = (row: string): string => `ORDER BY ${ORDERS[sort](row)} ${direction}, ${row}id ${direction}`;
    const [rows, total] = await Promise.all([
      database.read.all<EntryRow>(
        `SELECT ${ENTRY_COLUMNS} FROM library_items WHERE id IN (SELECT id FROM
           (SELECT l.id FROM ${from} WHERE ${where} ${by('l.')} LIMIT ? OFFSET ?) AS part)
         ${by('')}`,
        [...params, limit, (page - 1) * limit],
      ),
      counted,
    ]);
    const linksTo = rows.length === 0 ? undefined : await itemAddresses.current();
    const items = rows.map((row) => toEntry(row, linksTo));
    return { items: filter.together === true ? await withAlongside(database.read, items, linksTo) : items, total };
  }

  return {
    itemWithCover: (asin) =>
      database.read.get<ItemWithCover>(
        `SELECT integration_id, item_id, updated_at FROM library_items WHERE matched_asin = ? AND has_cover AND missing_scans = 0
         ORDER BY updated_at DESC, id LIMIT 1`,
        [asin],
      ),

    ...createOwnedItems(database, itemAddresses),
    listenLinksOf: createListenLinks(database, itemAddresses),
    addedSince: createAddedSince(database),
    itemsOfBook: createItemsOfBook(database),
    libraryBookOf: createLibraryBookOf(database),
    places: createItemPlaces(database),

    async list({ search = '', ...page }) {
      const found = await find(search.trim(), page);
      if (found.total > 0 || search.trim() === '') return found;
      const searchedFor = await correctedSearch(database, TEXT, search);
      return searchedFor === undefined ? found : { ...(await find(searchedFor, page)), searchedFor };
    },

    async losses() {
      const rows = await database.read.all<{ id: string; name: string; value: string }>(
        `SELECT n.id, n.name, s.value FROM integrations n JOIN settings s ON s.key = '${withheldKey('')}' || n.id ORDER BY n.name, n.id`,
      );
      return rows.flatMap(({ id, name, value }) =>
        readJson<WithheldLoss[]>(value).map((loss) => ({ integrationId: id, server: name, ...loss })),
      );
    },

    async linkItem(id, asin, actor) {
      const wanted = asin === null ? undefined : asinOf(asin);
      if (asin !== null && wanted === undefined) throw new ApiError('asin_invalid', sentence('problem.asin_invalid'));
      const { before, after } = await database.transaction(async (tx) => {
        const row = await tx.entities.findOneBy(LibraryItemEntity, { id });
        if (!row) throw new ApiError('library_item_unknown', sentence('problem.no_library_item'));
        const matchedAsin = wanted ?? asinOf(row.asin) ?? null;
        const matchedBy: MatchedBy | null = wanted !== undefined ? 'manual' : matchedAsin === null ? null : 'asin';
        await tx.entities.update(LibraryItemEntity, { id }, { matchedAsin, matchedBy, fileHash: null });
        await audit.record(tx, {
          actorId: actor.id,
          actorName: actor.name,
          address: actor.address,
          action: wanted === undefined ? 'library.unlinked' : 'library.linked',
          targetType: 'library_item',
          targetId: id,
          detail: { title: row.title, from: row.matchedAsin, to: matchedAsin },
        });
        return { before: row.matchedAsin, after: { ...row, matchedAsin, matchedBy } };
      });
      await scanner.settler.found();
      const asins = [...new Set([before, after.matchedAsin])].filter((one) => one !== null);
      events.publish({ type: 'library.updated', data: { asins }, audience: 'everyone' });
      return toEntry(after, await itemAddresses.current());
    },

    async startScan({ acceptLoss = false }, actor) {
      await database.transaction(async (tx) => {
        await jobs.enqueue(tx, SCAN_LIBRARY(acceptLoss ? { acceptLoss } : {}, { priority: -1 }));
        await audit.record(tx, { ...byActor(actor), action: 'library.scan_asked', targetType: 'library', detail: { acceptLoss } });
      });
      const live = (await jobs.list({ name: SCAN_LIBRARY.name, limit: 5 })).filter(
        ({ state }) => state === 'queued' || state === 'running',
      );
      const job = live.find(({ state }) => state === 'queued') ?? live[0];
      if (!job) throw new ApiError('scan_not_started', sentence('problem.scan_not_started'));
      return job.id;
    },
  };
}
