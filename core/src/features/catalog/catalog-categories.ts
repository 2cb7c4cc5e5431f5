import type { CatalogCategory } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { BookPage, PageQuery } from './book-page.js';
import type { CatalogListing } from './catalog-listing.js';
import { isCatalogUnavailable, isUnsupported, type CatalogSource } from './catalog-source.js';
import { knownCategories, noteOpened, openedSince, readTree, replaceTree, type KnownCategory } from './category-store.js';
import { categoryList, isKeepable, isListStored, replaceList } from './list-store.js';
import { toPlainLine } from './plain-text.js';
import { createShortCache } from './short-cache.js';
import { sentence } from '../../platform/words/index.js';

/** The tree of categories, in two levels. */
export interface CategoryTree {
  readonly items: readonly CatalogCategory[];
  /** Absent where no catalogue has categories. */
  readonly fetchedAt?: string;
  /** The catalogue does not answer; these are stored categories. */
  readonly stale?: boolean;
}

/** Categories and their books. */
export interface CatalogCategories {
  /** Empty when no catalogue has any. @throws ApiError 503 `catalogue_unavailable` when none is stored either */
  categories(): Promise<CategoryTree>;
  /**
   * Asks the catalogue; when it is down, serves the stored books of the category.
   *
   * @throws ApiError 503 `catalogue_unavailable` when nothing is kept, 404 `unknown_category` when no catalogue has categories
   */
  category(id: string, query: PageQuery): Promise<BookPage>;
  /** Names of categories, from the database only: in two statements, with an entry for each id. */
  knownCategories(ids: readonly string[]): Promise<Map<string, KnownCategory>>;
}

/** Further methods for the daily refresh. */
export interface CategoryRefresh {
  /** Fetches the tree again; an outage keeps the old one. @throws ApiError 503 `catalogue_unavailable` */
  refreshTree(signal: AbortSignal | undefined): Promise<void>;
  /** Categories of the tree whose books are kept: those that somebody shows, and those that somebody opened lately. */
  keptCategories(): Promise<readonly string[]>;
}

export interface CatalogCategoriesDeps {
  readonly database: Database;
  readonly source: CatalogSource;
  readonly listing: CatalogListing;
  /** A stored list as a page. */
  readonly keptPage: (id: string, query: PageQuery) => Promise<BookPage>;
  /** Categories that somebody shows on the home page. */
  readonly shownCategories: () => Promise<readonly string[]>;
  readonly region: () => Promise<string>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

/** The pattern of ids of categories; categories with other ids are dropped, because ids appear in paths. */
export const CATEGORY_ID = /^[A-Za-z0-9_-]{1,100}$/;
const DAY_MS = 86_400_000;
const TREE_KEEP_MS = 3_600_000;
const LATELY_MS = 30 * DAY_MS;
const MOST_OPENED = 100;
const MOST_CATEGORIES = 2000;

function clean({ id, name }: CatalogCategory): { readonly id: string; readonly name: string } | undefined {
  const title = toPlainLine(name, 200);
  return title === undefined || !CATEGORY_ID.test(id) ? undefined : { id, name: title };
}

/** The parts of a tree that can be shown, in two levels. */
function cleanTree(tree: readonly CatalogCategory[]): CatalogCategory[] {
  return tree.slice(0, MOST_CATEGORIES).flatMap((branch) => {
    const top = clean(branch);
    if (!top) return [];
    const children = (branch.children ?? []).slice(0, MOST_CATEGORIES).flatMap((child) => clean(child) ?? []);
    return [{ ...top, ...(children.length > 0 ? { children } : {}) }];
  });
}

export function createCatalogCategories(deps: CatalogCategoriesDeps): {
  readonly categories: CatalogCategories;
  readonly refresh: CategoryRefresh;
} {
  const { database, source, listing, keptPage, shownCategories, region, log, now } = deps;
  const trees = createShortCache<CategoryTree>({ keepMs: TREE_KEEP_MS, most: 20, now });
  const notedAt = new Map<string, number>();

  async function fetchTree(inRegion: string, signal?: AbortSignal): Promise<CategoryTree> {
    const answer = await source.ask('categories', (catalog, call) => catalog.categories?.({ ...call, region: inRegion }), { signal });
    const items = cleanTree(answer);
    const fetchedAt = now().toISOString();
    await database.transaction((tx) => replaceTree(tx, inRegion, items, fetchedAt));
    return { items, fetchedAt };
  }

  /** Once a day for each category, so that opening one is no write. Its first page is kept until the refresh brings more. */
  async function noteCategory(id: string, inRegion: string, { items }: BookPage): Promise<void> {
    const key = JSON.stringify([inRegion, id]);
    if (!isKeepable(id) || now().getTime() - (notedAt.get(key) ?? 0) < DAY_MS) return;
    const at = now().toISOString();
    const list = categoryList(id);
    const isKnown = await database.transaction(async (tx) => {
      if (!(await noteOpened(tx, inRegion, id, at))) return false;
      const asins = items.map(({ asin }) => asin);
      if (!(await isListStored(tx, list, inRegion))) await replaceList(tx, list, inRegion, asins, at);
      return true;
    });
    if (isKnown) notedAt.set(key, now().getTime());
  }

  const categories: CatalogCategories = {
    async categories() {
      const inRegion = await region();
      try {
        return await trees.get(inRegion, async () => {
          const stored = await readTree(database.read, inRegion);
          const isYoung = stored !== undefined && now().getTime() - Date.parse(stored.fetchedAt) < DAY_MS;
          return isYoung ? stored : fetchTree(inRegion);
        });
      } catch (error) {
        if (isUnsupported(error)) return { items: [] };
        if (!isCatalogUnavailable(error)) throw error;
        const stored = await readTree(database.read, inRegion);
        if (!stored) throw error;
        return { ...stored, stale: true };
      }
    },

    async category(id, query) {
      const inRegion = await region();
      try {
        const page = await listing(`category:${id}`, query, (catalog, call) =>
          catalog.category?.(id, { ...query, ...call, region: inRegion }),
        );
        if (query.page === 1) {
          await noteCategory(id, inRegion, page).catch((error: unknown) => log.warn({ err: error }, 'an opened category was not noted'));
        }
        return page;
      } catch (error) {
        if (isUnsupported(error)) throw new ApiError('unknown_category', sentence('problem.no_category'));
        if (!isCatalogUnavailable(error)) throw error;
        const kept = await keptPage(id, query);
        if (kept.total === 0) throw error;
        return { ...kept, stale: true };
      }
    },

    knownCategories: async (ids) => knownCategories(database.read, ids, await region()),
  };

  const refresh: CategoryRefresh = {
    async refreshTree(signal) {
      const inRegion = await region();
      await fetchTree(inRegion, signal);
      trees.clear();
    },

    async keptCategories() {
      const inRegion = await region();
      const [shown, opened] = await Promise.all([
        shownCategories(),
        openedSince(database.read, inRegion, new Date(now().getTime() - LATELY_MS).toISOString(), MOST_OPENED),
      ]);
      const known = await knownCategories(database.read, shown, inRegion);
      const listed = shown.filter((id) => known.get(id)?.isGone === false);
      return [...new Set([...listed, ...opened])].filter(isKeepable);
    },
  };

  return { categories, refresh };
}
