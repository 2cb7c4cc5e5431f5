import type { Call, Page } from '../call.js';

/** @since 1.0.0 */
export interface ShelfBook {
  /** Stable at the service. */
  readonly bookId: string;
  readonly title: string;
  readonly authors: readonly string[];
  readonly isbn?: string;
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
  describe(call: Call): Promise<{ readonly name: string; readonly count: number }>;
  books(call: Call & { readonly cursor?: string }): Promise<Page<ShelfBook>>;
}
