import type { CatalogBook } from '@lectern/plugin-api';
import type { Caller } from '../../platform/http/route.js';
import type { Say } from '../../platform/words/index.js';
import { categoryOf, STORED_LISTS, type Annotate, type BookPage, type CatalogService, type ListKey } from '../catalog/index.js';
import { toHomeBook, type HomeBook } from './home-book.js';
import type { HomeSections } from './home-sections.js';
import type { ListedBook, ListedSection } from './section-kinds.js';

/** A row of the home page. */
export interface HomeSection {
  readonly id: string;
  readonly title: string;
  readonly items: readonly HomeBook[];
  /** The list could not be refreshed for a while. */
  readonly stale?: boolean;
  readonly fetchedAt?: string;
  /** Nothing fills this section any more. */
  readonly gone?: boolean;
}

/** Builds the home page. */
export interface HomeService {
  /** The caller's sections in their order, in a fixed number of statements whatever they hold; a section may be empty. */
  sections(caller: Pick<Caller, 'userId' | 'role' | 'permissions'>, say: Say): Promise<HomeSection[]>;
  /** A page of all books of a section, at most 500 of them, in the order of its row; in a fixed number of statements. */
  list(section: ListedSection, caller: Pick<Caller, 'userId' | 'role'>, query: Pick<BookPage, 'page' | 'limit'>): Promise<BookPage>;
}

export interface HomeDeps {
  readonly catalog: Pick<CatalogService, 'region' | 'listHeads' | 'isListStale' | 'cached'>;
  readonly homeSections: Pick<HomeSections, 'of' | 'kinds'>;
  readonly annotate: Annotate;
  readonly now: () => Date;
}

/** The most books in a row, and in all rows together. */
const LONGEST_ROW = 20;
const MOST_BOOKS = 120;
/** The most books in the list behind a row. */
const LONGEST_LIST = 500;

function listOf(section: string): ListKey | undefined {
  return STORED_LISTS.find((list) => list === section) ?? (categoryOf(section) === undefined ? undefined : (section as ListKey));
}

export function createHomeService({ catalog, homeSections, annotate, now }: HomeDeps): HomeService {
  async function rowsOf(caller: Pick<Caller, 'userId' | 'role'>) {
    const { sections } = await homeSections.of(caller.userId);
    const count = Math.min(LONGEST_ROW, Math.floor(MOST_BOOKS / sections.length));
    const heads = await catalog.listHeads(
      sections.flatMap(({ section }) => listOf(section) ?? []),
      count,
    );
    return Promise.all(
      sections.map(async (arranged) => {
        const list = listOf(arranged.section);
        const head = list && heads.get(list);
        const kind = homeSections.kinds.find(({ section }) => section === arranged.section);
        const listed = await kind?.books?.(caller, count);
        return { ...arranged, fetchedAt: head?.fetchedAt, listed: listed ?? (head?.asins ?? []).map((asin): ListedBook => ({ asin })) };
      }),
    );
  }

  /** Books by ASIN, in one statement; without those that neither the catalogue nor the list itself describes. */
  async function described(listed: readonly ListedBook[]): Promise<Map<string, CatalogBook>> {
    const region = await catalog.region();
    const books = await catalog.cached([...new Set(listed.map(({ asin }) => asin))], region);
    for (const one of listed) if (!books.has(one.asin)) bookFrom(one, region).forEach((book) => books.set(book.asin, book));
    return books;
  }

  return {
    async list(section, caller, { page, limit }) {
      const kind = homeSections.kinds.find((one) => one.section === section);
      const listed = (await kind?.books?.(caller, LONGEST_LIST)) ?? [];
      const shown = listed.slice((page - 1) * limit, page * limit);
      const books = await described(shown);
      return { items: shown.flatMap(({ asin }) => books.get(asin) ?? []), page, limit, total: listed.length };
    },
    async sections(caller, say) {
      const rows = await rowsOf(caller);
      const books = await described(rows.flatMap(({ listed }) => listed));
      const today = now().toISOString().slice(0, 10);
      const annotated = await annotate([...books.values()], caller);
      const byAsin = new Map(annotated.map((book) => [book.asin, toHomeBook(book, today)]));
      return rows.map(({ section, title, isGone, fetchedAt, listed }) => ({
        id: section,
        title: say(title),
        items: listed.flatMap(({ asin }) => byAsin.get(asin) ?? []),
        ...(fetchedAt === undefined ? {} : { fetchedAt }),
        ...(catalog.isListStale(fetchedAt) ? { stale: true } : {}),
        ...(isGone ? { gone: true } : {}),
      }));
    },
  };
}

/** A book that the catalogue does not know, built from a request or a library. */
function bookFrom({ asin, title, author = '', authors: names = [author], hasCover = false }: ListedBook, region: string): CatalogBook[] {
  if (title === undefined) return [];
  const authors = names.filter(Boolean).map((name) => ({ name }));
  // only the existence of a cover matters: its address is made of the ASIN
  return [
    { asin, region, title, authors, narrators: [], series: [], genres: [], ...(hasCover ? { coverUrl: `/api/covers/${asin}` } : {}) },
  ];
}
