import { placeholders, readJsonOr, type Database, type RowOf } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { hidePlaces, sayingNoPlaces } from '../../platform/logging/hide-places.js';
import type { Say, Speakers } from '../../platform/words/index.js';
import type { ListenLink, ListenLinksOf } from '../integration-records/listen-link.js';
import { requestedBooks } from '../lifecycle/requested-books.js';
import { languagesOf } from '../users/account-rows.js';
import { composeText, type MessageText } from './compose-message.js';
import type { NotificationEntity } from './entities.js';
import { offeredEvents } from './notification-events.js';

/** A notification as its owner sees it. */
export interface NotificationItem {
  readonly id: string;
  readonly event: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly at: string;
  readonly read: boolean;
  readonly requestId?: string;
  /** A path of the web UI. */
  readonly path?: string;
  /** The book that it is about. */
  readonly asin?: string;
  /** The reader may approve or deny the request. */
  readonly awaitsDecision?: true;
  /** Where the reader listens to the book that came. */
  readonly listen?: readonly ListenLink[];
}

/** One page of a user's notifications, newest first. */
export interface NotificationPage {
  readonly items: readonly NotificationItem[];
  /** Counts all notifications, not just this page. */
  readonly unread: number;
  readonly nextCursor?: string;
}

/** A user's own notifications. */
export interface NotificationCenter {
  /**
   * @param cursor the `nextCursor` of the previous page
   * @param say for who has chosen no language; others read their own, as in mail
   */
  list(
    user: Pick<Caller, 'userId' | 'role'>,
    options: { readonly cursor?: string; readonly limit: number },
    say: Say,
  ): Promise<NotificationPage>;
  /** @param ids default: all unread ones; those of others are ignored */
  markRead(userId: string, ids?: readonly string[]): Promise<void>;
}

type Row = Pick<
  RowOf<typeof NotificationEntity>,
  'id' | 'event' | 'title' | 'lines' | 'facts' | 'requestId' | 'path' | 'asin' | 'createdAt' | 'readAt'
>;

/** The text in a language, or as it was written if nobody knows from what. */
function textOf({ event, title, lines, facts }: Pick<Row, 'event' | 'title' | 'lines' | 'facts'>, say: Say): MessageText {
  const known = offeredEvents().find(({ id }) => id === event);
  const values = readJsonOr(facts, undefined);
  return known && values ? composeText(known, values, say) : { title, lines: readJsonOr(lines, []) };
}

function toItem({ requestId, path, asin, createdAt, readAt, ...row }: Row, say: Say): NotificationItem {
  return {
    id: row.id,
    event: row.event,
    ...textOf(row, say),
    at: createdAt,
    read: readAt !== null,
    ...(requestId === null ? {} : { requestId }),
    ...(path === null ? {} : { path }),
    ...(asin === null ? {} : { asin }),
  };
}

/** Only admins see where the server keeps things and which services it uses. */
function withoutPlaces(item: NotificationItem): NotificationItem {
  return { ...item, title: hidePlaces(item.title), lines: item.lines.map(hidePlaces) };
}

export interface NotificationCenterDeps {
  readonly database: Database;
  readonly speakers: Speakers;
  readonly listenLinksOf: ListenLinksOf;
  readonly now: () => Date;
}

export function createNotificationCenter({ database, speakers, listenLinksOf, now }: NotificationCenterDeps): NotificationCenter {
  /** Adds where to listen to books that came, and whether the reader decides about those that wait. Two statements. */
  async function withRequests(items: readonly NotificationItem[], role: Caller['role']): Promise<NotificationItem[]> {
    const requests = await requestedBooks(
      database.read,
      items.flatMap(({ requestId }) => requestId ?? []),
    );
    const came = (item: NotificationItem): string | undefined => {
      const request = item.event === 'request_available' ? requests.get(item.requestId ?? '') : undefined;
      return request?.type === 'audiobook' ? request.asin : undefined;
    };
    const links = await listenLinksOf(items.flatMap((item) => came(item) ?? []));
    return items.map((item) => {
      const listen = links.get(came(item) ?? '') ?? [];
      const awaitsDecision =
        role === 'admin' && item.event === 'request_pending_approval' && requests.get(item.requestId ?? '')?.status === 'awaiting_approval';
      return { ...item, ...(listen.length > 0 ? { listen } : {}), ...(awaitsDecision ? { awaitsDecision } : {}) };
    });
  }

  return {
    async list({ userId, role }, { cursor, limit }, sayAsked) {
      const own = (await languagesOf(database.read, [userId])).get(userId);
      const say = own === undefined ? sayAsked : await speakers.in(own);
      // ids grow with time
      const rows = await database.read.all<Row>(
        `SELECT id, event, title, lines, facts, request_id, path, asin, created_at, read_at FROM notifications
         WHERE user_id = ? ${cursor === undefined ? '' : 'AND id < ?'} ORDER BY id DESC LIMIT ?`,
        [userId, ...(cursor === undefined ? [] : [cursor]), limit + 1],
      );
      const unread = await database.read.get<{ n: number }>(
        'SELECT COUNT(*) AS n FROM notifications WHERE user_id = ? AND read_at IS NULL',
        [userId],
      );
      const told = rows.slice(0, limit);
      const items =
        role === 'admin' ? told.map((row) => toItem(row, say)) : told.map((row) => withoutPlaces(toItem(row, sayingNoPlaces(say))));
      const last = rows.length > limit ? items.at(-1) : undefined;
      return { items: await withRequests(items, role), unread: Number(unread?.n ?? 0), ...(last ? { nextCursor: last.id } : {}) };
    },

    async markRead(userId, ids) {
      if (ids?.length === 0) return;
      await database.transaction((tx) =>
        tx.run(
          `UPDATE notifications SET read_at = ? WHERE user_id = ? AND read_at IS NULL ${ids ? `AND id IN (${placeholders(ids.length)})` : ''}`,
          [now().toISOString(), userId, ...(ids ?? [])],
        ),
      );
    },
  };
}
