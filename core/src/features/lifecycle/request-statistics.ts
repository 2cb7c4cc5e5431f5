import { jsonItems, placeholders, secondsBetween, type Database, type SqlValue } from '../../platform/db/index.js';
import { statusesThat, type RequestOrigin, type RequestStatus, type RequestType } from './statuses.js';

/** Which requests are counted. Those for another copy of a book that is there never are. */
export interface CountedRequests {
  /** Whose; `undefined`: those of everybody. */
  readonly userId?: string | undefined;
  /** ISO 8601, inclusive; `undefined`: since the first request. */
  readonly from?: string | undefined;
}

/** Books that arrived in a month, of one type and origin. */
export interface ArrivalCount {
  /** `2026-01`, of UTC. */
  readonly month: string;
  readonly type: RequestType;
  readonly origin: RequestOrigin;
  readonly books: number;
  /** The length of the audiobooks whose length is known. */
  readonly minutes: number;
}

/** How many requests went one way; `null` where there was no download. */
export interface SourceCount {
  readonly indexer: string | null;
  /** The integration of the download client. */
  readonly clientId: string | null;
  /** Its name; `null` too if it was deleted. */
  readonly client: string | null;
  readonly books: number;
}

export interface TopName {
  readonly kind: 'author' | 'narrator' | 'series';
  readonly name: string;
  readonly requests: number;
}

/** What one person asked for, and how much of that has arrived; those who were deleted are one, without a name. */
export interface PersonCount {
  readonly userId: string | null;
  readonly name: string | null;
  readonly requests: number;
  readonly arrived: number;
}

/** The wait from asking to the book being there, in seconds, to the minute and at least one. */
export interface Waits {
  readonly median: number;
  readonly ninetieth: number;
}

export interface RequestFigures {
  readonly arrivals: readonly ArrivalCount[];
  /** Requests that ended without a book, by their status. */
  readonly dropped: readonly { readonly status: RequestStatus; readonly requests: number }[];
  /** `undefined`: nothing arrived. */
  readonly waits: Waits | undefined;
  /** The median wait of what arrived in a month, in seconds, by the month. */
  readonly monthlyWaits: ReadonlyMap<string, number>;
  readonly sources: readonly SourceCount[];
  /** At most {@link TOP} of each kind, the most requested first. */
  readonly top: readonly TopName[];
  /** Who asks most comes first. */
  readonly people: readonly PersonCount[];
}

const TOP = 10;
const DROPPED = statusesThat(({ life }) => life === 'dropped');

interface Clause {
  readonly where: string;
  readonly params: readonly SqlValue[];
}

/** Those whose time in `column` counts. */
function counted(column: 'arrived_at' | 'created_at' | 'status_since', { userId, from }: CountedRequests): Clause {
  const parts = ["r.origin <> 'replace'"];
  // of a column that always has a time it would only make SQLite read an index instead of the table
  if (column === 'arrived_at') parts.push('r.arrived_at IS NOT NULL');
  if (userId !== undefined) parts.push('r.user_id = ?');
  if (from !== undefined) parts.push(`r.${column} >= ?`);
  return { where: parts.join(' AND '), params: [userId, from].filter((value) => value !== undefined) };
}

async function arrivals({ read }: Database, of: CountedRequests): Promise<ArrivalCount[]> {
  const { where, params } = counted('arrived_at', of);
  const month = 'SUBSTR(r.arrived_at, 1, 7)';
  const rows = await read.all<ArrivalCount>(
    `SELECT ${month} AS month, r.type, r.origin, COUNT(*) AS books,
       COALESCE(SUM(CASE WHEN r.type = 'audiobook' THEN b.duration_minutes END), 0) AS minutes
     FROM requests r LEFT JOIN audiobooks b ON b.asin = r.asin AND b.region = r.region
     WHERE ${where} GROUP BY ${month}, r.type, r.origin ORDER BY 1, 2, 3`,
    params,
  );
  return rows.map((row) => ({ ...row, books: Number(row.books), minutes: Number(row.minutes) }));
}

async function dropped({ read }: Database, of: CountedRequests): Promise<RequestFigures['dropped']> {
  const { where, params } = counted('status_since', of);
  const rows = await read.all<RequestFigures['dropped'][number]>(
    `SELECT r.status, COUNT(*) AS requests FROM requests r
     WHERE r.status IN (${placeholders(DROPPED.length)}) AND r.arrived_at IS NULL AND (r.reason IS NULL OR r.reason NOT LIKE ?) AND ${where}
     GROUP BY r.status`,
    // the request that they joined counts for them
    [...DROPPED, '%"code":"joined_other"%', ...params],
  );
  return rows.map(({ status, requests }) => ({ status, requests: Number(requests) }));
}

function waitedMinutes(dialect: Database['dialect']): string {
  return `CAST(ROUND((${secondsBetween(dialect, 'r.created_at', 'r.arrived_at')}) / 60) AS integer)`;
}

const inSeconds = (minutes: number): number => Math.max(1, Number(minutes)) * 60;

/**
 * Each is a wait that there was: the first that is at least as long as those of half, or nine tenths, of all. Waits are put together by whole
 * minutes first, of which there are far fewer than requests.
 */
