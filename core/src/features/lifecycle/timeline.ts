import { v7 as uuid } from 'uuid';
import { placeholders, readJson, readJsonOr, type Sql, type Tx } from '../../platform/db/index.js';
import { saidColumns, saidOfColumns, type Said } from '../../platform/words/index.js';
import { byActor, type AuditService } from '../audit/index.js';
import { accountFacts } from '../users/account-rows.js';
import { RequestEventEntity } from './entities.js';
import type { RequestEvent } from './machine.js';
import type { RequestEventRow } from './request-record.js';
import type { RequestStatus } from './statuses.js';

/** A person who does something to a request. */
export interface RequestActor {
  readonly id: string;
  /** Client address. */
  readonly address?: string;
  /** Where they did it, if that was not in the web UI or the API. */
  readonly through?: 'message';
}

/** The audit log's verb for the person's action, and facts for it. No secrets. */
export interface AuditedAs {
  readonly as: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

interface TimelineEntry {
  readonly requestId: string;
  /** The title of the book. */
  readonly title: string;
  readonly event: string;
  readonly from?: RequestStatus;
  readonly to?: RequestStatus;
  readonly message: Said;
  readonly actor?: RequestActor;
  readonly detail?: object;
  /** Default: as the event. */
  readonly audited?: AuditedAs;
}

interface ActorEntry {
  readonly requestId: string;
  readonly title: string;
  readonly as: string;
  readonly actor: RequestActor;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A line of the timeline, and who did it. */
export interface ToldEvent extends Omit<RequestEventRow, 'detail' | 'message' | 'sentence'> {
  /** A sentence, or the English that an older version wrote. */
  readonly said: Said;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** The timeline of a request, the oldest line first. One statement. */
export async function timelineOf(sql: Pick<Sql, 'all'>, requestId: string): Promise<ToldEvent[]> {
  const rows = await sql.all<RequestEventRow & Pick<ToldEvent, 'username' | 'displayName'>>(
    `SELECT e.*, u.username, u.display_name FROM request_events e LEFT JOIN users u ON u.id = e.actor_id WHERE e.request_id = ? ORDER BY e.id`,
    [requestId],
  );
  return rows.map(({ message, sentence, detail, ...row }) => ({
    ...row,
    said: saidOfColumns(message, sentence),
    detail: readJsonOr(detail, null),
  }));
}

/** Whether a request came into one of these statuses, other than by one of these events, since the last time of another event, if there was one. */
export async function wasIn(
  sql: Pick<Sql, 'get'>,
  requestId: string,
  { statuses, otherThanBy, since }: { statuses: readonly RequestStatus[]; otherThanBy: readonly RequestEvent[]; since: RequestEvent },
): Promise<boolean> {
  // ids grow with time
  const row = await sql.get(
    `SELECT id FROM request_events WHERE request_id = ? AND to_status IN (${placeholders(statuses.length)})
     AND event NOT IN (${placeholders(otherThanBy.length)})
     AND id > COALESCE((SELECT MAX(id) FROM request_events WHERE request_id = ? AND event = ?), '') LIMIT 1`,
    [requestId, ...statuses, ...otherThanBy, requestId, since],
  );
  return row !== undefined;
}

/** Returns the latest time at which one of these events happened to a request. */
export async function lastTime(sql: Pick<Sql, 'get'>, requestId: string, events: readonly string[]): Promise<string | undefined> {
  const row = await sql.get<{ at: string | null }>(
    `SELECT MAX(at) AS at FROM request_events WHERE request_id = ? AND event IN (${placeholders(events.length)})`,
    [requestId, ...events],
  );
  return row?.at ?? undefined;
}

/** The timeline event with the folder of an import, written before any file is placed there. */
export const IMPORT_PLANNED = 'import_planned';

/** Facts of the last line of a kind in a request's timeline. */
export async function lastDetail(
  sql: Pick<Sql, 'get'>,
  requestId: string,
  event: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const row = await sql.get<{ detail: string | null }>(
    'SELECT detail FROM request_events WHERE request_id = ? AND event = ? ORDER BY id DESC LIMIT 1',
    [requestId, event],
  );
  return row?.detail ? readJson(row.detail) : undefined;
}

/** How often something happened to a request. */
export async function countEvents(sql: Pick<Sql, 'get'>, requestId: string, event: string): Promise<number> {
  const row = await sql.get<{ n: number }>('SELECT COUNT(*) AS n FROM request_events WHERE request_id = ? AND event = ?', [
    requestId,
    event,
  ]);
  return Number(row?.n ?? 0);
}

/** Records events of requests: in the timeline for everybody, and actions of people also in the audit log. */
export function createTimeline({ audit, now }: { readonly audit?: Pick<AuditService, 'record'>; readonly now: () => Date }) {
  async function noteActor(tx: Tx, { requestId, as, actor, title, detail }: ActorEntry): Promise<void> {
    const known = await accountFacts(tx, actor.id);
    await audit?.record(tx, {
      ...byActor({ id: actor.id, name: known?.username ?? 'nobody known', address: actor.address }),
      action: `request.${as}`,
      targetType: 'request',
      targetId: requestId,
      detail: { title, ...detail, ...(actor.through ? { through: actor.through } : {}) },
    });
  }

  return {
    noteActor,

    async write(tx: Tx, entry: TimelineEntry): Promise<void> {
      const { requestId, title, actor, audited, from, to } = entry;
      if (actor) {
        const detail = { ...(from === to ? {} : { from, to }), ...audited?.detail };
        await noteActor(tx, { requestId, title, actor, as: audited?.as ?? entry.event, detail });
      }
      const { english, sentence } = saidColumns(entry.message);
      await tx.insert(RequestEventEntity, {
        id: uuid(),
        requestId,
        at: now().toISOString(),
        event: entry.event,
        fromStatus: from ?? null,
        toStatus: to ?? null,
        message: english,
        sentence,
        actorId: actor?.id ?? null,
        detail: entry.detail ? JSON.stringify(entry.detail) : null,
      });
    },
  };
}
