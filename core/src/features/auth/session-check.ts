import type { Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { FAMILY_ENDED } from './refresh-sessions.js';

/** True for sessions (`?` is the family) opened after all sessions of their user were voided; those before cannot be refreshed. */
const USED_SINCE = 'EXISTS (SELECT 1 FROM refresh_sessions s WHERE s.family_id = ? AND s.created_at >= u.sessions_invalidated_at)';

/** Whether somebody who was let in some time ago would be let in now, with the same rights. One statement. */
export function createSessionCheck(database: Database): (caller: Caller) => Promise<boolean> {
  return async ({ userId, role, sessionId }) => {
    const row = await database.read.get(
      `SELECT id FROM users u WHERE id = ? AND role = ? AND state = 'active' AND deleted_at IS NULL AND NOT ${FAMILY_ENDED}
          AND (sessions_invalidated_at IS NULL OR ${sessionId === undefined ? '1 = 1' : USED_SINCE})`,
      [userId, role, sessionId ?? '', ...(sessionId === undefined ? [] : [sessionId])],
    );
    return row !== undefined;
  };
}
