import { isTrue, placeholders, type RowOf, type Sql, type Tx } from '../../../platform/db/index.js';
import { DELETED_ACCOUNTS } from '../../users/account-rows.js';
import { NotificationChoiceEntity, NotificationPersonEntity, type PersonalTargetEntity } from '../entities.js';
import type { QuietHours } from './quiet-hours.js';

/** When a digest is sent, in the person's time zone. */
export interface DigestTime {
  /** 1 is Monday. */
  readonly weekday: number;
  /** 0 to 23. */
  readonly hour: number;
}

export type PersonRow = RowOf<typeof NotificationPersonEntity>;
type Choice = RowOf<typeof NotificationChoiceEntity>;
type TargetRow = RowOf<typeof PersonalTargetEntity>;

export function quietHoursOf(row: PersonRow | undefined): QuietHours | null {
  if (!row || row.quietFrom === null || row.quietTo === null || row.timeZone === null) return null;
  return { from: row.quietFrom, to: row.quietTo, timeZone: row.timeZone };
}

export function digestOf(row: PersonRow | undefined): DigestTime | null {
  return !row || row.digestWeekday === null || row.digestHour === null ? null : { weekday: row.digestWeekday, hour: row.digestHour };
}

const NOBODY: Omit<PersonRow, 'userId'> = {
  quietFrom: null,
  quietTo: null,
  timeZone: null,
  digestWeekday: null,
  digestHour: null,
  digestAfter: null,
  digestSince: null,
};

export async function personRow(sql: Pick<Sql, 'get'>, userId: string): Promise<PersonRow | undefined> {
  return sql.get<PersonRow>('SELECT * FROM notification_people WHERE user_id = ?', [userId]);
}

export async function personRows(sql: Pick<Sql, 'all'>, userIds: readonly string[]): Promise<Map<string, PersonRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql.all<PersonRow>(`SELECT * FROM notification_people WHERE user_id IN (${placeholders(userIds.length)})`, userIds);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Everybody who wants a digest. */
export async function digestReaders(sql: Pick<Sql, 'all'>): Promise<PersonRow[]> {
  return sql.all<PersonRow>(
    'SELECT * FROM notification_people WHERE digest_weekday IS NOT NULL AND digest_hour IS NOT NULL ORDER BY user_id',
  );
}

/** Notes that a digest is done. @returns false if another run has done it */
export async function passDigest(tx: Tx, userId: string, due: string, at: string): Promise<boolean> {
  const sql = 'UPDATE notification_people SET digest_after = ?, digest_since = ? WHERE user_id = ? AND digest_after < ?';
  return (await tx.run(sql, [due, at, userId, due])) === 1;
}

/** Begins anew where a clock that was far ahead has put off the next digest. */
export async function mendDigests(tx: Tx, at: Date): Promise<void> {
  const ahead = new Date(at.getTime() + 86_400_000).toISOString();
  const now = at.toISOString();
  await tx.run('UPDATE notification_people SET digest_after = ?, digest_since = ? WHERE digest_after > ?', [now, now, ahead]);
}

/** Changes some columns of a person, who may have no row yet. */
export async function savePerson(tx: Tx, userId: string, change: Partial<Omit<PersonRow, 'userId'>>): Promise<void> {
  const update = Object.keys(change) as (keyof typeof change)[];
  if (update.length === 0) return;
  await tx.upsert(NotificationPersonEntity, { ...NOBODY, ...change, userId }, { conflict: ['userId'], update });
}

/** The choices of a person that differ from the defaults, by event and way. */
export type Choices = ReadonlyMap<string, boolean>;

/** The key of {@link Choices}. */
export function choiceKey(event: string, way: string): string {
  return `${event} ${way}`;
}

export async function choicesOf(sql: Pick<Sql, 'all'>, userId: string): Promise<Choices> {
  const rows = await sql.all<Choice>('SELECT * FROM notification_choices WHERE user_id = ?', [userId]);
  return new Map(rows.map(({ event, way, wanted }) => [choiceKey(event, way), isTrue(wanted)]));
}

/** The choices of some people about one event, by person and way. */
export async function choicesAbout(sql: Pick<Sql, 'all'>, event: string, userIds: readonly string[]): Promise<Choices> {
  if (userIds.length === 0) return new Map();
  const rows = await sql.all<Choice>(
    `SELECT * FROM notification_choices WHERE event = ? AND user_id IN (${placeholders(userIds.length)})`,
    [event, ...userIds],
  );
  return new Map(rows.map(({ userId, way, wanted }) => [choiceKey(userId, way), isTrue(wanted)]));
}

export async function saveChoice(tx: Tx, choice: { userId: string; event: string; way: string; wanted: boolean }): Promise<void> {
  await tx.upsert(NotificationChoiceEntity, choice, { conflict: ['userId', 'event', 'way'], update: ['wanted'] });
}

export async function dropChoice(tx: Tx, { userId, event, way }: Pick<Choice, 'userId' | 'event' | 'way'>): Promise<void> {
  await tx.run('DELETE FROM notification_choices WHERE user_id = ? AND event = ? AND way = ?', [userId, event, way]);
}

/** A target of a person, without its settings. */
export type TargetLabel = Pick<TargetRow, 'id' | 'userId' | 'pluginId' | 'name'>;

export async function targetsOf(sql: Pick<Sql, 'all'>, userIds: readonly string[]): Promise<TargetLabel[]> {
  if (userIds.length === 0) return [];
  return sql.all(
    `SELECT id, user_id, plugin_id, name FROM personal_targets WHERE user_id IN (${placeholders(userIds.length)}) ORDER BY created_at, id`,
    userIds,
  );
}

/** Forgets all that people chose who were deleted, with their targets and what was sent to them alone. */
export async function forgetDeletedPeople(tx: Tx): Promise<void> {
  for (const table of ['notification_choices', 'notification_people', 'personal_targets', 'notification_deliveries']) {
    await tx.run(`DELETE FROM ${table} WHERE user_id IN (${DELETED_ACCOUNTS})`);
  }
}
