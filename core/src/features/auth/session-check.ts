import { padded, placeholders, type Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { FAMILY_ENDED } from './refresh-sessions.js';

/** True for sessions (`?` is the family) opened after all sessions of their user were last voided; earlier ones cannot be refreshed. */
const USED_SINCE = 'EXISTS (SELECT 1 FROM refresh_sessions s WHERE s.family_id = ? AND s.created_at >= u.sessions_invalidated_at)';

/** True for an API token (`?` is its id, and the current time) that is still valid. */
const TOKEN_HOLDS =
  'EXISTS (SELECT 1 FROM api_tokens t WHERE t.id = ? AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?))';

/** Whether a person who was admitted earlier would be admitted now, with the same rights. One statement. */
export function createSessionCheck(database: Database, now: () => Date): (caller: Caller) => Promise<boolean> {
  return async ({ userId, role, sessionId, tokenId }) => {
    const isSame = `SELECT id FROM users u WHERE id = ? AND role = ? AND state = 'active' AND deleted_at IS NULL`;
    if (tokenId !== undefined) {
      return (await database.read.get(`${isSame} AND ${TOKEN_HOLDS}`, [userId, role, tokenId, now().toISOString()])) !== undefined;
    }
    const held = `NOT ${FAMILY_ENDED} AND (sessions_invalidated_at IS NULL OR ${USED_SINCE})`;
    return (await database.read.get(`${isSame} AND ${held}`, [userId, role, sessionId ?? '', sessionId ?? ''])) !== undefined;
  };
}

/** Which of some sessions were ended, by their person or by anybody else. Those that expired are not among them. One statement. */
export function createEndedSessions(database: Database): (ids: readonly string[]) => Promise<ReadonlySet<string>> {
  return async (ids) => {
    const asked = padded(ids);
    if (asked.length === 0) return new Set();
    const rows = await database.read.all<{ familyId: string }>(
      `SELECT DISTINCT family_id FROM refresh_sessions WHERE family_id IN (${placeholders(asked.length)}) AND revoked_at IS NOT NULL`,
      asked,
    );
    return new Set(rows.map(({ familyId }) => familyId));
  };
}
