import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Caller, type Route } from '../../platform/http/route.js';
import { actorOf, byActor, type AuditService } from '../audit/index.js';
import type { LiveConnections } from '../events/index.js';
import type { RefreshSessions } from './refresh-sessions.js';
import { sentence } from '../../platform/words/index.js';

export interface OwnSessionDeps {
  readonly database: Database;
  readonly sessions: RefreshSessions;
  readonly audit: AuditService;
  readonly connections?: Pick<LiveConnections, 'endSession'>;
  readonly now: () => Date;
}

interface SessionRow {
  readonly id: string;
  readonly openedAt: string;
  readonly lastUsedAt: string;
  readonly userAgent: string | null;
  readonly address: string | null;
}

const sessionItem = Type.Object(
  {
    id: Type.String(),
    openedAt: Type.String(),
    lastUsedAt: Type.String({ description: 'Accurate to a quarter of an hour.' }),
    userAgent: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'Where it was last used from.' }),
    current: Type.Boolean({ description: 'The session of this call.' }),
  },
  { $id: 'OwnSession' },
);

/** Lists where the caller is signed in, and ends sessions. */
export function ownSessionRoutes({ database, sessions, audit, connections, now }: OwnSessionDeps): Route[] {
  /** One row per sign-in, because each refresh adds a row to its family. */
  function live(userId: string): Promise<SessionRow[]> {
    return database.read.all<SessionRow>(
      `SELECT f.family_id AS id, f.opened_at, s.created_at AS last_used_at, s.user_agent, s.address
         FROM (SELECT r.family_id, MIN(r.created_at) AS opened_at, MAX(r.id) AS newest_id, MAX(r.expires_at) AS expires_at,
                      MAX(r.revoked_at) AS revoked_at
                 FROM refresh_sessions r WHERE r.user_id = ? GROUP BY r.family_id) f
         JOIN refresh_sessions s ON s.id = f.newest_id
         JOIN users u ON u.id = s.user_id
        WHERE f.revoked_at IS NULL AND f.expires_at > ? AND (u.sessions_invalidated_at IS NULL OR s.created_at >= u.sessions_invalidated_at)
        ORDER BY s.created_at DESC, f.family_id LIMIT 100`,
      [userId, now().toISOString()],
    );
  }

  async function end(
    caller: Caller,
    ids: readonly string[],
    context: { readonly caller: Caller; readonly address: string },
  ): Promise<void> {
    for (const id of ids) {
      await sessions.endFamily(id);
      connections?.endSession(id);
    }
    if (ids.length === 0) return;
    await database.transaction((tx) =>
      audit.record(tx, {
        ...byActor(actorOf(context)),
        action: 'session.ended',
        targetType: 'user',
        targetId: caller.userId,
        detail: { sessions: ids.length },
      }),
    );
  }

  const common = { tag: 'auth', access: { rule: 'user' }, scopes: 'none' } as const;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/user/sessions',
      summary: 'Where you are signed in',
      responses: { 200: Type.Object({ items: Type.Array(sessionItem) }) },
      async handler({ caller }) {
        const items = (await live(caller.userId)).map((row) => ({ ...row, current: row.id === caller.sessionId }));
        return json({ items });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/user/sessions/{id}',
      access: { rule: 'user', owns: { param: 'id', resource: 'session', ownerOnly: true } },
      summary: 'End one of your own sessions',
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      responses: { 204: null },
      async handler(context) {
        const { params, caller } = context;
        const isMine = (await live(caller.userId)).some(({ id }) => id === params.id);
        if (!isMine) throw new ApiError('not_found', sentence('problem.no_session'));
        await end(caller, [params.id], context);
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/user/sessions',
      summary: 'End all your own sessions except the one that asks',
      responses: { 204: null },
      async handler(context) {
        const { caller } = context;
        const others = (await live(caller.userId)).filter(({ id }) => id !== caller.sessionId);
        await end(
          caller,
          others.map(({ id }) => id),
          context,
        );
        return noContent();
      },
    }),
  ];
}
