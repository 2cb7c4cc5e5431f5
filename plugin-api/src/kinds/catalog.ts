import type { Call, Page } from '../call.js';

/** @since 1.0.0 */
export interface PersonRef {
  readonly name: string;
  /** The catalogue's id of an author. */
  readonly id?: string;
}

/** @since 1.0.0 */
export interface SeriesRef {
  readonly name: string;
  readonly id?: string;
  /** Text such as `1`, `2.5`, `1-7`. */
  readonly part?: string;
}

/** A book as the catalogue describes it. Every member but `asin` and `title` may be absent. @since 1.0.0 */
export interface CatalogBook {
  /** Ten characters `[A-Z0-9]`. */
  readonly asin: string;
  readonly region: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly PersonRef[];
  readonly narrators: readonly string[];
  /** The primary series first. */
  readonly series: readonly SeriesRef[];
  readonly durationMinutes?: number;
  /** `YYYY-MM-DD`; absent when unknown. */
  readonly releaseDate?: string;
  /** ISO 639-1. */
  readonly language?: string;
  readonly publisher?: string;
  readonly isbn?: string;
  /** May contain HTML; the host sanitizes it. */
  readonly description?: string;
  readonly coverUrl?: string;
  /** A few minutes to listen to, as an audio file. The server fetches it for people who want to hear it. @since 1.5.0 */
  readonly sampleUrl?: string;
  readonly genres: readonly string[];
  readonly rating?: { readonly average: number; readonly count: number };
  readonly abridged?: boolean;
  readonly adult?: boolean;
}

/** @since 1.0.0 */
export interface CatalogSearch {
  readonly text?: string;
  readonly title?: string;
  readonly author?: string;
  readonly narrator?: string;
  readonly region: string;
  /** 1-based. */
  readonly page: number;
  /** At most 50. */
  readonly limit: number;
}

/** @since 1.0.0 */
export interface CatalogCategory {
  readonly id: string;
  readonly name: string;
  readonly children?: readonly CatalogCategory[];
}

/** @since 1.0.0 */
export interface CatalogAuthor {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** A picture. The server fetches it, in a size that `coverAt` names. */
  readonly imageUrl?: string;
}

/** @since 1.0.0 */
export interface CatalogSeries {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** @since 1.0.0 */
export interface CatalogChapter {
  readonly title: string;
  readonly startMs: number;
  readonly lengthMs: number;
}

/** A page of a listing, and the region of the catalogue. `page` is 1-based, `limit` at most 50. @since 1.0.0 */
export interface Listing extends Call {
  readonly region: string;
  readonly page: number;
  readonly limit: number;
}

/** @since 1.0.0 */
export interface InRegion extends Call {
  readonly region: string;
}

/**
 * Knows books by ASIN. If an optional method is absent, the pages that need it disappear.
 *
 * @since 1.0.0
 */
export interface Catalog {
  /**
   * The shops it knows, the default one first. Every page that offers regions shows these: an admin picks one for the server, and people search
   * several at once. Ids are two to ten small letters. Every book belongs to the region it came from.
   */
  readonly regions: readonly { readonly id: string; readonly name: string }[];
  /**
   * Called while somebody types, for the books of a narrator, and to match books of shelves and libraries; several in parallel, also
   * for several regions. An empty page means that nothing was found. Throw if a region cannot be asked: the others are shown without it.
   */
  search(query: CatalogSearch, call: Call): Promise<Page<CatalogBook>>;
  /** `undefined`: no such book in this region. Throw if the question could not be answered. Answers are kept for days. */
  book(asin: string, call: InRegion): Promise<CatalogBook | undefined>;
  /** `undefined`: none, or not accurate enough. Called while a book is merged into one file whose parts do not name their chapters. */
  chapters?(asin: string, call: InRegion): Promise<readonly CatalogChapter[] | undefined>;
  /** Popular books, for the home page. Called page by page once a day. Absent: no such list. */
  popular?(listing: Listing): Promise<Page<CatalogBook>>;
  /** Recently released books, newest first. Called page by page once a day. Absent: no such list. */
  newReleases?(listing: Listing): Promise<Page<CatalogBook>>;
  /** The tree of categories, of which two levels are used. Called once a day. Absent: no categories. */
  categories?(call: InRegion): Promise<readonly CatalogCategory[]>;
  /** Books of one category, by its id. Called when somebody opens it, and once a day while it is on somebody's home page or was opened lately. */
  category?(id: string, listing: Listing): Promise<Page<CatalogBook>>;
  /** Authors by name, the best match first. `[]`: nobody. Called when somebody searches; answers are kept for an hour. */
  searchAuthors?(name: string, call: InRegion): Promise<readonly CatalogAuthor[]>;
  /**
   * `undefined`: no author with that id. Called when somebody opens an author's page or sees their picture; answers are kept for an hour, and
   * are shown for longer while nothing answers.
   */
  author?(id: string, call: InRegion): Promise<CatalogAuthor | undefined>;
  /** An author's books. Called when somebody opens the author's page. */
  authorBooks?(id: string, listing: Listing): Promise<Page<CatalogBook>>;
  /** Series by name, the best match first. `[]`: none. Called when somebody searches; answers are kept for an hour. */
  searchSeries?(name: string, call: InRegion): Promise<readonly CatalogSeries[]>;
  /**
   * `undefined`: no series with that id. Called when somebody opens a series; answers are kept for an hour, and are shown for longer while
   * nothing answers.
   */
  series?(id: string, call: InRegion): Promise<CatalogSeries | undefined>;
  /** The books of a series in order. Called when somebody opens a series. */
  seriesBooks?(id: string, listing: Listing): Promise<Page<CatalogBook>>;
  /**
   * The address at which a cover that `coverUrl` named, or a picture of an author, comes about as wide as this, in pixels; the same address for one that
   * comes in one size. Fetches nothing. Called before the server fetches a cover. Absent: covers come in one size.
   *
   * @since 1.3.0
   */
  coverAt?(coverUrl: string, call: Call & { readonly width: number }): Promise<string>;
}
