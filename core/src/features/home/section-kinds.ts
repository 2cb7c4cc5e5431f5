import { isTrue, placeholders, readJson, type Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { sentence, type Sentence } from '../../platform/words/index.js';
import { STORED_LISTS, type CatalogService } from '../catalog/index.js';
import { CLOSED_STATUSES } from '../lifecycle/statuses.js';
import { nextParts } from './next-parts.js';

/** A book of a section, before the catalogue is asked about it. */
export interface ListedBook {
  readonly asin: string;
  /** Taken from a request or a library, because the catalogue may have forgotten the book. */
  readonly title?: string;
  /** Of a library. */
  readonly authors?: readonly string[];
  /** Of a request, which has them as one text. */
  readonly author?: string;
  /** A library has a cover of it. */
  readonly hasCover?: boolean;
}

/** A kind of section on the home page besides categories. */
export interface SectionKind {
  readonly section: string;
  readonly title: Sentence;
  /** Returns its first books, in a fixed number of statements and without a network call. Absent for a stored list of the catalogue. */
  readonly books?: (caller: Pick<Caller, 'userId' | 'role'>, count: number) => Promise<readonly ListedBook[]>;
}

interface Dated extends ListedBook {
  readonly at: string;
}

/** The first entry of each book. */
function firstOfEach<T extends ListedBook>(entries: readonly T[], count: number): T[] {
  const byAsin = new Map<string, T>();
  for (const entry of entries) if (!byAsin.has(entry.asin)) byAsin.set(entry.asin, entry);
  return [...byAsin.values()].slice(0, count);
}

/** The newest entry of each book, newest first. */
function newestOfEach(entries: readonly Dated[], count: number): Dated[] {
  const newestFirst = [...entries].sort((a, b) => (a.at < b.at ? 1 : -1));
  return firstOfEach(newestFirst, count);
}

function inProgress({ read }: Database): SectionKind {
  return {
    section: 'in-progress',
    title: sentence('home_section.in-progress'),
    async books({ userId }, count) {
      // what moves by itself before what waits
      const rows = await read.all<ListedBook>(
        `SELECT asin, title, author FROM requests
         WHERE user_id = ? AND type = 'audiobook' AND status NOT IN (${placeholders(CLOSED_STATUSES.length)})
         ORDER BY CASE status_group WHEN 'active' THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT ?`,
        [userId, ...CLOSED_STATUSES, count],
      );
      return firstOfEach(rows, count);
    },
  };
}

function recentlyAdded({ read }: Database): SectionKind {
  /** A book of several libraries fills several rows, so twice as many are read. */
  async function items(count: number): Promise<Dated[]> {
    const rows = await read.all<{ asin: string; title: string; authors: string; hasCover: unknown; at: string }>(
      `SELECT matched_asin AS asin, title, authors, has_cover, added_at AS at FROM library_items
       WHERE matched_asin IS NOT NULL AND has_audio AND missing_scans = 0 ORDER BY added_at DESC, id DESC LIMIT ?`,
      [count * 2],
    );
    return rows.map(({ authors, hasCover, ...row }) => ({
      ...row,
      authors: readJson<string[]>(authors),
      hasCover: isTrue(hasCover),
    }));
  }

  const completed = (count: number): Promise<Dated[]> =>
    read.all<Dated>(
      `SELECT asin, title, author, status_since AS at FROM requests WHERE status = 'available' AND type = 'audiobook'
       ORDER BY created_at DESC, id DESC LIMIT ?`,
      [count * 2],
    );

  return {
    section: 'recently-added',
    title: sentence('home_section.recently-added'),
    books: async (_caller, count) => newestOfEach((await Promise.all([items(count), completed(count)])).flat(), count),
  };
}

/** Sections that only the home page has and that can be longer than their row. */
export const LISTED_SECTIONS = ['recently-added', 'continue-series'] as const;
export type ListedSection = (typeof LISTED_SECTIONS)[number];

/** Books of the library whose series are continued, the last added ones, and stored books that are looked through for it. */
const MOST_OWNED = 300;
const MOST_SERIES = 60;
const MOST_PARTS = 1000;

function continueSeries({ read }: Database, catalog: SectionCatalog, now: () => Date): SectionKind {
  async function inLibrary(asins: readonly string[]): Promise<ReadonlySet<string>> {
    if (asins.length === 0) return new Set();
    const rows = await read.all<{ asin: string }>(
      `SELECT matched_asin AS asin FROM library_items WHERE has_audio AND missing_scans = 0 AND matched_asin IN (${placeholders(asins.length)})`,
      asins,
    );
    return new Set(rows.map(({ asin }) => asin));
  }

  return {
    section: 'continue-series',
    title: sentence('home_section.continue-series'),
    async books(_caller, count) {
      const items = await read.all<{ asin: string }>(
        `SELECT matched_asin AS asin FROM library_items WHERE matched_asin IS NOT NULL AND has_audio AND missing_scans = 0
         ORDER BY added_at DESC, id DESC LIMIT ?`,
        [MOST_OWNED],
      );
      const asins = [...new Set(items.map(({ asin }) => asin))];
      const known = await catalog.seriesOf(asins);
      const owned = asins.map((asin) => ({ series: known.get(asin) ?? [] }));
      const names = [...new Set(owned.flatMap(({ series: [primary] }) => (primary?.part === undefined ? [] : [primary.name])))];
      const stored = await catalog.storedOfSeries(names.slice(0, MOST_SERIES), MOST_PARTS);
      const siblings = await catalog.siblings(stored.map(({ asin }) => asin));
      const there = await inLibrary([...siblings].flat(2));
      const isOwned = (asin: string): boolean => [asin, ...(siblings.get(asin) ?? [])].some((one) => there.has(one));
      return nextParts(owned, stored, isOwned, now().toISOString().slice(0, 10))
        .slice(0, count)
        .map(({ asin }) => ({ asin }));
    },
  };
}

/** The part of the catalogue that sections use, all of it stored. */
export type SectionCatalog = Pick<CatalogService, 'seriesOf' | 'siblings' | 'storedOfSeries'>;

/** Books of what people follow. A higher floor gives them, in a fixed number of statements each and without a network call. */
export interface FollowedBooks {
  /** ASINs of the newest books that are out, newest first. */
  newest(userId: string, count: number): Promise<readonly string[]>;
  /** ASINs of books to come of what a person follows or requested, the next first. */
  comingUp(userId: string, count: number): Promise<readonly string[]>;
}

/** The series that people listen to. A higher floor gives them, in a fixed number of statements and without a network call. */
export interface HeardSeries {
  /** ASINs of the parts that come next, the series heard last first; none for who has not switched it on. */
  nextParts(userId: string, count: number): Promise<readonly string[]>;
}

function ofFollowed(section: 'next-parts' | 'followed' | 'coming-up', read: FollowedBooks['newest']): SectionKind {
  const title = sentence(`home_section.${section}`);
  return { section, title, books: async ({ userId }, count) => (await read(userId, count)).map((asin) => ({ asin })) };
}

export interface SectionDeps {
  readonly database: Database;
  readonly catalog: SectionCatalog;
  readonly followedBooks: FollowedBooks;
  readonly listening: HeardSeries;
  readonly now: () => Date;
}

/** Lists the kinds of sections in the default order: a person's own books first. A new kind is a member of this list. */
export function sectionKinds({ database, catalog, followedBooks, listening, now }: SectionDeps): readonly SectionKind[] {
  return [
    inProgress(database),
    recentlyAdded(database),
    ...STORED_LISTS.map((section): SectionKind => ({ section, title: sentence(`home_section.${section}`) })),
    continueSeries(database, catalog, now),
    ofFollowed('next-parts', (userId, count) => listening.nextParts(userId, count)),
    ofFollowed('followed', (userId, count) => followedBooks.newest(userId, count)),
    ofFollowed('coming-up', (userId, count) => followedBooks.comingUp(userId, count)),
  ];
}

/** The sections of somebody who never arranged them. */
export const DEFAULT_SECTIONS: readonly string[] = ['in-progress', 'recently-added', ...STORED_LISTS];
