import { findText, type Database, type WayOfFinding } from '../../platform/db/index.js';
import { countsStatement } from '../lifecycle/request-counts.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { conditionsOf, inScope, narrowingOf, TEXT, type Clause, type Filtered, type Narrowing } from './request-conditions.js';
import { IS_BEHIND } from './requests-alongside.js';

/** The numbers beside a list of requests. */
export interface Tally {
  /** What the tabs count: one's own and those subscribed to, or all. */
  readonly byStatus: Partial<Record<RequestStatus, number>>;
  /** The owner of the list subscribes to requests of others. */
  readonly subscribes: boolean;
  /** Rows that a search over all requests finds; `undefined` without one, and where `words` have to be known first. */
  readonly matches: number | undefined;
  /** Rows that have the words of a search, whatever else it asks for; `undefined` where that changes nothing. */
  readonly words: number | undefined;
  /** Requests that the list leaves out because it shows them with an older one. Few requests wait for approval. */
  readonly behind: number;
}

type Counted = { readonly part: 'own' | 'subscribed' | 'matches' | 'words' | 'behind'; readonly status: RequestStatus; readonly n: number };

/** Among which requests a search looks, and how. */
export interface MatchScope {
  /** Whose requests; `undefined`: of all. */
  readonly owner: string | undefined;
  readonly subscribes: boolean;
  readonly way?: WayOfFinding;
}

/** Whether the way in which a search is made depends on how many rows have its words. */
function dependsOnWords({ dialect }: Database, filter: Filtered): boolean {
  const { search, together } = filter;
  if (narrowingOf(filter).where.length > 0) return false;
  return search !== undefined && together !== true && findText(dialect, TEXT, search).inOrder !== undefined;
}

function wordsStatement({ dialect }: Database, search: string): Clause {
  const { count, params } = findText(dialect, TEXT, search);
  return { sql: count, params };
}

/** A statement that counts, as `total`, the rows that a search matches. */
function matchesStatement({ dialect }: Database, filter: Filtered, { owner, subscribes, way }: MatchScope): Clause {
  const conditions = conditionsOf(filter, dialect, way);
  const { sql, params } = inScope(owner, subscribes, conditions);
  if (owner === undefined && conditions.count !== undefined) return { sql: conditions.count, params };
  return { sql: `SELECT COUNT(*) AS total FROM ${conditions.from} ${sql}`, params };
}

/** Counts the rows that a search matches. */
export async function countMatches(database: Database, filter: Filtered, scope: MatchScope): Promise<number> {
  const { sql, params } = matchesStatement(database, filter, scope);
  return Number((await database.read.get<{ total: number }>(sql, params))?.total ?? 0);
}

function behindStatement({ dialect }: Database, { search: _words, together: _behind, ...filter }: Filtered): Clause {
  const { where, params } = conditionsOf(filter, dialect);
  return { sql: `SELECT COUNT(*) AS total FROM requests r WHERE ${[...where, IS_BEHIND].join(' AND ')}`, params };
}

/** What is kept is read where nothing but its owner narrows a list; else the rows are counted. */
function ownStatement(owner: string | undefined, filter: Narrowing): Clause {
  const { where, params } = narrowingOf(filter);
  if (where.length === 0) return countsStatement(owner);
  const whose = owner === undefined ? [] : ['r.user_id = ?'];
  return {
    sql: `SELECT r.status, COUNT(*) AS n FROM requests r WHERE ${[...whose, ...where].join(' AND ')} GROUP BY r.status`,
    params: owner === undefined ? params : [owner, ...params],
  };
}

function subscribedStatement(owner: string, filter: Narrowing): Clause {
  const { where, params } = narrowingOf(filter);
  return {
    sql: `SELECT r.status, COUNT(*) AS n FROM request_subscribers s JOIN requests r ON r.id = s.request_id
      WHERE ${['s.user_id = ?', 'r.user_id <> ?', ...where].join(' AND ')} GROUP BY r.status`,
    params: [owner, owner, ...params],
  };
}

/** Counts what a list shows beside its page, in one statement. @param owner whose list; `undefined`: that of all */
export async function tally(database: Database, filter: Filtered, owner: string | undefined): Promise<Tally> {
  const byStatus = (part: Counted['part'], { sql, params }: Clause): Clause => ({
    sql: `SELECT '${part}' AS part, status, n FROM (${sql}) AS ${part}`,
    params,
  });
  const total = (part: Counted['part'], { sql, params }: Clause): Clause => ({
    sql: `SELECT '${part}' AS part, '' AS status, total AS n FROM (${sql}) AS ${part}`,
    params,
  });
  const parts = [byStatus('own', ownStatement(owner, filter))];
  if (owner !== undefined) parts.push(byStatus('subscribed', subscribedStatement(owner, filter)));
  if (filter.search !== undefined && dependsOnWords(database, filter)) parts.push(total('words', wordsStatement(database, filter.search)));
  else if (owner === undefined && filter.search !== undefined) {
    const scope = { owner, subscribes: false };
    parts.push(total('matches', matchesStatement(database, filter, scope)));
  } else if (owner === undefined && filter.together === true) parts.push(total('behind', behindStatement(database, filter)));
  const rows = await database.read.all<Counted>(
    parts.map(({ sql }) => sql).join(' UNION ALL '),
    parts.flatMap(({ params }) => params),
  );
  const sums: Partial<Record<RequestStatus, number>> = {};
  for (const { part, status, n } of rows) if (part === 'own' || part === 'subscribed') sums[status] = (sums[status] ?? 0) + Number(n);
  const totalOf = (wanted: Counted['part']): number | undefined => {
    const row = rows.find(({ part }) => part === wanted);
    return row && Number(row.n);
  };
  return {
    byStatus: sums,
    subscribes: rows.some(({ part }) => part === 'subscribed'),
    matches: totalOf('matches'),
    words: totalOf('words'),
    behind: totalOf('behind') ?? 0,
  };
}
