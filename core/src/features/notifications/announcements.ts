import type { Tx } from '../../platform/db/index.js';
import type { NotificationEventId } from './notification-events.js';

/** What an announcement is about, in values that programs read. Never a secret, a path of the server, or anybody's own words. */
export interface AnnouncementSubject {
  readonly book?: { readonly asin: string; readonly title: string; readonly authors: readonly string[] };
  readonly request?: { readonly id: string; readonly type: string; readonly status: string };
  /** Display name of who requested, wrote or registered. */
  readonly user?: string;
  readonly integration?: { readonly id: string; readonly name: string };
  readonly webhook?: { readonly id: string; readonly name: string };
}

/** An event, as programs are told of it. */
export interface Announced {
  readonly event: NotificationEventId;
  /** Identical for repetitions of the same event; at most 200 characters. */
  readonly dedupeKey: string;
  /** One line of plain text. */
  readonly title: string;
  /** A path of the web UI. */
  readonly path: string | undefined;
  readonly subject: AnnouncementSubject;
  /** ISO 8601. */
  readonly at: string;
}

/** Called in the transaction of the event, also for one that was announced before. */
export type AnnouncementListener = (tx: Tx, announced: Announced) => Promise<void>;

/** Features that pass events on to others than people listen here. */
export interface Announcements {
  /** @returns a function that stops listening */
  onAnnounce(listener: AnnouncementListener): () => void;
  tell(tx: Tx, announced: Announced): Promise<void>;
}

export function createAnnouncements(): Announcements {
  const listeners = new Set<AnnouncementListener>();
  return {
    onAnnounce(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async tell(tx, announced) {
      for (const listener of listeners) await listener(tx, announced);
    },
  };
}
