import type { BookFormat, CatalogBook } from '@lectern/plugin-api';
import { placeholders, type Database, type Sql } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { CLOSED_STATUSES, isLive, type RequestStatus } from '../lifecycle/statuses.js';
import { presentBook, type AnnotatedBook, type Book } from './schemas.js';
import { loadSiblings } from './works-store.js';

/** An item of a media server's library. */
export interface OwnedItem {
  readonly id: string;
  readonly integrationId: string;
  readonly title: string;
}

/** Items of the library that hold a book in a format, by exact ASIN, in a fixed number of statements. */
export type AvailabilityOf = (asins: readonly string[], format: BookFormat) => Promise<Map<string, OwnedItem>>;

/**
 * Adds the state of books for the caller, in a fixed number of statements however many books there are. A state also holds for the other
 * ASINs of a recording.
 *
 * @param groups ASINs that are known to be one recording although they may not stand in works yet
 */
export type Annotate = (
  books: readonly CatalogBook[],
  caller: Pick<Caller, 'userId' | 'role'>,
  groups?: readonly (readonly string[])[],
) => Promise<AnnotatedBook[]>;

/** Literals, because bound values keep the database from using the index of live requests. */
const CLOSED = CLOSED_STATUSES.map((status) => `'${status}'`).join(', ');

interface RequestOfBook {
  id: string;
  asin: string;
  userId: string;
  status: RequestStatus;
  createdAt: string;
  username: string;
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

/** All of the caller's requests of books and, of each, the newest live one of others; newest first, in one statement. */
async function loadRequests(read: Sql, asins: readonly string[], userId: string): Promise<RequestOfBook[]> {
  const columns = 'SELECT r.id, r.asin, r.user_id, r.status, r.created_at, u.username FROM requests r JOIN users u ON u.id = r.user_id';
  const rows = await read.all<RequestOfBook>(
    `${columns} WHERE r.user_id = ? AND r.asin IN (${placeholders(asins.length)}) AND r.type = 'audiobook'
     UNION ALL
     ${columns} WHERE r.id IN (
       SELECT (SELECT o.id FROM requests o
               WHERE o.asin = wanted.column1 AND o.type = 'audiobook' AND o.status NOT IN (${CLOSED}) AND o.user_id <> ?
               ORDER BY o.created_at DESC, o.id DESC LIMIT 1)
       FROM (VALUES ${asins.map(() => '(?)').join(', ')}) AS wanted)`,
    [userId, ...asins, userId, ...asins],
  );
  // sorted here: asked for an order, SQLite would walk all of the caller's requests in it
  return rows.sort(newestFirst);
}

function presentItem(item: OwnedItem | undefined): OwnedItem | null {
  return item ? { id: item.id, integrationId: item.integrationId, title: item.title } : null;
}

export function createAnnotate({
  database,
  availabilityOf,
}: {
  readonly database: Database;
  readonly availabilityOf: AvailabilityOf;
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
    const asins = [...new Set([...siblings.keys(), ...[...siblings.values()].flat()])];
    const list = placeholders(asins.length);
    const [owned, ownedEbooks, requests, ignoredRows, issueRows] = await Promise.all([
      availabilityOf(asins, 'audiobook'),
      availabilityOf(asins, 'ebook'),
      loadRequests(read, asins, caller.userId),
      read.all<{ asin: string }>(`SELECT asin FROM ignored_audiobooks WHERE user_id = ? AND asin IN (${list})`, [caller.userId, ...asins]),
      read.all<{ asin: string }>(`SELECT DISTINCT asin FROM reported_issues WHERE state = 'open' AND asin IN (${list})`, asins),
    ]);
    const ignored = new Set(ignoredRows.map(({ asin }) => asin));
    const reported = new Set(issueRows.map(({ asin }) => asin));
    const requestsOf = new Map<string, RequestOfBook[]>();
    for (const request of requests) {
      const same = requestsOf.get(request.asin);
      if (same) same.push(request);
      else requestsOf.set(request.asin, [request]);
    }

    return books.map((book) => {
      const editions = [book.asin, ...(siblings.get(book.asin) ?? [])];
      const itemIn = (items: ReadonlyMap<string, OwnedItem>) =>
        editions.map((asin) => items.get(asin)).find((found) => found !== undefined);
      const item = itemIn(owned);
      const ebookItem = itemIn(ownedEbooks);
      const asked = editions.flatMap((asin) => requestsOf.get(asin) ?? []);
      if (editions.length > 1) asked.sort(newestFirst);
      const request = relevantRequest(asked, caller.userId);
      const isRequested = asked.some(({ status }) => isLive(status, 'audiobook'));
      const mine = request?.userId === caller.userId;
      return Object.assign(presentBook(book), {
        availability: item ? 'available' : isRequested ? 'requested' : 'none',
        request: request
          ? { id: request.id, status: request.status, mine, ...(caller.role === 'admin' && !mine ? { username: request.username } : {}) }
          : null,
        ignored: editions.some((asin) => ignored.has(asin)),
        reportedIssue: editions.some((asin) => reported.has(asin)),
        libraryItem: presentItem(item),
        ebookItem: presentItem(ebookItem),
      } satisfies Omit<AnnotatedBook, keyof Book>);
    });
  };
}