async function waits({ read, dialect }: Database, of: CountedRequests): Promise<Waits | undefined> {
  const { where, params } = counted('arrived_at', of);
  const minutes = waitedMinutes(dialect);
  const row = await read.get<{ median: number | null; ninetieth: number | null }>(
    `SELECT MIN(CASE WHEN done * 2 >= n THEN wait END) AS median, MIN(CASE WHEN done * 10 >= n * 9 THEN wait END) AS ninetieth
     FROM (SELECT wait, SUM(requests) OVER (ORDER BY wait) AS done, SUM(requests) OVER () AS n
       FROM (SELECT ${minutes} AS wait, COUNT(*) AS requests FROM requests r WHERE ${where} GROUP BY ${minutes}) AS waited) AS added`,
    params,
  );
  if (!row || row.median === null || row.ninetieth === null) return undefined;
  return { median: inSeconds(row.median), ninetieth: inSeconds(row.ninetieth) };
}

/** The median wait of each month in which something arrived. */
async function monthlyWaits({ read, dialect }: Database, of: CountedRequests): Promise<RequestFigures['monthlyWaits']> {
  const { where, params } = counted('arrived_at', of);
  const minutes = waitedMinutes(dialect);
  const month = 'SUBSTR(r.arrived_at, 1, 7)';
  const rows = await read.all<{ month: string; median: number }>(
    `SELECT month, MIN(CASE WHEN done * 2 >= n THEN wait END) AS median
     FROM (SELECT month, wait, SUM(requests) OVER (PARTITION BY month ORDER BY wait) AS done, SUM(requests) OVER (PARTITION BY month) AS n
       FROM (SELECT ${month} AS month, ${minutes} AS wait, COUNT(*) AS requests FROM requests r WHERE ${where}
         GROUP BY ${month}, ${minutes}) AS waited) AS added
     GROUP BY month`,
    params,
  );
  return new Map(rows.map((row) => [row.month, inSeconds(row.median)]));
}

async function sources({ read }: Database, of: CountedRequests): Promise<SourceCount[]> {
  const { where, params } = counted('arrived_at', of);
  const rows = await read.all<SourceCount>(
    `SELECT s.indexer, s.client_id, i.name AS client, s.books
     FROM (SELECT d.indexer, d.integration_id AS client_id, COUNT(*) AS books
       FROM requests r LEFT JOIN download_history d ON d.id = r.current_download_id AND d.state <> 'failed'
       WHERE ${where} GROUP BY 1, 2) AS s LEFT JOIN integrations i ON i.id = s.client_id ORDER BY s.books DESC, s.indexer, s.client_id`,
    params,
  );
  return rows.map((row) => ({ ...row, books: Number(row.books) }));
}

/** Each book is read once, however often it was asked for. */
async function top({ read, dialect }: Database, of: CountedRequests): Promise<TopName[]> {
  const { where, params } = counted('created_at', of);
  const author = jsonItems(dialect, 'b.authors', 'person', 'name');
  const narrator = jsonItems(dialect, 'b.narrators', 'person');
  const best = (kind: TopName['kind'], item: string, join: string): string =>
    `SELECT * FROM (SELECT '${kind}' AS kind, ${item} AS name, SUM(b.n) AS requests FROM book b ${join}
       GROUP BY ${item} HAVING ${item} <> '' ORDER BY 3 DESC, 2 LIMIT ${TOP}) AS best_${kind}`;
  const rows = await read.all<TopName>(
    `WITH asked AS (SELECT r.asin, r.region, COUNT(*) AS n FROM requests r WHERE ${where} GROUP BY r.asin, r.region),
     book AS MATERIALIZED (SELECT a.n, b.authors, b.narrators, b.series FROM asked a JOIN audiobooks b ON b.asin = a.asin AND b.region = a.region)
     ${best('author', author.item, author.join)} UNION ALL ${best('narrator', narrator.item, narrator.join)}
     UNION ALL ${best('series', 'b.series', '')}`,
    params,
  );
  return rows
    .map((row) => ({ ...row, requests: Number(row.requests) }))
    .sort((a, b) => b.requests - a.requests || (a.name < b.name ? -1 : 1));
}

async function people({ read }: Database, of: CountedRequests): Promise<PersonCount[]> {
  const { where, params } = counted('created_at', of);
  // by an expression, as SQLite would read an index for the column itself, and each row one by one after that
  const whose = "r.user_id || ''";
  const rows = await read.all<PersonCount>(
    `SELECT p.user_id, p.name, SUM(p.requests) AS requests, SUM(p.arrived) AS arrived
     FROM (SELECT CASE WHEN u.deleted_at IS NULL THEN u.id END AS user_id, CASE WHEN u.deleted_at IS NULL THEN u.display_name END AS name,
         c.requests, c.arrived
       FROM (SELECT ${whose} AS user_id, COUNT(*) AS requests, COUNT(r.arrived_at) AS arrived FROM requests r WHERE ${where} GROUP BY ${whose}) AS c
       JOIN users u ON u.id = c.user_id) AS p
     GROUP BY p.user_id, p.name ORDER BY 3 DESC, 2`,
    params,
  );
  return rows.map((row) => ({ ...row, requests: Number(row.requests), arrived: Number(row.arrived) }));
}

/** Counts requests in seven statements, however many there are. */
export async function requestFigures(database: Database, of: CountedRequests): Promise<RequestFigures> {
  const [arrived, ended, waited, monthly, from, names, persons] = await Promise.all([
    arrivals(database, of),
    dropped(database, of),
    waits(database, of),
    monthlyWaits(database, of),
    sources(database, of),
    top(database, of),
    people(database, of),
  ]);
  return { arrivals: arrived, dropped: ended, waits: waited, monthlyWaits: monthly, sources: from, top: names, people: persons };
}
