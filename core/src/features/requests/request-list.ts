import type { Caller } from '../../platform/http/route.js';
import { isTrue, placeholders, readJson, type Database, type Sql, type SqlValue } from '../../platform/db/index.js';
import { hidePlaces } from '../../platform/logging/hide-places.js';
import { actionsFor, type RequestAction } from './request-actions.js';
import { BOOK_COLUMNS, requestBook, type BookColumns } from './request-book.js';
import { isCuredByChoice, reasonForMember } from '../lifecycle/reasons/wait-reasons.js';
import { requestCounts } from '../lifecycle/request-counts.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';
import type { Alongside, RequestSummary } from './request-schemas.js';
import { groupOf, GROUPS, REQUEST_STATUSES, type RequestStatus, type StatusGroup } from '../lifecycle/statuses.js';
import { stageOf } from '../lifecycle/stages.js';

/** Which requests to list. */
export interface RequestFilter {
  readonly scope: 'mine' | 'all';
  readonly group?: StatusGroup;
  readonly status?: RequestStatus;
  /** Part of a title or author. */
  readonly search?: string;
  /** Of several requests for a book that wait for approval only the oldest, which names the others. Not for one's own. */
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

/** Where the server keeps things, and what it talks to, is for admins only; so is most of what there is to do. */
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

interface Conditions {
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

/** An older request `o` for the same recording that waits for approval as `r` does. */
const SAME_BOOK = `o.status_group = 'waiting' AND o.status = 'awaiting_approval' AND o.type = r.type AND (o.asin = r.asin
  OR o.asin IN (SELECT b.asin FROM work_asins a JOIN work_asins b ON b.work_id = a.work_id WHERE a.asin = r.asin))`;
const IS_BEHIND = `r.status_group = 'waiting' AND r.status = 'awaiting_approval' AND EXISTS (SELECT 1 FROM requests o
  WHERE ${SAME_BOOK} AND (o.created_at < r.created_at OR (o.created_at = r.created_at AND o.id < r.id)))`;

interface Beside extends Pick<RequestRow, 'id' | 'userId' | 'createdAt' | 'note'> {
  readonly besideId: string;
  readonly username: string;
  readonly displayName: string;
}

/** Who else waits for approval of the books of some requests, the oldest first. One statement. */
async function besides(sql: Pick<Sql, 'all'>, ids: readonly string[]): Promise<Map<string, Beside[]>> {
  const found = new Map<string, Beside[]>();
  if (ids.length === 0) return found;
  const rows = await sql.all<Beside>(
    `SELECT r.id AS beside_id, o.id, o.user_id, o.created_at, o.note, u.username, u.display_name
     FROM requests r JOIN requests o ON o.id <> r.id AND ${SAME_BOOK} JOIN users u ON u.id = o.user_id
     WHERE r.id IN (${placeholders(ids.length)}) ORDER BY o.created_at, o.id`,
    ids,
  );
  for (const row of rows) found.set(row.besideId, [...(found.get(row.besideId) ?? []), row]);
  return found;
}

function toAlongside({ id, userId, createdAt, note, username, displayName }: Beside): Alongside {
  return { id, createdAt, note: note ?? undefined, user: { id: userId, displayName, username } };
}

/** @param userId whose requests; `undefined`: of all */
function inScope(userId: string | undefined, subscribes: boolean, { where, params }: Conditions): Clause {
  const subscribed = ' OR r.id IN (SELECT request_id FROM request_subscribers WHERE user_id = ?)';
  const scope = userId === undefined ? [] : [subscribes ? `(r.user_id = ?${subscribed})` : 'r.user_id = ?'];
  const all = [...scope, ...where];
  const ids = userId === undefined ? [] : subscribes ? [userId, userId] : [userId];
  return { sql: all.length > 0 ? `WHERE ${all.join(' AND ')}` : '', params: [...ids, ...params] };
}

/** A page of one's own and those subscribed to, each found apart (together no index has them in order) before any row is read whole. */
function pageOf(userId: string, { where, params }: Conditions, { by, direction }: Order, count: number, offset: number): Clause {
  const first = (from: string, owner: string): string =>
    `SELECT id, sort_key FROM (SELECT r.id, ${by} AS sort_key FROM ${from} WHERE ${[owner, ...where].join(' AND ')}
       ORDER BY ${by} ${direction}, r.id ${direction} LIMIT ?) AS part`;
  const own = first('requests r', 'r.user_id = ?');
  const subscribed = first('request_subscribers s JOIN requests r ON r.id = s.request_id', 's.user_id = ?');
  const each = [userId, ...params, offset + count];
  return {
    sql: `WHERE r.id IN (SELECT id FROM (${own} UNION ${subscribed}) AS parts
        ORDER BY sort_key ${direction}, id ${direction} LIMIT ? OFFSET ?)
      ORDER BY ${by} ${direction}, r.id ${direction}`,
    params: [...each, ...each, count, offset],
  };
}

/**
 * A row as one caller may see it. Who joins sees by the display name who asked; what that person signs in as, and what
 * they wrote to the admins, is between them and the admins.
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

/**
 * Lists requests: three statements for one's own (four when one subscribes to others'), two for all, and one more with a
 * search. Putting together those that wait for the same book costs two more, a search included.
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

  return {
    async page(
      filter: RequestFilter,
      viewer: Viewer,
    ): Promise<{ items: RequestSummary[]; page: number; limit: number; total: number; counts: Record<StatusGroup, number> }> {
      const where: string[] = [];
      const params: SqlValue[] = [];
      const mine = filter.scope === 'mine';
      const subscribes = mine && (await subscribesToAny(viewer));
      if (filter.status) {
        where.push('r.status_group = ? AND r.status = ?');
        params.push(groupOf(filter.status), filter.status);
      } else if (filter.group) {
        where.push('r.status_group = ?');
        params.push(filter.group);
      }
      const search = filter.search?.trim().toLowerCase();
      if (search) {
        const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
        where.push("(LOWER(r.title) LIKE ? ESCAPE '\\' OR LOWER(r.author) LIKE ? ESCAPE '\\')");
        params.push(like, like);
      }
      const together = filter.together === true && !mine;
      const isBehind = together ? [`NOT (${IS_BEHIND})`] : [];
      const direction = filter.order === 'asc' ? 'ASC' : 'DESC';
      const by = SORT[filter.sort];
      const offset = (filter.page - 1) * filter.limit;
      const scoped = inScope(mine ? viewer.userId : undefined, subscribes, { where: [...where, ...isBehind], params });
      const shown: Clause = subscribes
        ? pageOf(viewer.userId, { where, params }, { by, direction }, filter.limit, offset)
        : {
            sql: `${scoped.sql} ORDER BY ${by} ${direction}, r.id ${direction} LIMIT ? OFFSET ?`,
            params: [...scoped.params, filter.limit, offset],
          };
      const select = selectList(viewer);
      const [rows, byStatus] = await Promise.all([
        database.read.all<ListedRequest>(`${select.sql} ${FROM} ${shown.sql}`, [...select.params, ...shown.params]),
        counts(filter, viewer, subscribes),
      ]);
      const groups = Object.fromEntries(GROUPS.map((group) => [group, 0])) as Record<StatusGroup, number>;
      for (const status of REQUEST_STATUSES) groups[groupOf(status)] += byStatus[status] ?? 0;
      const all = Object.values(groups).reduce((sum, n) => sum + n, 0);
      let total = filter.status ? (byStatus[filter.status] ?? 0) : filter.group ? groups[filter.group] : all;
      if (search) {
        const counted = await database.read.get<{ n: number }>(`SELECT COUNT(*) AS n FROM requests r ${scoped.sql}`, scoped.params);
        total = Number(counted?.n ?? 0);
      } else if (together) {
        // few wait for approval, so that those that are left out are counted sooner than those that are shown
        const all = inScope(undefined, false, { where: [...where, IS_BEHIND], params });
        const behind = await database.read.get<{ n: number }>(`SELECT COUNT(*) AS n FROM requests r ${all.sql}`, all.params);
        total -= Number(behind?.n ?? 0);
      }
      const waiting = together ? rows.filter(({ status }) => status === 'awaiting_approval').map(({ id }) => id) : [];
      const alongside = await besides(database.read, waiting);
      const items = rows.map((row): RequestSummary => {
        const others = alongside.get(row.id);
        return { ...presentRequest(row, viewer), ...(others ? { alongside: others.map(toAlongside) } : {}) };
      });
      return { items, page: filter.page, limit: filter.limit, total, counts: groups };
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
