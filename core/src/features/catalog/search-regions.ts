import type { Catalog, CatalogBook, CatalogSearch } from '@lectern/plugin-api';
import PQueue from 'p-queue';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { BookPage, PageQuery } from './book-page.js';
import { normalizeText } from './book-text.js';
import { findBooks, loadBooks } from './book-store.js';
import type { CatalogListing } from './catalog-listing.js';
import { isCatalogUnavailable, type CatalogRegion, type CatalogSource } from './catalog-source.js';
import { groupSameWork } from './dedupe.js';
import { pageOfWanted } from './narrator-books.js';
import type { WorkRecorder } from './work-recorder.js';
import { sentence, type Said } from '../../platform/words/index.js';

/** What became of one region of a search. */
export interface RegionOutcome {
  readonly id: string;
  /** `kept`: it does not answer, and stored books were searched. `unknown`: no catalogue has the region. */
  readonly outcome: 'answered' | 'kept' | 'failed' | 'unknown';
  /** Why it failed. */
  readonly detail?: Said;
}

/** A page of results. */
export interface SearchPage extends BookPage {
  /** The regions asked, in their order. Absent where no region was named. */
  readonly regions?: readonly RegionOutcome[];
}

export interface SearchQuery extends PageQuery {
  readonly text: string;
  /** Default: the server's region alone. No more than `limit`, because each has a share of every page. */
  readonly regions?: readonly string[] | undefined;
}

export interface CatalogSearching {
  /** The regions of all catalogues, and the server's own. */
  regions(): Promise<{ readonly items: readonly CatalogRegion[]; readonly server: string }>;
  /** @throws ApiError 422 `unknown_region` where catalogues have said which regions they have, and this is none of them */
  requireRegion(id: string): Promise<void>;
  /**
   * Asks the catalogue; when it is down, searches the stored books. Several regions are asked side by side, and each of them may fail alone;
   * every book bears its region.
   *
   * @throws ApiError 503 `catalogue_unavailable` when no region answers and nothing stored fits either
   */
  search(query: SearchQuery): Promise<SearchPage>;
  /** Books that a person reads, by the name that books give them; when the catalogue is down, the stored ones. @throws as `search` */
  narratorBooks(name: string, query: PageQuery): Promise<BookPage>;
}

export interface SearchingDeps {
  readonly database: Pick<Database, 'read'>;
  readonly source: CatalogSource;
  readonly listing: CatalogListing;
  readonly works: WorkRecorder;
  readonly region: () => Promise<string>;
}

const ASKED_AT_ONCE = 3;
/** Others have answered, and somebody waits. */
const REGION_TIMEOUT_MS = 8_000;

function oneSpaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Takes the first book of each list, then the second of each, so that no region hides another. An ASIN counts once. */
function interleave(lists: readonly (readonly CatalogBook[])[]): CatalogBook[] {
  const byAsin = new Map<string, CatalogBook>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const book = list[rank];
      if (book && !byAsin.has(book.asin)) byAsin.set(book.asin, book);
    }
  }
  return [...byAsin.values()];
}

/** One region's part of an answer. */
interface RegionPart {
  readonly outcome: RegionOutcome;
  readonly page?: BookPage;
  readonly error?: unknown;
}

