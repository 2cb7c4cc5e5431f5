import type { CatalogBook } from '@lectern/plugin-api';

/** A page of books, each recording once. */
export interface BookPage {
  readonly items: readonly CatalogBook[];
  readonly page: number;
  readonly limit: number;
  /** The size of the listing before equal recordings were merged. */
  readonly total: number;
  /** The catalogue does not answer; this is what was known before. */
  readonly stale?: boolean;
  /** When a stored list was fetched. */
  readonly fetchedAt?: string;
  /** ASINs of each recording on this page that has several; they may not stand in works yet. */
  readonly groups?: readonly (readonly string[])[];
}

/** 1-based page. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}
