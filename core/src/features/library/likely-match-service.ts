import type { CatalogBook } from '@lectern/plugin-api';
import { readJson, type Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import { toEntry, type LibraryEntry } from './library-entry.js';
import type { Likeness } from './likeness.js';
import { countToLookUp, likelyMatchesOf, queuedItems, rejectLikelyMatch } from './likely-match-store.js';
import { sentence } from '../../platform/words/index.js';

/** A book that an item may be, and how well it fits. */
export type Suggestion = Likeness & { readonly book: CatalogBook };

/** An item of a library of which nobody knows the book, and the books that it may be. */
export interface QueuedMatch {
  readonly item: LibraryEntry & { readonly narrators: readonly string[]; readonly durationMinutes?: number };
  /** The surest first. */
  readonly suggestions: readonly Suggestion[];
}

/** Suggestions for items without an ASIN. They become matches only by {@link LibraryService.linkItem}. */
export interface LikelyMatchService {
  /** Items with suggestions, the surest first, in a fixed number of statements. */
  page(query: { readonly page: number; readonly limit: number }): Promise<{
    readonly items: readonly QueuedMatch[];
    readonly total: number;
    /** Items without a book that wait to be looked up. */
    readonly waiting: number;
  }>;
  /** The books that these items may be, the surest first, in two statements. Items without a suggestion are absent. */
  suggestionsFor(itemIds: readonly string[]): Promise<Map<string, Suggestion[]>>;
  /**
   * Remembers that an item is not a book, or takes that back.
   *
   * @throws ApiError 404 `not_found`
   */
  reject(itemId: string, asin: string, isRejected: boolean, actor: Actor): Promise<void>;
}

export interface LikelyMatchDeps {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'cached'>;
  readonly audit: AuditService;
  readonly events: EventBus;
  readonly now: () => Date;
}

/** @see LikelyMatchService */
export function createLikelyMatchService({ database, catalog, audit, events, now }: LikelyMatchDeps): LikelyMatchService {
  async function suggestionsFor(itemIds: readonly string[]): Promise<Map<string, Suggestion[]>> {
    const matches = await likelyMatchesOf(database.read, itemIds);
    const books = await catalog.cached(matches.map(({ asin }) => asin));
    const found = new Map<string, Suggestion[]>();
    for (const { itemId, asin, score, titleFit, authorFit, lengthFit } of matches) {
      const book = books.get(asin);
      if (!book) continue;
      const known = found.get(itemId) ?? [];
      known.push({ book, score, title: titleFit, author: authorFit, length: lengthFit });
      found.set(itemId, known);
    }
    return found;
  }

  return {
    suggestionsFor,

    async page(query) {
      const { rows, total } = await queuedItems(database, query);
      const waiting = await countToLookUp(database.read, now());
      const suggestions = await suggestionsFor(rows.map(({ id }) => id));
      const items = rows.map((row) => ({
        item: {
          ...toEntry(row),
          narrators: readJson(row.narrators),
          ...(row.durationSeconds === null ? {} : { durationMinutes: Math.round(row.durationSeconds / 60) }),
        },
        suggestions: suggestions.get(row.id) ?? [],
      }));
      return { items, total, waiting };
    },

    async reject(itemId, asin, isRejected, actor) {
      await database.transaction(async (tx) => {
        const isThere = await rejectLikelyMatch(tx, itemId, asin, isRejected ? now().toISOString() : null);
        if (!isThere) throw new ApiError('not_found', sentence('problem.no_likely_match'));
        const action = isRejected ? 'library.match_rejected' : 'library.rejection_undone';
        await audit.record(tx, { ...byActor(actor), action, targetType: 'library_item', targetId: itemId, detail: { asin } });
      });
      events.publish({ type: 'library.updated', data: { asins: [] }, audience: 'admins' });
    },
  };
}