export function createCatalogSearching({ database, source, listing, works, region }: SearchingDeps): CatalogSearching {
  /** Searches the stored books, and of those keeps the wanted ones. */
  async function stored(inRegion: string, text: string, { page, limit }: PageQuery, isWanted: (book: CatalogBook) => boolean) {
    const found = (await findBooks(database.read, text, inRegion)).filter(isWanted);
    const asins = groupSameWork(found).groups.flatMap(([first]) => first ?? []);
    const slice = asins.slice((page - 1) * limit, page * limit);
    const books = await loadBooks(database.read, slice, inRegion);
    return { items: slice.flatMap((asin) => books.get(asin)?.book ?? []), page, limit, total: asins.length, stale: true };
  }

  async function listed(
    key: string,
    words: Pick<CatalogSearch, 'text' | 'narrator'>,
    query: PageQuery & { readonly region: string; readonly timeoutMs?: number },
    isWanted: (book: CatalogBook) => boolean = () => true,
  ): Promise<BookPage> {
    const { region: inRegion, page, limit } = query;
    const ask = (catalog: Catalog, call: Parameters<Catalog['search']>[1]) =>
      catalog.search({ ...words, region: inRegion, page, limit }, call);
    try {
      return await listing(key, query, ask);
    } catch (error) {
      if (!isCatalogUnavailable(error)) throw error;
      const found = await stored(inRegion, words.text ?? words.narrator ?? '', { page, limit }, isWanted);
      if (found.total === 0) throw error;
      return found;
    }
  }

  const searchOne = (text: string, query: PageQuery & { readonly region: string; readonly timeoutMs?: number }) =>
    listed(`search:text:${text.toLowerCase()}`, { text }, query);

  async function askRegion(text: string, id: string, isKnown: boolean, query: PageQuery): Promise<RegionPart> {
    if (!isKnown) return { outcome: { id, outcome: 'unknown' } };
    try {
      const page = await searchOne(text, { ...query, region: id, timeoutMs: REGION_TIMEOUT_MS });
      return { page, outcome: { id, outcome: page.stale ? 'kept' : 'answered' } };
    } catch (error) {
      if (!isCatalogUnavailable(error)) throw error;
      return { error, outcome: { id, outcome: 'failed', ...(error instanceof ApiError ? { detail: error.said } : {}) } };
    }
  }

  async function knownRegions(): Promise<{ readonly items: readonly CatalogRegion[]; readonly server: string }> {
    const [items, server] = await Promise.all([source.regions(), region()]);
    return { items: items.some(({ id }) => id === server) ? items : [...items, { id: server, name: server.toUpperCase() }], server };
  }

  /** Those of these regions that some catalogue has. */
  async function knownAmong(asked: readonly string[]): Promise<ReadonlySet<string>> {
    const named = await source.regions();
    // a catalogue that has been silent since the start has named none, which says nothing of them
    return named.length === 0 ? new Set(asked) : new Set([...named.map(({ id }) => id), await region()]);
  }

  async function searchRegions(text: string, asked: readonly string[], { page, limit }: PageQuery): Promise<SearchPage> {
    const known = await knownAmong(asked);
    const share = { page, limit: Math.floor(limit / asked.length) };
    const queue = new PQueue({ concurrency: ASKED_AT_ONCE });
    const parts = await Promise.all(asked.map((id) => queue.add(() => askRegion(text, id, known.has(id), share))));
    const pages = parts.flatMap((part) => part.page ?? []);
    const fault = parts.find(({ error }) => error !== undefined);
    if (pages.length === 0 && fault) throw fault.error;
    const united = await works.unite(interleave(pages.map(({ items }) => items)));
    works.keep(united.groups, asked[0] ?? '');
    return {
      items: united.items,
      groups: [...pages.flatMap(({ groups = [] }) => groups), ...united.groups],
      page,
      limit,
      total: pages.reduce((sum, { total }) => sum + total, 0),
      hasMore: pages.some((one) => page * share.limit < one.total),
      ...(pages.length > 0 && pages.every(({ stale }) => stale) ? { stale: true } : {}),
      regions: parts.map(({ outcome }) => outcome),
    };
  }

  return {
    regions: knownRegions,
    async requireRegion(id) {
      if (id === (await region()) || (await knownAmong([id])).has(id)) return;
      throw new ApiError('unknown_region', sentence('problem.no_region', { region: id }));
    },
    async search({ text, regions, page, limit }) {
      const wanted = oneSpaced(text);
      const asked = [...new Set(regions)];
      if (asked.length > 0) return searchRegions(wanted, asked, { page, limit });
      return searchOne(wanted, { page, limit, region: await region() });
    },
    async narratorBooks(name, { page, limit }) {
      const narrator = oneSpaced(name);
      const key = normalizeText(narrator);
      const isReader = (book: CatalogBook): boolean => book.narrators.some((one) => normalizeText(one) === key);
      const inRegion = await region();
      const results = (query: PageQuery) =>
        listed(`search:narrator:${narrator.toLowerCase()}`, { narrator }, { ...query, region: inRegion }, isReader);
      return pageOfWanted(results, isReader, { page, limit });
    },
  };
}
