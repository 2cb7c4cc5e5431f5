import type { ListeningProgress } from '@lectern/plugin-api';
import { isTrue, placeholders, type Sql, type StoredFlag, type Tx } from '../../platform/db/index.js';
import { ListeningChoiceEntity, ListeningProgressEntity } from './entities.js';

/** What somebody chose. */
export interface ListeningChoice {
  readonly userId: string;
  readonly asks: boolean;
  /** When they switched it on. */
  readonly createdAt: string;
}

/** A book that somebody listens to or has finished. */
export interface HeardBook {
  readonly integrationId: string;
  readonly itemId: string;
  readonly asin: string;
}

/** Progress of an item whose book is known. */
export interface KnownProgress extends ListeningProgress {
  readonly asin: string;
}

/** Rows per statement; well below the parameter limit of either database. */
const ROWS_A_STATEMENT = 100;

export async function choiceOf(sql: Pick<Sql, 'get'>, userId: string): Promise<ListeningChoice | undefined> {
  const row = await sql.get<{ userId: string; asks: StoredFlag; createdAt: string }>(
    'SELECT user_id, asks, created_at FROM listening_choices WHERE user_id = ?',
    [userId],
  );
  return row && { ...row, asks: isTrue(row.asks) };
}

/** Switches it on, or changes what is wanted of it; since when it is on stays. */
export async function choose(tx: Tx, userId: string, asks: boolean, at: Date): Promise<void> {
  const changed = await tx.all('UPDATE listening_choices SET asks = ? WHERE user_id = ? RETURNING user_id', [asks, userId]);
  if (changed.length === 0) {
    await tx.upsert(ListeningChoiceEntity, { userId, asks, createdAt: at.toISOString() }, { conflict: ['userId'] });
  }
}

/** Switches it off: nothing of what was read stays. */
export async function forgetListening(tx: Tx, userId: string): Promise<void> {
  await tx.run('DELETE FROM listening_progress WHERE user_id = ?', [userId]);
  await tx.run('DELETE FROM listening_choices WHERE user_id = ?', [userId]);
}

/** People who switched it on and may sign in, some at a time, by id. */
export function listeners(sql: Pick<Sql, 'all'>, after: string, limit: number): Promise<{ userId: string }[]> {
  return sql.all(
    `SELECT c.user_id FROM listening_choices c JOIN users u ON u.id = c.user_id AND u.state = 'active' AND u.deleted_at IS NULL
     WHERE c.user_id > ? ORDER BY c.user_id LIMIT ?`,
    [after, limit],
  );
}

/** Forgets what deleted people listened to; their accounts stay, for what others see of them. */
export async function forgetDeleted(tx: Tx): Promise<void> {
  const deleted = 'user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)';
  await tx.run(`DELETE FROM listening_progress WHERE ${deleted}`);
  await tx.run(`DELETE FROM listening_choices WHERE ${deleted}`);
}

/** Puts what a server says in the place of what it said before. Nothing is kept of who switched it off meanwhile. */
export async function saveProgress(tx: Tx, userId: string, integrationId: string, heard: readonly KnownProgress[]): Promise<void> {
  if (!(await choiceOf(tx, userId))) return;
  const before = await tx.all<{ itemId: string; askedAt: string | null }>(
    'SELECT item_id, asked_at FROM listening_progress WHERE user_id = ? AND integration_id = ?',
    [userId, integrationId],
  );
  const askedAt = new Map(before.map((row) => [row.itemId, row.askedAt]));
  await tx.run('DELETE FROM listening_progress WHERE user_id = ? AND integration_id = ?', [userId, integrationId]);
  for (let from = 0; from < heard.length; from += ROWS_A_STATEMENT) {
    const rows = heard.slice(from, from + ROWS_A_STATEMENT);
    await tx.run(
      `INSERT INTO listening_progress (user_id, integration_id, item_id, asin, fraction, finished, heard_at, asked_at)
       VALUES ${rows.map(() => `(${placeholders(8)})`).join(', ')}`,
      rows.flatMap(({ itemId, asin, fraction, isFinished, heardAt }) => [
        userId,
        integrationId,
        itemId,
        asin,
        fraction,
        isFinished,
        new Date(heardAt).toISOString(),
        askedAt.get(itemId) ?? null,
      ]),
    );
  }
}

/** Forgets what servers said of accounts that are not linked any more. */
export async function forgetUnlinked(tx: Tx, userId: string, linked: readonly string[]): Promise<void> {
  const kept = linked.length === 0 ? '' : `AND integration_id NOT IN (${placeholders(linked.length)})`;
  await tx.run(`DELETE FROM listening_progress WHERE user_id = ? ${kept}`, [userId, ...linked]);
}

/** The last heard first. One statement. */
export async function heardBooks(sql: Pick<Sql, 'all'>, userId: string, most: number): Promise<HeardBook[]> {
  return sql.all<HeardBook>(
    'SELECT integration_id, item_id, asin FROM listening_progress WHERE user_id = ? ORDER BY heard_at DESC, item_id LIMIT ?',
    [userId, most],
  );
}

/** Books that somebody is nearly through with since they switched it on, and whose next part was not asked for. */
export function nearlyThrough(
  sql: Pick<Sql, 'all'>,
  { userId, createdAt }: ListeningChoice,
  from: number,
  most: number,
): Promise<HeardBook[]> {
  return sql.all<HeardBook>(
    `SELECT integration_id, item_id, asin FROM listening_progress
     WHERE user_id = ? AND heard_at >= ? AND (finished OR fraction >= ?) AND asked_at IS NULL ORDER BY heard_at DESC, item_id LIMIT ?`,
    [userId, createdAt, from, most],
  );
}

export async function markAsked(tx: Tx, userId: string, { integrationId, itemId }: HeardBook, at: Date): Promise<void> {
  await tx.entities.update(ListeningProgressEntity, { userId, integrationId, itemId }, { askedAt: at.toISOString() });
}

export async function countHeard(sql: Pick<Sql, 'get'>, userId: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM listening_progress WHERE user_id = ?', [userId]);
  return Number(row?.n ?? 0);
}
