import type { Call, Page } from '../call.js';

/** @since 1.0.0 */
export interface ShelfBook {
  /** Stable id at the service. */
  readonly bookId: string;
  readonly title: string;
  /** At least the first one; no translators and the like. Empty if the service names nobody. */
  readonly authors: readonly string[];
  /** Set if the service states it separately from the title; `part` is text such as `1`, `0.1`, `1-3`. */
  readonly series?: { readonly name: string; readonly part?: string };
  /** Ten or thirteen characters. */
  readonly isbn?: string;
  /** The ASIN of an audiobook, never that of an ebook or a printed edition. */
  readonly asin?: string;
  readonly coverUrl?: string;
  /** ISO 8601. */
  readonly addedAt?: string;
}

/**
 * A person's list at a book-tracking site. Settings are per user.
 *
 * @since 1.0.0
 */
export interface ShelfProvider {
  /** Called before a shelf is added. `count` is the known number of books; reading a thousand books for it is enough. */
  describe(call: Call): Promise<{ readonly name: string; readonly count: number }>;
  /**
   * One page of a walk that returns every book once, with stable ids; called every six hours, and when the owner asks.
   * A walk is complete when a page without `next` has been read: books that were not on it count as removed from the
   * shelf. So throw if a page cannot be read or the end is unknown; never end a walk early.
   */
  books(call: Call & { readonly cursor?: string }): Promise<Page<ShelfBook>>;
}
