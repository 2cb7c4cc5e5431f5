import type { CatalogBook } from '@lectern/plugin-api';
import { placeholders, type Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import type { Annotate, AnnotatedBook, CatalogService, StoredList } from '../catalog/index.js';
import { CLOSED_STATUSES } from '../lifecycle/statuses.js';

export type HomeSectionId = StoredList | 'in-progress' | 'recently-added';

/** A row of the home page. */
export interface HomeSection {
  readonly id: HomeSectionId;
  readonly title: string;
  readonly items: readonly AnnotatedBook[];
  /** The list could not be refreshed for a while. */
  readonly stale?: boolean;
  readonly fetchedAt?: string;
}

/** Builds the home page. */
export interface HomeService {
  /** All sections, in a fixed number of statements whatever they hold; a section may be empty. */
  sections(caller: Pick<Caller, 'userId' | 'role'>): Promise<HomeSection[]>;
}

export interface HomeDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'region' | 'listHeads' | 'isListStale' | 'cached'>;
  readonly annotate: Annotate;
}

interface Listed {
  asin: string;
  /** Taken from the request, because the catalogue may have forgotten the book. */
  title?: string;
  author?: string;
  at: string;
}

const SECTION_LENGTH = 20;
const TITLES: Readonly<Record<HomeSectionId, string>> = {
  popular: 'Popular',
  'new-releases': 'New releases',
  'in-progress': 'In progress',
  'recently-added': 'Recently added',
};

/** The newest entry of each book, newest first. */
function newestOfEach(entries: readonly Listed[]): Listed[] {
  const byAsin = new Map<string, Listed>();
  for (const entry of [...entries].sort((a, b) => (a.at < b.at ? 1 : -1))) if (!byAsin.has(entry.asin)) byAsin.set(entry.asin, entry);
  return [...byAsin.values()].slice(0, SECTION_LENGTH);
}

export function createHomeService({ database, catalog, annotate }: HomeDeps): HomeService {
  const { read } = database;

  const inProgress = (userId: string): Promise<Listed[]> =>
    read.all<Listed>(
      `SELECT asin, title, author, updated_at AS at FROM requests
       WHERE user_id = ? AND type = 'audiobook' AND status NOT IN (${placeholders(CLOSED_STATUSES.length)})
       ORDER BY created_at DESC, id DESC LIMIT ${SECTION_LENGTH}`,
      [userId, ...CLOSED_STATUSES],
    );

  /** A book of several libraries fills several rows, so twice as many are read. */
  const addedItems = (): Promise<Listed[]> =>
    read.all<Listed>(
      `SELECT matched_asin AS asin, title, added_at AS at FROM library_items WHERE matched_asin IS NOT NULL AND has_audio AND missing_scans = 0
       ORDER BY added_at DESC, id DESC LIMIT ${SECTION_LENGTH * 2}`,
    );

  const completedRequests = (): Promise<Listed[]> =>
    read.all<Listed>(
      `SELECT asin, title, author, status_since AS at FROM requests WHERE status = 'available' AND type = 'audiobook'
       ORDER BY created_at DESC, id DESC LIMIT ${SECTION_LENGTH * 2}`,
    );

  return {
    async sections(caller) {
      const region = await catalog.region();
      const [heads, mine, items, completed] = await Promise.all([
        catalog.listHeads(SECTION_LENGTH),
        inProgress(caller.userId),
        addedItems(),
        completedRequests(),
      ]);
      const sections = (['popular', 'new-releases'] as const).map((id) => {
        const head = heads.get(id);
        return { id, fetchedAt: head?.fetchedAt, listed: (head?.asins ?? []).map((asin): Listed => ({ asin, at: '' })) };
      });
      const rows: { id: HomeSectionId; fetchedAt?: string; listed: Listed[] }[] = [
        // In the order a home page shows them: what is the person's own first.
        { id: 'in-progress', listed: newestOfEach(mine) },
        { id: 'recently-added', listed: newestOfEach([...items, ...completed]) },
        ...sections,
      ];

      const all = rows.flatMap(({ listed }) => listed);
      const books = await catalog.cached([...new Set(all.map(({ asin }) => asin))], region);
      for (const { asin, title, author } of all) {
        if (title !== undefined && !books.has(asin)) books.set(asin, bookFrom(asin, region, title, author));
      }
      const annotated = await annotate([...books.values()], caller);
      const byAsin = new Map(annotated.map((book) => [book.asin, book]));
      return rows.map(({ id, fetchedAt, listed }) => ({
        id,
        title: TITLES[id],
        items: listed.flatMap(({ asin }) => byAsin.get(asin) ?? []),
        ...(fetchedAt === undefined ? {} : { fetchedAt }),
        ...(catalog.isListStale(fetchedAt) ? { stale: true } : {}),
      }));
    },
  };
}

/** A book the catalogue does not know, as a request or a library tells of it. */
function bookFrom(asin: string, region: string, title: string, author: string | undefined): CatalogBook {
  return { asin, region, title, authors: author ? [{ name: author }] : [], narrators: [], series: [], genres: [] };
}
