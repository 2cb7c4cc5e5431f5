import { findText, type Database, type SearchTarget, type SqlValue, type WayOfFinding } from '../../platform/db/index.js';
import { groupOf, type RequestStatus, type RequestType, type StatusGroup } from '../lifecycle/statuses.js';
import { NEEDS_PERSON } from './needs-person.js';
import { IS_BEHIND } from './requests-alongside.js';

/** Selects the requests to list. */
export interface RequestFilter {
  readonly scope: 'mine' | 'all';
  readonly group?: StatusGroup;
  readonly status?: RequestStatus;
  /** Shows only those that wait for a person. */
  readonly needsPerson?: boolean;
  readonly type?: RequestType;
  /** Whose requests. */
  readonly userId?: string;
  /** Asked for at this time or later, as the rows have it. */
  readonly from?: string;
  /** Asked for before this time. */
  readonly to?: string;
  /** Words of a title or author, or how they begin. */
  readonly search?: string;
  /** Shows only the oldest of several requests for a book that wait for approval; it names the others. Does not apply to one's own. */
  readonly together?: boolean;
  readonly sort: 'createdAt' | 'updatedAt' | 'title';
  readonly order: 'asc' | 'desc';
  readonly page: number;
  readonly limit: number;
}

export const SORT = { createdAt: 'r.created_at', updatedAt: 'r.updated_at', title: 'r.title' } as const;

/** Where the words of a search are looked for. */
export const TEXT: SearchTarget = { table: 'requests', alias: 'r', columns: ['title', 'author'] };

/** The filters that the numbers in the tabs follow. */
export type Narrowing = Pick<RequestFilter, 'type' | 'userId' | 'from' | 'to'>;

/** The filters of a list. */
export type Filtered = Narrowing & Pick<RequestFilter, 'status' | 'group' | 'needsPerson' | 'search' | 'together'>;

export interface Conditions {
  /** Has the columns of a request by which lists are filtered and sorted, as `r`. */
  readonly from: string;
  /** Counts the results of a search without other filters. */
  readonly count?: string;
  readonly where: readonly string[];
  readonly params: readonly SqlValue[];
}

export interface Order {
  readonly by: (typeof SORT)[keyof typeof SORT];
  readonly direction: 'ASC' | 'DESC';
}

/** What follows FROM, or a whole statement. */
export interface Clause {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** The conditions of the filters that the numbers in the tabs follow; none where nothing is asked for. */
export function narrowingOf({ type, userId, from, to }: Narrowing): { readonly where: string[]; readonly params: string[] } {
  const asked = [
    ['r.type = ?', type],
    ['r.user_id = ?', userId],
    ['r.created_at >= ?', from],
    ['r.created_at < ?', to],
  ] as const;
  const where: string[] = [];
  const params: string[] = [];
  for (const [condition, value] of asked) {
    if (value === undefined) continue;
    where.push(condition);
    params.push(value);
  }
  return { where, params };
}

/** @param way how the words of a search are looked for, where the database has several ways */
export function conditionsOf(filter: Filtered, dialect: Database['dialect'], way?: WayOfFinding): Conditions {
  const { status, group, needsPerson, search, together } = filter;
  const narrowing = narrowingOf(filter);
  const where: string[] = [...narrowing.where];
  const params: SqlValue[] = [...narrowing.params];
  let from = 'requests r';
  let count: string | undefined;
  if (status) {
    where.push('r.status_group = ? AND r.status = ?');
    params.push(groupOf(status), status);
  } else if (group) {
    where.push('r.status_group = ?');
    params.push(group);
  }
  if (needsPerson === true) where.push(NEEDS_PERSON);
  if (search !== undefined) {
    const found = findText(dialect, TEXT, search);
    const chosen = (way && found[way]) ?? found;
    from = chosen.from;
    if (where.length === 0) count = found.count;
    where.push(chosen.where);
    params.push(...chosen.params);
  }
  if (together === true) {
    where.push(`NOT (${IS_BEHIND})`);
    count = undefined;
  }
  return { from, where, params, ...(count === undefined ? {} : { count }) };
}

/** @param userId whose requests; `undefined`: of all */
export function inScope(userId: string | undefined, subscribes: boolean, { where, params }: Conditions): Clause {
  const subscribed = ' OR r.id IN (SELECT request_id FROM request_subscribers WHERE user_id = ?)';
  const scope = userId === undefined ? [] : [subscribes ? `(r.user_id = ?${subscribed})` : 'r.user_id = ?'];
  const all = [...scope, ...where];
  const ids = userId === undefined ? [] : subscribes ? [userId, userId] : [userId];
  return { sql: all.length > 0 ? `WHERE ${all.join(' AND ')}` : '', params: [...ids, ...params] };
}

/**
 * The first pages of a list are asked for most, so their statements name numbers: PostgreSQL would take a bound limit for a tenth of the
 * table, and plan each page anew.
 */
function cut(count: number, offset: number): Clause {
  return offset === 0 ? { sql: `LIMIT ${Math.trunc(count)}`, params: [] } : { sql: 'LIMIT ? OFFSET ?', params: [count, offset] };
}

/** Where a page is in its list. */
interface Place {
  readonly count: number;
  readonly offset: number;
  /** Rows of the whole list, where they are known: beyond its middle a page is counted from the end, as every row before it is walked past. */
  readonly total?: number;
}

const BACKWARDS = { ASC: 'DESC', DESC: 'ASC' } as const;

/** A page whose ids are found in an index before any row is read whole. */
export function pageInOrder(from: string, scoped: Clause, { by, direction }: Order, { count, offset, total = Infinity }: Place): Clause {
  const left = total - offset;
  const [walked, part] =
    left < offset
      ? [BACKWARDS[direction], cut(Math.max(0, Math.min(count, left)), Math.max(0, left - count))]
      : [direction, cut(count, offset)];
  return {
    sql: `WHERE r.id IN (SELECT id FROM (SELECT r.id FROM ${from} ${scoped.sql}
        ORDER BY ${by} ${walked}, r.id ${walked} ${part.sql}) AS part)
      ORDER BY ${by} ${direction}, r.id ${direction}`,
    params: [...scoped.params, ...part.params],
  };
}

/** A page of one's own and those subscribed to, each found apart, as no index has them together in order. */
export function pageWithSubscribed(
  userId: string,
  { from, where, params }: Conditions,
  { by, direction }: Order,
  { count, offset }: Place,
): Clause {
  const most = offset === 0 ? cut(count, 0) : { sql: 'LIMIT ?', params: [offset + count] };
  const part = cut(count, offset);
  const first = (rows: string, owner: string): string =>
    `SELECT id, sort_key FROM (SELECT r.id, ${by} AS sort_key FROM ${rows} WHERE ${[owner, ...where].join(' AND ')}
       ORDER BY ${by} ${direction}, r.id ${direction} ${most.sql}) AS part`;
  const own = first(from, 'r.user_id = ?');
  const subscribed = first(`${from} JOIN request_subscribers s ON s.request_id = r.id`, 's.user_id = ?');
  const each = [userId, ...params, ...most.params];
  return {
    sql: `WHERE r.id IN (SELECT id FROM (${own} UNION ${subscribed}) AS parts
        ORDER BY sort_key ${direction}, id ${direction} ${part.sql})
      ORDER BY ${by} ${direction}, r.id ${direction}`,
    params: [...each, ...each, ...part.params],
  };
}
