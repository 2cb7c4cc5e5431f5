import { v7 as uuid } from 'uuid';
import { readJsonOr, type Database, type RowOf, type Tx } from '../../platform/db/index.js';
import { SERVER_ACTOR } from './actor.js';
import { AuditEntity } from './entities.js';

/** An action of an admin, a user or the server. */
export interface AuditEntry {
  /** Absent for the server itself, and for somebody who could not be identified. */
  readonly actorId?: string;
  readonly actorName: string;
  /** `noun.verb`, e.g. `user.created`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId?: string;
  /** Never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly address?: string;
}

/** An entry as it is read back. */
export interface AuditRecord extends AuditEntry {
  readonly id: string;
  readonly at: string;
}

/** Selects the entries to list. */
export interface AuditFilter {
  readonly page: number;
  readonly limit: number;
  readonly action?: string;
  /** The part before the dot of an action, e.g. `user`. */
  readonly group?: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly actorId?: string;
  /** ISO 8601 in UTC, with milliseconds; inclusive. */
  readonly from?: string;
  /** The same; exclusive. */
  readonly to?: string;
  /** Part of an actor's name, an action or a target id. */
  readonly search?: string;
}

/** Who changed what, and when. */
export interface AuditService {
  /** Joins the caller's transaction, so that an action and its record are committed together. */
  record(tx: Tx, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<{ items: AuditRecord[]; total: number }>;
  /** All matches, newest first, read in batches as they are consumed. */
  all(filter: Omit<AuditFilter, 'page' | 'limit'>): AsyncIterable<AuditRecord>;
  /** The people and groups to filter by. */
  choices(): Promise<{ people: { id: string; name: string }[]; groups: string[] }>;
  /** Deletes entries older than a time, and records that if there were any. @returns how many were deleted */
  prune(before: Date): Promise<number>;
}

function toRecord(row: RowOf<typeof AuditEntity>): AuditRecord {
  return {
    id: row.id,
    at: row.at,
    actorId: row.actorId ?? undefined,
    actorName: row.actorName,
    action: row.action,
    targetType: row.targetType,
    targetId: row.targetId ?? undefined,
    detail: readJsonOr(row.detail, undefined),
    address: row.address ?? undefined,
  };
}

const BATCH = 500;
const MOST_PEOPLE = 500;

function conditions(filter: Omit<AuditFilter, 'page' | 'limit'>): { where: string; params: string[] } {
  const parts: string[] = [];
  const params: string[] = [];
  for (const [condition, value] of [
    ['action = ?', filter.action],
    ['target_type = ?', filter.targetType],
    ['target_id = ?', filter.targetId],
    ['actor_id = ?', filter.actorId],
    ['at >= ?', filter.from],
    ['at < ?', filter.to],
    [`action LIKE ? ESCAPE '\\'`, filter.group && `${filter.group.replaceAll('_', '\\_')}.%`],
  ] as const) {
    if (value === undefined) continue;
    parts.push(condition);
    params.push(value);
  }
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.toLowerCase()}%`;
    parts.push('(LOWER(actor_name) LIKE ? OR LOWER(action) LIKE ? OR LOWER(target_id) LIKE ?)');
    params.push(pattern, pattern, pattern);
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, params };
}

export interface AuditDeps {
  readonly database: Database;
  readonly now: () => Date;
}

export function createAuditService({ database, now }: AuditDeps): AuditService {
  async function record(tx: Tx, { detail, ...entry }: AuditEntry): Promise<void> {
    await tx.insert(AuditEntity, {
      id: uuid(),
      at: now().toISOString(),
      ...entry,
      detail: detail === undefined ? undefined : JSON.stringify(detail),
    });
  }

  return {
    record,
    async list(filter) {
      const { where, params } = conditions(filter);
      const rows = await database.read.all<RowOf<typeof AuditEntity>>(
        `SELECT * FROM audit_log ${where} ORDER BY at DESC, id DESC LIMIT ? OFFSET ?`,
        [...params, filter.limit, (filter.page - 1) * filter.limit],
      );
      const count = await database.read.get<{ total: number }>(`SELECT COUNT(*) AS total FROM audit_log ${where}`, params);
      return { items: rows.map(toRecord), total: Number(count?.total ?? 0) };
    },
    async *all(filter) {
      const { where, params } = conditions(filter);
      const from = where === '' ? 'WHERE' : `${where} AND`;
      // by key, not by offset: new entries shift nothing
      let after: { at: string; id: string } = { at: '9999', id: '' };
      for (;;) {
        const rows = await database.read.all<RowOf<typeof AuditEntity>>(
          `SELECT * FROM audit_log ${from} (at < ? OR (at = ? AND id < ?)) ORDER BY at DESC, id DESC LIMIT ?`,
          [...params, after.at, after.at, after.id, BATCH],
        );
        yield* rows.map(toRecord);
        const last = rows.at(-1);
        if (!last || rows.length < BATCH) return;
        after = { at: last.at, id: last.id };
      }
    },
    async choices() {
      const [people, actions] = await Promise.all([
        database.read.all<{ id: string; name: string }>(
          `SELECT actor_id AS id, MAX(actor_name) AS name FROM audit_log WHERE actor_id IS NOT NULL
            GROUP BY actor_id ORDER BY MAX(actor_name), actor_id LIMIT ${MOST_PEOPLE}`,
        ),
        database.read.all<{ action: string }>('SELECT DISTINCT action FROM audit_log'),
      ]);
      const groups = new Set(actions.map(({ action }) => action.split('.')[0] ?? action));
      return { people, groups: [...groups].sort() };
    },
    prune: (before) =>
      database.transaction(async (tx) => {
        const count = await tx.run('DELETE FROM audit_log WHERE at < ?', [before.toISOString()]);
        if (count > 0) {
          const detail = { before: before.toISOString(), count };
          await record(tx, { actorName: SERVER_ACTOR.name, action: 'audit.pruned', targetType: 'audit', detail });
        }
        return count;
      }),
  };
}
