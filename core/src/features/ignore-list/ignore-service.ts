import type { CatalogBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { CatalogService } from '../catalog/index.js';
import type { IgnoredAudiobookRow } from './entities.js';
import { lockAccount } from '../users/account-rows.js';
import { addIgnored, countIgnored, ignoredAmong, ignoredPage, removeIgnored } from './ignore-store.js';
import { sentence } from '../../platform/words/index.js';

/** Entries a person may have. */
const MOST_IGNORED = 10_000;

/** An entry with what is stored of its book. */
export interface IgnoredAudiobook {
  readonly id: string;
  readonly asin: string;
  readonly createdAt: string;
  readonly book: CatalogBook | undefined;
}

/** Whether a book is ignored, and by which entry. */
export interface IgnoreCheck {
  readonly entry: IgnoredAudiobook | undefined;
  /** `sibling`: the entry has another ASIN of the same recording. */
  readonly through: 'itself' | 'sibling' | undefined;
}

/** Books that a person does not want to be asked for automatically. Each counts for every ASIN of its recording. */
export interface IgnoreService {
  page(
    userId: string,
    query: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly items: IgnoredAudiobook[]; readonly total: number }>;
  /** An entry that was there already is answered as it is. @throws ApiError 409 `too_many_ignored` */
  add(userId: string, asin: string): Promise<{ readonly entry: IgnoredAudiobook; readonly isNew: boolean }>;
  check(userId: string, asin: string): Promise<IgnoreCheck>;
  /** Those of many ASINs that a person ignores, in two statements. */
  which(userId: string, asins: readonly string[]): Promise<ReadonlySet<string>>;
  /** @throws ApiError 404 `not_found` */
  remove(userId: string, id: string): Promise<void>;
}

export interface IgnoreDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'cached' | 'siblings'>;
  readonly now: () => Date;
  /** Called after each change of a person's list. */
  readonly onChange: (userId: string) => void;
}

function entryOf({ id, asin, createdAt }: IgnoredAudiobookRow, books: ReadonlyMap<string, CatalogBook>): IgnoredAudiobook {
  return { id, asin, createdAt, book: books.get(asin) };
}

export function createIgnoreService({ database, catalog, now, onChange }: IgnoreDeps): IgnoreService {
  async function withBooks(rows: readonly IgnoredAudiobookRow[]): Promise<IgnoredAudiobook[]> {
    if (rows.length === 0) return [];
    const books = await catalog.cached(rows.map(({ asin }) => asin));
    return rows.map((row) => entryOf(row, books));
  }

  async function withBook(row: IgnoredAudiobookRow): Promise<IgnoredAudiobook> {
    return entryOf(row, await catalog.cached([row.asin]));
  }

  /** @returns the new row, or the one that was there */
  async function insert(userId: string, asin: string): Promise<{ readonly row: IgnoredAudiobookRow; readonly isNew: boolean }> {
    const row = { id: uuid(), userId, asin, createdAt: now().toISOString() };
    try {
      return await database.transaction(async (tx) => {
        // two entries at the same moment on PostgreSQL would both find room
        await lockAccount(tx, userId);
        const [known] = await ignoredAmong(tx, userId, [asin]);
        if (known) return { row: known, isNew: false };
        if ((await countIgnored(tx, userId)) >= MOST_IGNORED) {
          throw new ApiError('too_many_ignored', sentence('problem.too_many_ignored', { most: MOST_IGNORED }));
        }
        await addIgnored(tx, row);
        return { row, isNew: true };
      });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // two clicks at the same moment on PostgreSQL: the unique index let one through
      const [known] = await ignoredAmong(database.read, userId, [asin]);
      if (known) return { row: known, isNew: false };
      throw error;
    }
  }

  return {
    async page(userId, query) {
      const { rows, total } = await ignoredPage(database.read, userId, query);
      return { items: await withBooks(rows), total };
    },

    async add(userId, asin) {
      const { row, isNew } = await insert(userId, asin);
      if (isNew) onChange(userId);
      return { entry: await withBook(row), isNew };
    },

    async check(userId, asin) {
      const siblings = (await catalog.siblings([asin])).get(asin) ?? [];
      const rows = await ignoredAmong(database.read, userId, [asin, ...siblings]);
      const row = rows.find((one) => one.asin === asin) ?? rows[0];
      if (!row) return { entry: undefined, through: undefined };
      return { entry: await withBook(row), through: row.asin === asin ? 'itself' : 'sibling' };
    },

    async which(userId, asins) {
      if (asins.length === 0) return new Set();
      const siblings = await catalog.siblings(asins);
      const all = [...new Set([...asins, ...[...siblings.values()].flat()])];
      const ignored = new Set((await ignoredAmong(database.read, userId, all)).map(({ asin }) => asin));
      return new Set(asins.filter((asin) => [asin, ...(siblings.get(asin) ?? [])].some((one) => ignored.has(one))));
    },

    async remove(userId, id) {
      const wasThere = await database.transaction((tx) => removeIgnored(tx, userId, id));
      if (!wasThere) throw new ApiError('not_found', sentence('problem.no_ignored'));
      onChange(userId);
    },
  };
}
