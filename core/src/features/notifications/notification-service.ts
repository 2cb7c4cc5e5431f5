import type { CatalogBook } from '@lectern/plugin-api';
import type { Tx } from '../../platform/db/index.js';
import type { Said } from '../../platform/words/index.js';
import type { MoveAnnouncer } from '../lifecycle/announce-moves.js';

/** A book that is new where somebody follows. */
export interface FollowedBook {
  readonly userId: string;
  readonly kind: 'series' | 'author';
  /** The name of the series or the author. */
  readonly name: string;
  readonly book: CatalogBook;
  /** YYYY-MM-DD, of a book that is not out yet. */
  readonly comesOut: string | undefined;
}

/** What somebody said or decided about a reported problem. */
export interface ReportNews {
  readonly report: { readonly id: string; readonly userId: string; readonly asin: string; readonly title: string; readonly author: string };
  /** What is told once: the report, or the line of its thread. */
  readonly occasion: string;
  readonly coverUrl: string | undefined;
  readonly writer: { readonly userId: string; readonly username: string; readonly displayName: string };
  /** What is wrong, in a sentence. */
  readonly reason?: string | undefined;
  /** The writer's own words; may be empty. */
  readonly words: string;
  readonly tells: 'reporter' | 'admins';
}

/** Writes notifications into the caller's transaction; a separate job delivers them. */
export interface NotificationService extends MoveAnnouncer {
  /** @param why it does not work */
  integrationEvent(
    tx: Tx,
    event: 'integration_unhealthy' | 'integration_recovered',
    integration: { id: string; name: string },
    why?: Said,
  ): Promise<void>;
  /** The webhook was switched off, since it takes no events. */
  webhookEvent(tx: Tx, event: 'webhook_paused', webhook: { readonly id: string; readonly name: string }): Promise<void>;
  /** @param user who waits to be let in */
  userEvent(tx: Tx, event: 'user_pending', user: { readonly id: string; readonly name: string }): Promise<void>;
  /** Nobody is told of what they wrote themselves. */
  reportEvent(tx: Tx, event: 'issue_reported' | 'issue_answered' | 'issue_resolved' | 'issue_dismissed', news: ReportNews): Promise<void>;
  followEvent(tx: Tx, event: 'followed_book_found', found: FollowedBook): Promise<void>;
}
