import type { Caller } from '../../platform/http/route.js';
import { correctedSearch, findText, isTrue, readJson, type Database, type SearchTarget, type SqlValue } from '../../platform/db/index.js';
import { hidePlaces } from '../../platform/logging/hide-places.js';
import { actionsFor, type RequestAction } from './request-actions.js';
import { BOOK_COLUMNS, requestBook, type BookColumns } from './request-book.js';
import { isCuredByChoice, reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import { requestCounts } from '../lifecycle/request-counts.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';
import type { RequestSummary } from './request-schemas.js';
import { IS_BEHIND, withAlongside } from './requests-alongside.js';
import { groupOf, GROUPS, REQUEST_STATUSES, type RequestStatus, type StatusGroup } from '../lifecycle/statuses.js';
import { stageOf } from '../lifecycle/stages.js';

/** Selects the requests to list. */
export interface RequestFilter {
  readonly scope: 'mine' | 'all';
  readonly group?: StatusGroup;
  readonly status?: RequestStatus;
  /** Words of a title or author, or how they begin. */
  readonly search?: string;
  /** Shows only the oldest of several requests for a book that wait for approval; it names the others. Does not apply to one's own. */
  readonly together?: boolean;
  readonly sort: 'createdAt' | 'updatedAt' | 'title';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
}

/** A listed request before it is made the caller's. */
export interface ListedRequest extends RequestRow, BookColumns {
  readonly username: string;
  readonly displayName: string;
  readonly subscribed: unknown;
}

type Viewer = Pick<Caller, 'userId' | 'role' | 'permissions'>;

const SORT = { createdAt: 'r.created_at', updatedAt: 'r.updated_at', title: 'r.title' } as const;

const REQUEST_COLUMNS = `r.id, r.user_id, r.asin, r.region, r.type, r.title, r.author, r.status, r.status_since,
  r.reason, r.origin, r.parent_request_id, r.custom_search_terms, r.note, r.search_attempts, r.download_attempts, r.import_attempts,
  r.current_download_id, r.progress, r.created_at, r.updated_at, u.username, u.display_name`;

const FROM = `FROM requests r JOIN users u ON u.id = r.user_id LEFT JOIN audiobooks b ON b.asin = r.asin AND b.region = r.region`;

function selectList(viewer: Viewer): { sql: string; params: SqlValue[] } {
  return {
    sql: `SELECT ${REQUEST_COLUMNS}, ${BOOK_COLUMNS},
      EXISTS (SELECT 1 FROM request_subscribers s WHERE s.request_id = r.id AND s.user_id = ?) AS subscribed`,
    params: [viewer.userId],
  };
}

function hidePlacesIn<T extends Readonly<Record<string, unknown>>>(texts: T): T {
  const hidden = Object.entries(texts).map(([name, value]) => [name, typeof value === 'string' ? hidePlaces(value) : value]);
  return Object.fromEntries(hidden) as T;
}

/** Only admins see where the server keeps things and which services it uses, and most of the advice. */
function forMember(stored: WaitReason, actions: readonly RequestAction[]): WaitReason {
  const mayChoose = actions.includes('select');
  const worded = reasonForMember(stored, mayChoose);
  const isTheirs = worded !== undefined || (mayChoose && isCuredByChoice(stored.code));
  const { message, nextStep, todo, values, wording, ...rest } = worded ?? stored;
  return {
    ...rest,
    ...hidePlacesIn({ message, ...(nextStep === undefined ? {} : { nextStep }), ...(todo === undefined || !isTheirs ? {} : { todo }) }),
    ...(worded === undefined || values === undefined ? {} : { wording, values: hidePlacesIn(values) }),
  };
}

const TEXT: SearchTarget = { table: 'requests', alias: 'r', columns: ['title', 'author'] };

interface Found {
  readonly rows: readonly ListedRequest[];
  /** Absent if the counts of all statuses give it. */
  readonly total?: number | undefined;
  /** The text that the rows match, if the search itself found nothing. */
  readonly searchedFor?: string;
}

/** A page of requests, and how many there are in each group. */
export interface RequestPage {
  readonly items: RequestSummary[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly counts: Record<StatusGroup, number>;
  /** The text searched for instead, because the search itself found nothing. */
  readonly searchedFor?: string;
}

/** The filters of a list. */
type Filtered = Pick<RequestFilter, 'status' | 'group' | 'search' | 'together'>;

interface Conditions {
  /** Has the columns of a request by which lists are filtered and sorted, as `r`. */
  readonly from: string;
  /** Counts the results of a search without other filters. */
  readonly count?: string;
  readonly where: readonly string[];
  readonly params: readonly SqlValue[];
}

interface Order {
  readonly by: (typeof SORT)[keyof typeof SORT];
  readonly direction: 'ASC' | 'DESC';
}

interface Clause {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

function conditionsOf({ status, group, search, together }: Filtered, dialect: Database['dialect']): Conditions {
  const where: string[] = [];
  const params: SqlValue[] = [];
  let from = 'requests r';
  let count: string | undefined;
  if (status) {
    where.push('r.status_group = ? AND r.status = ?');
    params.push(groupOf(status), status);
  } else if (group) {
    where.push('r.status_group = ?');
    params.push(group);
  }
  if (search !== undefined) {
    const found = findText(dialect, TEXT, search);
    from = found.from;
    if (where.length === 0) count = found.count;
    where.push(found.where);
    params.push(...found.params);
  }
  if (together === true) {
    where.push(`NOT (${IS_BEHIND})`);
    count = undefined;
  }
  return { from, where, params, ...(count === undefined ? {} : { count }) };
}

/** @param userId whose requests; `undefined`: of all */
function inScope(userId: string | undefined, subscribes: boolean, { where, params }: Conditions): Clause {
  const subscribed = ' OR r.id IN (SELECT request_id FROM request_subscribers WHERE user_id = ?)';
  const scope = userId === undefined ? [] : [subscribes ? `(r.user_id = ?${subscribed})` : 'r.user_id = ?'];
  const all = [...scope, ...where];
  const ids = userId === undefined ? [] : subscribes ? [userId, userId] : [userId];
  return { sql: all.length > 0 ? `WHERE ${all.join(' AND ')}` : '', params: [...ids, ...params] };
}

/** A page whose ids are found in an index before any row is read whole. */
function pageInOrder(from: string, scoped: Clause, { by, direction }: Order, count: number, offset: number): Clause {
  return {
    sql: `WHERE r.id IN (SELECT id FROM (SELECT r.id FROM ${from} ${scoped.sql}
        ORDER BY ${by} ${direction}, r.id ${direction} LIMIT ? OFFSET ?) AS part)
      ORDER BY ${by} ${direction}, r.id ${direction}`,
    params: [...scoped.params, count, offset],
  };
}

/** A page of one's own and those subscribed to, each found apart, as no index has them together in order. */
function pageWithSubscribed(
  userId: string,
  { from, where, params }: Conditions,
  { by, direction }: Order,
  count: number,
  offset: number,
): Clause {
  const first = (rows: string, owner: string): string =>
    `SELECT id, sort_key FROM (SELECT r.id, ${by} AS sort_key FROM ${rows} WHERE ${[owner, ...where].join(' AND ')}
       ORDER BY ${by} ${direction}, r.id ${direction} LIMIT ?) AS part`;
  const own = first(from, 'r.user_id = ?');
  const subscribed = first(`${from} JOIN request_subscribers s ON s.request_id = r.id`, 's.user_id = ?');
  const each = [userId, ...params, offset + count];
  return {
    sql: `WHERE r.id IN (SELECT id FROM (${own} UNION ${subscribed}) AS parts
        ORDER BY sort_key ${direction}, id ${direction} LIMIT ? OFFSET ?)
      ORDER BY ${by} ${direction}, r.id ${direction}`,
    params: [...each, ...each, count, offset],
  };
}

/**
 * A row as one caller may see it. A person who joins sees the display name of the requester; that person's sign-in name and their message
 * to the admins stay between them and the admins.
 */
export function presentRequest(row: ListedRequest, viewer: Viewer): RequestSummary {
  const isPrivy = viewer.role === 'admin' || row.userId === viewer.userId;
  const reason = readJson(row.reason) ?? null;
  const actions = actionsFor(row, viewer);
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    group: groupOf(row.status),
    statusSince: row.statusSince,
    reason: reason && viewer.role !== 'admin' ? forMember(reason, actions) : reason,
    book: requestBook(row),
    user: { id: row.userId, displayName: row.displayName, ...(isPrivy ? { username: row.username } : {}) },
    mine: row.userId === viewer.userId,
    subscribed: isTrue(row.subscribed),
    progress: readJson(row.progress),
    stage: stageOf(row),
    origin: row.origin,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    parentRequestId: row.parentRequestId ?? undefined,
    customSearchTerms: row.customSearchTerms ?? undefined,
    note: isPrivy ? (row.note ?? undefined) : undefined,
    downloadAttempts: row.downloadAttempts,
    actions,
  };
}

async function countOf({ read }: Database, sql: string, params: readonly SqlValue[]): Promise<number> {
  return Number((await read.get<{ total: number }>(sql, params))?.total ?? 0);
}

/** Counts the requests that a list leaves out because it shows them with an older one. Few requests wait for approval. */
function countBehind(database: Database, { status, group }: RequestFilter): Promise<number> {
  const { where, params } = conditionsOf({ status, group }, database.dialect);
  return countOf(database, `SELECT COUNT(*) AS total FROM requests r WHERE ${[...where, IS_BEHIND].join(' AND ')}`, params);
}

/**
 * Lists requests: three statements for one's own (four when one subscribes to others'), two for all, and one more with a
 * search that finds something. Putting together those that wait for the same book costs two more, a search included.
 */
export function createRequestList(database: Database) {
  async function subscribesToAny(viewer: Viewer): Promise<boolean> {
    return (await database.read.get('SELECT 1 AS one FROM request_subscribers WHERE user_id = ? LIMIT 1', [viewer.userId])) !== undefined;
  }

  async function counts(filter: RequestFilter, viewer: Viewer, subscribes: boolean): Promise<Partial<Record<RequestStatus, number>>> {
    const mine = filter.scope === 'mine';
    const [own, subscribed] = await Promise.all([
      requestCounts(database.read, mine ? viewer.userId : undefined),
      subscribes
        ? database.read.all<{ status: RequestStatus; n: number }>(
            `SELECT r.status, COUNT(*) AS n FROM request_subscribers s JOIN requests r ON r.id = s.request_id
             WHERE s.user_id = ? AND r.user_id <> ? GROUP BY r.status`,
            [viewer.userId, viewer.userId],
          )
        : [],
    ]);
    const sums: Partial<Record<RequestStatus, number>> = {};
    for (const { status, n } of [...own, ...subscribed]) sums[status] = (sums[status] ?? 0) + Number(n);
    return sums;
  }

  /** A page, and how many there are if nothing but the search tells. */
  async function find(filter: RequestFilter, viewer: Viewer, subscribes: boolean): Promise<Found> {
    const userId = filter.scope === 'mine' ? viewer.userId : undefined;
    const conditions = conditionsOf(filter, database.dialect);
    const order = { by: SORT[filter.sort], direction: filter.order === 'asc' ? 'ASC' : 'DESC' } as const;
    const offset = (filter.page - 1) * filter.limit;
    const scoped = inScope(userId, subscribes, conditions);
    const shown =
      subscribes && userId !== undefined
        ? pageWithSubscribed(userId, conditions, order, filter.limit, offset)
        : pageInOrder(conditions.from, scoped, order, filter.limit, offset);
    const select = selectList(viewer);
    const [rows, total] = await Promise.all([
      database.read.all<ListedRequest>(`${select.sql} ${FROM} ${shown.sql}`, [...select.params, ...shown.params]),
      filter.search === undefined
        ? undefined
        : countOf(
            database,
            userId === undefined && conditions.count !== undefined
              ? conditions.count
              : `SELECT COUNT(*) AS total FROM ${conditions.from} ${scoped.sql}`,
            scoped.params,
          ),
    ]);
    return { rows, total };
  }

  /** The results of a search, or of a probable correction of it. */
  async function findMeant(filter: RequestFilter, viewer: Viewer, subscribes: boolean): Promise<Found> {
    const found = await find(filter, viewer, subscribes);
    if (filter.search === undefined || found.total !== 0) return found;
    const searchedFor = await correctedSearch(database, TEXT, filter.search);
    return searchedFor === undefined ? found : { ...(await find({ ...filter, search: searchedFor }, viewer, subscribes)), searchedFor };
  }

  return {
    async page(asked: RequestFilter, viewer: Viewer): Promise<RequestPage> {
      const filter = { ...asked, search: asked.search?.trim() || undefined, together: asked.together === true && asked.scope === 'all' };
      const subscribes = filter.scope === 'mine' && (await subscribesToAny(viewer));
      const [{ rows, total, searchedFor }, byStatus, behind] = await Promise.all([
        findMeant(filter, viewer, subscribes),
        counts(filter, viewer, subscribes),
        filter.together && filter.search === undefined ? countBehind(database, filter) : 0,
      ]);
      const groups = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Record<StatusGroup, number>;
      for (const status of REQUEST_STATUSES) groups[groupOf(status)] += byStatus[status] ?? 0;
      const all = Object.values(groups).reduce((sum, n) => sum + n, 0);
      const listed = filter.status ? (byStatus[filter.status] ?? 0) : filter.group ? groups[filter.group] : all;
      const items = rows.map((row) => presentRequest(row, viewer));
      return {
        items: filter.together ? await withAlongside(database.read, items) : items,
        page: filter.page,
        limit: filter.limit,
        total: total ?? listed - behind,
        counts: groups,
        ...(searchedFor === undefined || total === 0 ? {} : { searchedFor }),
      };
    },

    /** One request as a caller sees it. */
    async row(id: string, viewer: Viewer): Promise<ListedRequest | undefined> {
      const select = selectList(viewer);
      return database.read.get<ListedRequest>(`${select.sql} ${FROM} WHERE r.id = ?`, [...select.params, id]);
    },

    async one(id: string, viewer: Viewer): Promise<RequestSummary | undefined> {
      const row = await this.row(id, viewer);
      return row && presentRequest(row, viewer);
    },
  };
}

export type RequestList = ReturnType<typeof createRequestList>;
