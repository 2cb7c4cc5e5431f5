import { v7 as uuid } from 'uuid';
import type { Database, RowOf, Tx } from '../../platform/db/index.js';
import { AuditEntity } from './entities.js';

/** Who did it. */
export interface Actor {
  readonly id?: string;
  /** As people know them; kept even when the account goes. */
  readonly name: string;
  /** Client address. */
  readonly address?: string;
}

/** One thing an admin, a user or the server did. */
export interface AuditEntry {
  /** Absent: the server itself, or nobody who could be identified. */
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

/** Which entries to list. */
export interface AuditFilter {
  readonly page: number;
  readonly limit: number;
  readonly action?: string;
  readonly targetType?: string;
  readonly actorId?: string;
  /** Part of an actor's name, an action or a target id. */
  readonly search?: string;
}

/** Who changed what, and when. */
export interface AuditService {
  /** Part of the caller's transaction, so that nothing is done unrecorded and nothing recorded undone. */
  record(tx: Tx, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter): Promise<{ items: AuditRecord[]; total: number }>;
  /** All that match, newest first, read in batches while they are taken. */
  all(filter: Omit<AuditFilter, 'page' | 'limit'>): AsyncIterable<AuditRecord>;
  /** @returns how many entries from before a time were deleted */
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
    detail: row.detail === null ? undefined : (JSON.parse(row.detail) as Record<string, unknown>),
    address: row.address ?? undefined,
  };
}

const BATCH = 500;

function conditions(filter: Omit<AuditFilter, 'page' | 'limit'>): { where: string; params: string[] } {
  const parts: string[] = [];
  const params: string[] = [];
  for (const [column, value] of [
    ['action', filter.action],
    ['target_type', filter.targetType],
    ['actor_id', filter.actorId],
  ] as const) {
    if (value === undefined) continue;
    parts.push(`${column} = ?`);
    params.push(value);
  }
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = `%${filter.search.toLowerCase()}%`;
    parts.push('(LOWER(actor_name) LIKE ? OR LOWER(action) LIKE ? OR LOWER(target_id) LIKE ?)');
    params.push(pattern, pattern, pattern);
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, params };
}

/** What an audit service needs. */
export interface AuditDeps {
  readonly database: Database;
  readonly now: () => Date;
}

export function createAuditService({ database, now }: AuditDeps): AuditService {
  return {
    async record(tx, { detail, ...entry }) {
      await tx.entities.insert(AuditEntity, {
        id: uuid(),
        at: now().toISOString(),
        ...entry,
        detail: detail === undefined ? undefined : JSON.stringify(detail),
      });
    },
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
      // by key, not by offset: entries that come meanwhile shift nothing
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
    prune: (before) => database.transaction((tx) => tx.run('DELETE FROM audit_log WHERE at < ?', [before.toISOString()])),
  };
}
