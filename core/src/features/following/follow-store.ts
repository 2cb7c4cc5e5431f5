import { readJson, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import { WatchedAuthorEntity, WatchedSeriesEntity } from './entities.js';
import type { FollowedListing, FollowKind, FollowMemory, FollowRecord, FollowResult, RecentBook } from './follow-record.js';

interface FollowTable {
  readonly table: 'watched_series' | 'watched_authors';
  readonly column: 'series_id' | 'author_id';
}

const TABLES: Readonly<Record<FollowKind, FollowTable>> = {
  series: { table: 'watched_series', column: 'series_id' },
  author: { table: 'watched_authors', column: 'author_id' },
};

type FollowRow = Omit<RowOf<typeof WatchedSeriesEntity>, 'seriesId' | 'awaited' | 'recent' | 'newestOn'> & { readonly catalogId: string };

function toRecord(kind: FollowKind, row: FollowRow): FollowRecord {
  const { startRule, startPart, shown, memory, result, failures, ...rest } = row;
  return {
    ...rest,
    kind,
    rule: { start: startRule, ...(startPart === null ? {} : { part: startPart }) },
    failures: Number(failures),
    shown: readJson(shown) ?? [],
    memory: readJson(memory),
    result: readJson(result),
  };
}

function columnsOf({ column }: FollowTable): string {
  return `w.id, w.user_id, w.${column} AS catalog_id, w.region, w.name, w.former_name, w.mode, w.start_rule, w.start_part, w.started_at,
    w.created_at, w.checked_at, w.next_check_at, w.failures, w.shown, w.memory, w.result`;
}

/** Joins people who may sign in; listings that only others follow are not checked. */
const ACTIVE = "JOIN users u ON u.id = w.user_id AND u.state = 'active' AND u.deleted_at IS NULL";

/** One of a person's; `undefined` also for somebody else's. */
export async function findFollowed(sql: Sql, kind: FollowKind, userId: string, id: string): Promise<FollowRecord | undefined> {
  const names = TABLES[kind];
  const row = await sql.get<FollowRow>(`SELECT ${columnsOf(names)} FROM ${names.table} w WHERE w.id = ? AND w.user_id = ?`, [id, userId]);
  return row && toRecord(kind, row);
}

export async function findFollowedListing(sql: Sql, userId: string, listing: FollowedListing): Promise<FollowRecord | undefined> {
  const names = TABLES[listing.kind];
  const row = await sql.get<FollowRow>(
    `SELECT ${columnsOf(names)} FROM ${names.table} w WHERE w.user_id = ? AND w.${names.column} = ? AND w.region = ?`,
    [userId, listing.catalogId, listing.region],
  );
  return row && toRecord(listing.kind, row);
}

export interface FollowQuery {
  readonly page: number;
  readonly limit: number;
  /** Restricts it to this series or author. */
  readonly catalogId?: string;
}

/** A page of a person's followed series or authors, by name, and their number. */
export async function followedPage(
  sql: Sql,
  kind: FollowKind,
  userId: string,
  { page, limit, catalogId }: FollowQuery,
): Promise<{ readonly records: FollowRecord[]; readonly total: number }> {
  const names = TABLES[kind];
  const where = `w.user_id = ?${catalogId === undefined ? '' : ` AND w.${names.column} = ?`}`;
  const params = [userId, ...(catalogId === undefined ? [] : [catalogId])];
  const rows = await sql.all<FollowRow>(
    `SELECT ${columnsOf(names)} FROM ${names.table} w WHERE ${where} ORDER BY LOWER(w.name), w.id LIMIT ? OFFSET ?`,
    [...params, limit, (page - 1) * limit],
  );
  const count = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM ${names.table} w WHERE ${where}`, params);
  return { records: rows.map((row) => toRecord(kind, row)), total: Number(count?.total ?? 0) };
}

export async function countFollowed(sql: Sql, kind: FollowKind, userId: string): Promise<number> {
  const row = await sql.get<{ total: number }>(`SELECT COUNT(*) AS total FROM ${TABLES[kind].table} WHERE user_id = ?`, [userId]);
  return Number(row?.total ?? 0);
}

export async function addFollowed(tx: Tx, record: FollowRecord): Promise<void> {
  const { kind, catalogId, rule, shown, memory, result, ...rest } = record;
  const row = {
    ...rest,
    startRule: rule.start,
    startPart: rule.part ?? null,
    shown: JSON.stringify(shown),
    memory: JSON.stringify(memory),
    result: result ? JSON.stringify(result) : null,
  };
  if (kind === 'series') await tx.insert(WatchedSeriesEntity, { ...row, seriesId: catalogId });
  else await tx.insert(WatchedAuthorEntity, { ...row, authorId: catalogId });
}

/** Starts a new rule. Requests made under the last one are still remembered. */
export async function restartFollowed(tx: Tx, record: FollowRecord): Promise<void> {
  const { mode, rule, startedAt, shown, memory } = record;
  await tx.run(
    `UPDATE ${TABLES[record.kind].table} SET mode = ?, start_rule = ?, start_part = ?, started_at = ?, next_check_at = ?, shown = ?, memory = ?
     WHERE id = ?`,
    [mode, rule.start, rule.part ?? null, startedAt, startedAt, JSON.stringify(shown), JSON.stringify(memory), record.id],
  );
}

/** @returns whether it was there */
export async function removeFollowed(tx: Tx, kind: FollowKind, userId: string, id: string): Promise<boolean> {
  return (await tx.run(`DELETE FROM ${TABLES[kind].table} WHERE id = ? AND user_id = ?`, [id, userId])) === 1;
}

/** Returns followers of a listing who may sign in, some at a time, by id. */
export async function followersOf(sql: Sql, listing: FollowedListing, after: string, limit: number): Promise<FollowRecord[]> {
  const names = TABLES[listing.kind];
  const rows = await sql.all<FollowRow>(
    `SELECT ${columnsOf(names)} FROM ${names.table} w ${ACTIVE}
     WHERE w.${names.column} = ? AND w.region = ? AND w.id > ? ORDER BY w.id LIMIT ?`,
    [listing.catalogId, listing.region, after, limit],
  );
  return rows.map((row) => toRecord(listing.kind, row));
}

/** Whether the person may sign in and still follows under the same rule. */
export async function isStillFollowed(sql: Sql, { kind, id, startedAt }: FollowRecord): Promise<boolean> {
  const row = await sql.get(`SELECT w.id FROM ${TABLES[kind].table} w ${ACTIVE} WHERE w.id = ? AND w.started_at = ?`, [id, startedAt]);
  return row !== undefined;
}

/** Books of one series or author that are shown as coming up. */
const MOST_AWAITED = 50;

/** Newest books of one series or author that are kept: as many as a row of the home page shows. */
const MOST_RECENT = 20;

/** The unreleased books of a followed series or author. */
export interface AwaitedOf {
  readonly kind: FollowKind;
  readonly id: string;
  readonly catalogId: string;
  readonly name: string;
  readonly asins: readonly string[];
}

/** Lists the followed series and authors that have books to come, in one statement each for series and authors. */
export async function awaitedOf(sql: Sql, userId: string): Promise<AwaitedOf[]> {
  const found: AwaitedOf[] = [];
  for (const kind of ['series', 'author'] as const) {
    const { table, column } = TABLES[kind];
    const rows = await sql.all<{ id: string; catalogId: string; name: string; awaited: string }>(
      `SELECT id, ${column} AS catalog_id, name, awaited FROM ${table} WHERE user_id = ? AND awaited IS NOT NULL ORDER BY created_at, id`,
      [userId],
    );
    found.push(...rows.map(({ awaited, ...row }) => ({ kind, ...row, asins: readJson<readonly string[]>(awaited) })));
  }
  return found;
}

/** Series and authors whose newest books are read: of each kind, those with the newest books of all. */
const MOST_RECENT_LISTINGS = 40;

/** Lists newest books of followed series and authors, in no order and some of them twice; in one statement each for series and authors. */
export async function recentOf(sql: Sql, userId: string): Promise<RecentBook[]> {
  const found: RecentBook[] = [];
  for (const { table } of Object.values(TABLES)) {
    const rows = await sql.all<{ recent: string }>(
      `SELECT recent FROM ${table} WHERE user_id = ? AND newest_on IS NOT NULL ORDER BY newest_on DESC, id LIMIT ?`,
      [userId, MOST_RECENT_LISTINGS],
    );
    for (const { recent } of rows) found.push(...readJson<readonly RecentBook[]>(recent));
  }
  return found;
}

/** The columns that a check changes. */
export interface CheckedFollow {
  readonly name: string;
  readonly formerName: string | null;
  readonly checkedAt: string | null;
  readonly nextCheckAt: string | null;
  readonly failures: number;
  readonly memory: FollowMemory;
  readonly result: FollowResult | undefined;
  /** Released books, newest first. Absent for a check that saw none: what is stored stays. */
  readonly recent?: readonly RecentBook[];
}

/** Writes the result of a check, unless the rule was changed meanwhile. @returns whether it was written */
export async function saveChecked(tx: Tx, { kind, id, startedAt }: FollowRecord, checked: CheckedFollow): Promise<boolean> {
  const { name, formerName, checkedAt, nextCheckAt, failures, memory, result, recent } = checked;
  const awaited = memory.awaited.slice(0, MOST_AWAITED).map(({ asin }) => asin);
  const written = await tx.run(
    `UPDATE ${TABLES[kind].table} SET name = ?, former_name = ?, checked_at = ?, next_check_at = ?, failures = ?, memory = ?, result = ?,
       awaited = ?, recent = COALESCE(?, recent), newest_on = COALESCE(?, newest_on)
     WHERE id = ? AND started_at = ?`,
    [
      ...[name, formerName, checkedAt, nextCheckAt, failures, JSON.stringify(memory), result ? JSON.stringify(result) : null],
      ...[awaited.length === 0 ? null : JSON.stringify(awaited)],
      ...(recent ? [JSON.stringify(recent.slice(0, MOST_RECENT)), recent[0]?.releaseDate ?? ''] : [null, null]),
      ...[id, startedAt],
    ],
  );
  return written === 1;
}

/** Returns every listing that people who may sign in follow, once; the one whose check is longest ago comes first. */
export async function followedListings(sql: Sql): Promise<FollowedListing[]> {
  const found: (FollowedListing & { readonly at: string })[] = [];
  for (const kind of ['series', 'author'] as const) {
    const { table, column } = TABLES[kind];
    const rows = await sql.all<{ catalogId: string; region: string; at: string }>(
      `SELECT w.${column} AS catalog_id, w.region, MIN(COALESCE(w.checked_at, '')) AS at FROM ${table} w ${ACTIVE}
       GROUP BY w.${column}, w.region`,
    );
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  const order = ({ at, kind, catalogId }: (typeof found)[number]): string => `${at} ${kind} ${catalogId}`;
  return found.sort((a, b) => (order(a) < order(b) ? -1 : 1)).map(({ kind, catalogId, region }) => ({ kind, catalogId, region }));
}

export async function planCheck(tx: Tx, { kind, catalogId, region }: FollowedListing, at: string): Promise<void> {
  const { table, column } = TABLES[kind];
  await tx.run(`UPDATE ${table} SET next_check_at = ? WHERE ${column} = ? AND region = ?`, [at, catalogId, region]);
}

/** Deletes the followed series and authors of deleted people. */
export async function removeOrphans(tx: Tx): Promise<void> {
  for (const { table } of Object.values(TABLES)) {
    await tx.run(`DELETE FROM ${table} WHERE user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)`);
  }
}
