import type { Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { FAMILY_ENDED } from './refresh-sessions.js';

/** Whether somebody who was let in some time ago would be let in now, with the same rights. One statement. */
export function createSessionCheck(database: Database): (caller: Caller) => Promise<boolean> {
  return async ({ userId, role, sessionId }) => {
    const row = await database.read.get(
      `SELECT id FROM users WHERE id = ? AND role = ? AND state = 'active' AND deleted_at IS NULL AND NOT ${FAMILY_ENDED}`,
      [userId, role, sessionId ?? ''],
    );
    return row !== undefined;
  };
}
