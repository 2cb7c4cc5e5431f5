import type { Call, Page } from '../call.js';

/** @since 1.0.0 */
export interface ShelfBook {
  /** Stable at the service. */
  readonly bookId: string;
  readonly title: string;
  /** The first one at least; without translators and the like. Empty when the service names nobody. */
  readonly authors: readonly string[];
  /** Where the service states it apart from the title; `part` is text such as `1`, `0.1`, `1-3`. */
  readonly series?: { readonly name: string; readonly part?: string };
  /** Ten or thirteen characters. */
  readonly isbn?: string;
  /** The ASIN of an audiobook; the id of an ebook or a printed edition does not belong here. */
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
  /** Called before a shelf is added. `count` is what is known to be on it; reading a thousand books for it is enough. */
  describe(call: Call): Promise<{ readonly name: string; readonly count: number }>;
  /**
   * One page of a walk that hands out every book once, with ids that stay the same; every six hours, and when the owner
   * asks. A walk is complete when a page without `next` was read: what was not on it counts as taken off the
   * shelf. So throw when a page cannot be read or the end cannot be known; never end a walk early.
   */
  books(call: Call & { readonly cursor?: string }): Promise<Page<ShelfBook>>;
}
