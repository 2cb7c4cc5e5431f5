import type { BookFormat, CatalogBook } from '@lectern/plugin-api';
import { padded, placeholders, readJson, type Database, type Sql } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import type { ListenLink } from '../integration-records/listen-link.js';
import { CLOSED_STATUSES, isLive, type RequestStatus } from '../lifecycle/statuses.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { presentBook, type AnnotatedBook, type Book } from './schemas.js';
import { loadSiblings } from './works-store.js';

/** An item of a media server's library. */
export interface OwnedItem {
  readonly id: string;
  readonly integrationId: string;
  readonly title: string;
}

/** What the library holds of a book: of each format an item, and where people listen to it. */
type OwnedBook = Partial<Record<BookFormat, OwnedItem>> & {
  readonly listen: readonly ListenLink[];
  /** Whether the media servers listed an audiobook of it when they were last read. */
  readonly isSeen: boolean;
};

/** What the library holds of books, by exact ASIN and in one statement. */
export type OwnedItemsOf = (asins: readonly string[]) => Promise<Map<string, OwnedBook>>;

/** Who looks at books. */
type Reader = Pick<Caller, 'userId' | 'role' | 'permissions'>;

/** Those of these ASINs whose files the caller may save, as far as is known without looking at the disk. In a fixed number of statements. */
export type SavableOf = (caller: Reader, asins: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Adds the state of books for the caller, in a fixed number of statements however many books there are. A state also holds for the other ASINs of a
 * recording.
 *
 * @param groups ASINs that are known to be one recording although they may not stand in works yet
 */
export type Annotate = (books: readonly CatalogBook[], caller: Reader, groups?: readonly (readonly string[])[]) => Promise<AnnotatedBook[]>;

/** Literals, because bound values keep the database from using the index of live requests. */
const CLOSED = CLOSED_STATUSES.map((status) => `'${status}'`).join(', ');

interface RequestOfBook {
  id: string;
  asin: string;
  userId: string;
  status: RequestStatus;
  createdAt: string;
  username: string;
  /** Of a request that waits after a search. */
  reason: RequestRow['reason'];
}

function presentRequest(request: RequestOfBook, caller: Pick<Caller, 'userId' | 'role'>): NonNullable<AnnotatedBook['request']> {
  const { id, status, userId, username } = request;
  const mine = userId === caller.userId;
  const wait = readJson(request.reason);
  // only a release that was found has a time at which it is taken
  const taken = wait?.code === 'grab_delayed' ? wait.nextAt : undefined;
  return {
    id,
    status,
    mine,
    ...(taken === undefined ? {} : { takenAt: taken }),
    ...(wait && (mine || caller.role === 'admin') ? { reason: wait.code } : {}),
    ...(caller.role === 'admin' && !mine ? { username } : {}),
  };
}

function withGroups(siblings: Map<string, string[]>, groups: readonly (readonly string[])[]): Map<string, string[]> {
  for (const group of groups) {
    for (const asin of group) {
      const known = siblings.get(asin);
      if (known) siblings.set(asin, [...new Set([...known, ...group.filter((other) => other !== asin)])]);
    }
  }
  return siblings;
}

/** The caller's live request, else one that ended other than by cancelling, else the newest of others. `requests` are newest first. */
function relevantRequest(requests: readonly RequestOfBook[], userId: string): RequestOfBook | undefined {
  const mine = requests.filter((request) => request.userId === userId);
  return (
    mine.find(({ status }) => isLive(status, 'audiobook')) ??
    mine.find(({ status }) => status !== 'cancelled') ??
    requests.find((request) => request.userId !== userId)
  );
}

function newestFirst(a: RequestOfBook, b: RequestOfBook): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** What is known of an ASIN besides who owns it: a request, or a mark that has nothing but the ASIN. */
interface MarkRow extends RequestOfBook {
  kind: 'request' | 'ignored' | 'reported';
}

interface Marks {
  /** All of the caller's requests and, of each book, the newest live one of others; newest first. */
  readonly requests: readonly RequestOfBook[];
  readonly ignored: ReadonlySet<string>;
  readonly reported: ReadonlySet<string>;
}

/** Reads all marks in one statement: each trip to a database server costs more than the rows it fetches. */
async function loadMarks(read: Sql, asins: readonly string[], userId: string): Promise<Marks> {
  const list = placeholders(asins.length);
  const requests = `SELECT 'request' AS kind, r.asin, r.id, r.user_id, r.status, r.created_at, u.username,
       CASE WHEN r.status = 'awaiting_search' THEN r.reason END AS reason
     FROM requests r JOIN users u ON u.id = r.user_id`;
  const nothing = 'NULL AS id, NULL AS user_id, NULL AS status, NULL AS created_at, NULL AS username, NULL AS reason';
  const rows = await read.all<MarkRow>(
    `${requests} WHERE r.user_id = ? AND r.asin IN (${list}) AND r.type = 'audiobook'
     UNION ALL
     ${requests} WHERE r.id IN (
       SELECT (SELECT o.id FROM requests o
               WHERE o.asin = wanted.column1 AND o.type = 'audiobook' AND o.status NOT IN (${CLOSED}) AND o.user_id <> ?
               ORDER BY o.created_at DESC, o.id DESC LIMIT 1)
       FROM (VALUES ${asins.map(() => '(?)').join(', ')}) AS wanted)
     UNION ALL
     SELECT 'ignored' AS kind, asin, ${nothing} FROM ignored_audiobooks WHERE user_id = ? AND asin IN (${list})
     UNION ALL
     SELECT DISTINCT 'reported' AS kind, asin, ${nothing} FROM reported_issues WHERE state = 'open' AND asin IN (${list})`,
    [userId, ...asins, userId, ...asins, userId, ...asins, ...asins],
  );
  const asinsOf = (wanted: MarkRow['kind']) => new Set(rows.flatMap(({ kind, asin }) => (kind === wanted ? [asin] : [])));
  return {
    // sorted here: asked for an order, SQLite would walk all of the caller's requests in it
    requests: rows.filter(({ kind }) => kind === 'request').sort(newestFirst),
    ignored: asinsOf('ignored'),
    reported: asinsOf('reported'),
  };
}

function presentItem(item: OwnedItem | undefined): OwnedItem | null {
  return item ? { id: item.id, integrationId: item.integrationId, title: item.title } : null;
}

function oneOfEachServer(links: readonly ListenLink[]): ListenLink[] {
  return links.filter(({ server }, index) => links.findIndex((other) => other.server === server) === index);
}

export function createAnnotate({
  database,
  ownedItemsOf,
  savableOf,
}: {
  readonly database: Pick<Database, 'read'>;
  readonly ownedItemsOf: OwnedItemsOf;
  readonly savableOf: SavableOf;
}): Annotate {
  const { read } = database;

  return async (books, caller, groups = []) => {
    if (books.length === 0) return [];
    const siblings = withGroups(
      await loadSiblings(
        read,
        books.map(({ asin }) => asin),
      ),
      groups,
    );
    const asins = padded([...new Set([...siblings.keys(), ...[...siblings.values()].flat()])]);
    const [owned, { requests, ignored, reported }, savable] = await Promise.all([
      ownedItemsOf(asins),
      loadMarks(read, asins, caller.userId),
      savableOf(caller, asins),
    ]);
    const requestsOf = new Map<string, RequestOfBook[]>();
    for (const request of requests) {
      const same = requestsOf.get(request.asin);
      if (same) same.push(request);
      else requestsOf.set(request.asin, [request]);
    }

    return books.map((book) => {
      const editions = [book.asin, ...(siblings.get(book.asin) ?? [])];
      const all = editions.flatMap((asin) => owned.get(asin) ?? []);
      const seen = all.filter(({ isSeen }) => isSeen);
      const itemIn = (format: BookFormat) => [...seen, ...all].map((own) => own[format]).find((found) => found !== undefined);
      const item = itemIn('audiobook');
      const asked = editions.flatMap((asin) => requestsOf.get(asin) ?? []);
      if (editions.length > 1) asked.sort(newestFirst);
      const request = relevantRequest(asked, caller.userId);
      const isRequested = asked.some(({ status }) => isLive(status, 'audiobook'));
      return Object.assign(presentBook(book), {
        availability: item ? 'available' : isRequested ? 'requested' : 'none',
        request: request ? presentRequest(request, caller) : null,
        ignored: editions.some((asin) => ignored.has(asin)),
        reportedIssue: editions.some((asin) => reported.has(asin)),
        libraryItem: presentItem(item),
        listen: oneOfEachServer((seen.length > 0 ? seen : all).flatMap(({ listen }) => listen)),
        ebookItem: presentItem(itemIn('ebook')),
        savable: editions.some((asin) => savable.has(asin)),
      } satisfies Omit<AnnotatedBook, keyof Book>);
    });
  };
}
