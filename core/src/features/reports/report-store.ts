import { isTrue, placeholders, type Sql, type StoredFlag, type Tx } from '../../platform/db/index.js';
import { ReportEntity, ReportEntryEntity, type ReportEntryRow, type ReportRow } from './entities.js';
import type { ReportState, Side } from './report-record.js';

/** A person as a thread names them. The account may be gone. */
export interface Writer {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly isGone: boolean;
}

export interface Report extends ReportRow {
  readonly reporter: Writer;
}

export interface ReportEntry extends ReportEntryRow {
  readonly writer: Writer;
}

interface WriterColumns {
  readonly username: string;
  readonly displayName: string;
  readonly isGone: StoredFlag;
}

const WRITER = 'u.username, u.display_name, u.deleted_at IS NOT NULL AS is_gone';
const SELECT = `SELECT r.*, ${WRITER} FROM reported_issues r JOIN users u ON u.id = r.user_id`;

function writerOf(id: string, { username, displayName, isGone }: WriterColumns): Writer {
  return { id, username, displayName, isGone: isTrue(isGone) };
}

function toReport({ username, displayName, isGone, ...row }: ReportRow & WriterColumns): Report {
  return { ...row, reporter: writerOf(row.userId, { username, displayName, isGone }) };
}

/** One statement. */
export async function findReport(sql: Pick<Sql, 'get'>, id: string): Promise<Report | undefined> {
  const row = await sql.get<ReportRow & WriterColumns>(`${SELECT} WHERE r.id = ?`, [id]);
  return row && toReport(row);
}

/** A person as they are named below what they write. One statement. */
export async function findWriter(sql: Pick<Sql, 'get'>, userId: string): Promise<Writer | undefined> {
  const row = await sql.get<WriterColumns>(`SELECT ${WRITER} FROM users u WHERE u.id = ?`, [userId]);
  return row && writerOf(userId, row);
}

/** The thread of a report, the oldest line first. One statement. */
export async function entriesOf(sql: Pick<Sql, 'all'>, reportId: string): Promise<ReportEntry[]> {
  const rows = await sql.all<ReportEntryRow & WriterColumns>(
    `SELECT e.*, ${WRITER} FROM report_entries e JOIN users u ON u.id = e.author_id WHERE e.report_id = ? ORDER BY e.id`,
    [reportId],
  );
  return rows.map(({ username, displayName, isGone, ...row }) => ({
    ...row,
    writer: writerOf(row.authorId, { username, displayName, isGone }),
  }));
}

export interface ReportQuery {
  readonly page: number;
  readonly limit: number;
  readonly state?: ReportState | undefined;
  /** Only those about any of these. */
  readonly asins?: readonly string[] | undefined;
  /** Only those of this person. */
  readonly userId?: string;
}

export interface ReportPage {
  readonly items: Report[];
  readonly total: number;
}

/** A page of reports, and how many there are. Those of a person come newest first, others by their last change. Two statements. */
export async function reportPage(sql: Sql, { page, limit, state, asins, userId }: ReportQuery): Promise<ReportPage> {
  const conditions: readonly { readonly sql: string; readonly params: readonly string[] }[] = [
    ...(userId === undefined ? [] : [{ sql: 'r.user_id = ?', params: [userId] }]),
    ...(state === undefined ? [] : [{ sql: 'r.state = ?', params: [state] }]),
    ...(asins === undefined ? [] : [{ sql: `r.asin IN (${placeholders(asins.length)})`, params: asins }]),
  ];
  const params = conditions.flatMap((condition) => condition.params);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql: condition }) => condition).join(' AND ')}`;
  const order = userId === undefined ? 'r.updated_at DESC, r.id DESC' : 'r.created_at DESC, r.id DESC';
  const rows = await sql.all<ReportRow & WriterColumns>(`${SELECT} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`, [
    ...[...params, limit, (page - 1) * limit],
  ]);
  const count = await sql.get<{ n: number }>(`SELECT COUNT(*) AS n FROM reported_issues r ${where}`, params);
  return { items: rows.map(toReport), total: Number(count?.n ?? 0) };
}

/** How many reports are in each state, and how many open ones wait for an admin. */
export type ReportCounts = Readonly<Record<ReportState | 'waiting', number>>;

/** One statement. */
export async function countReports(sql: Pick<Sql, 'all'>): Promise<ReportCounts> {
  const rows = await sql.all<{ state: ReportState; lastFrom: Side; n: number }>(
    'SELECT state, last_from, COUNT(*) AS n FROM reported_issues GROUP BY state, last_from',
  );
  const counts = { open: 0, resolved: 0, dismissed: 0, waiting: 0 };
  for (const { state, lastFrom, n } of rows) {
    counts[state] += Number(n);
    if (state === 'open' && lastFrom === 'reporter') counts.waiting += Number(n);
  }
  return counts;
}

/** How many reports a person has made since a time. */
export async function reportedSince(sql: Pick<Sql, 'get'>, userId: string, since: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM reported_issues WHERE user_id = ? AND created_at >= ?', [
    ...[userId, since],
  ]);
  return Number(row?.n ?? 0);
}

/** The open report of a person about any of these ASINs. */
export async function openReportOf(sql: Pick<Sql, 'get'>, userId: string, asins: readonly string[]): Promise<string | undefined> {
  const row = await sql.get<{ id: string }>(
    `SELECT id FROM reported_issues WHERE user_id = ? AND state = 'open' AND asin IN (${placeholders(asins.length)}) LIMIT 1`,
    [userId, ...asins],
  );
  return row?.id;
}

/** The open reports about any of these ASINs that were made since a time, oldest first. */
export async function openReportsSince(sql: Pick<Sql, 'all'>, asins: readonly string[], since: string): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT id FROM reported_issues WHERE state = 'open' AND created_at >= ? AND asin IN (${placeholders(asins.length)}) ORDER BY created_at, id LIMIT 200`,
    [since, ...asins],
  );
  return rows.map(({ id }) => id);
}

export async function countEntries(sql: Pick<Sql, 'get'>, reportId: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM report_entries WHERE report_id = ?', [reportId]);
  return Number(row?.n ?? 0);
}

export async function addReport(tx: Tx, row: ReportRow): Promise<void> {
  await tx.insert(ReportEntity, row);
}

export async function addEntry(tx: Tx, row: ReportEntryRow): Promise<void> {
  await tx.insert(ReportEntryEntity, row);
}

/** Changes a report that is open, or one that is closed. @returns whether it was */
export async function changeReport(
  tx: Tx,
  id: string,
  { from, state, side, at }: { readonly from: 'open' | 'closed'; readonly state: ReportState; readonly side: Side; readonly at: string },
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE reported_issues SET state = ?, last_from = ?, updated_at = ?, closed_at = ?
     WHERE id = ? AND ${from === 'open' ? "state = 'open'" : "state <> 'open'"}`,
    [state, side, at, state === 'open' ? null : at, id],
  );
  return changed === 1;
}
