import type { CatalogBook } from '@lectern/plugin-api';

/** A page of books, each recording once. */
export interface BookPage {
  readonly items: readonly CatalogBook[];
  readonly page: number;
  readonly limit: number;
  /** The size of the listing before equal recordings were merged. */
  readonly total: number;
  /** Whether there is another page, where the total does not tell. */
  readonly hasMore?: boolean;
  /** There may be more that is never listed, because only so much of the catalogue was looked through. */
  readonly isCut?: boolean;
  /** The catalogue does not answer; these are stored books. */
  readonly stale?: boolean;
  /** The time at which a stored list was fetched; of several times the earliest. */
  readonly fetchedAt?: string;
  /** ASINs of each recording on this page that has several; they may not be in works yet. */
  readonly groups?: readonly (readonly string[])[];
}

/** 1-based page. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}
