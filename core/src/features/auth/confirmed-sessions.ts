import type { Database, Tx } from '../../platform/db/index.js';
import { CONFIRMED_MINUTES, type Caller } from '../../platform/http/route.js';

/** Knows whether the user of a session signed in or confirmed their identity recently. */
export interface ConfirmedSessions {
  /** Until when the session may decide who gets in; `undefined` if it may not. */
  until(sessionId: string): Promise<Date | undefined>;
  /** Whether the caller's session is confirmed. */
  isConfirmed(caller: Pick<Caller, 'sessionId'>): Promise<boolean>;
  /** Records that the user has just confirmed their identity. */
  record(tx: Tx, sessionId: string): Promise<void>;
}

export interface ConfirmedSessionsDeps {
  readonly database: Database;
  readonly now: () => Date;
  /** Milliseconds from a clock that nobody can set, e.g. `performance.now`. Absent: the other clock is trusted. */
  readonly elapsedMs?: () => number;
}

const CONFIRMED_MS = CONFIRMED_MINUTES * 60_000;
/** Clocks are routinely adjusted by less than this. */
const TOLERANCE_MS = 2_000;

/** Whether a sign-in or a confirmation at that time is still recent enough. */
export function isRecent(authenticatedAt: string, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(authenticatedAt);
  return ageMs >= 0 && ageMs < CONFIRMED_MS;
}

/**
 * An expired confirmation stays expired, whatever happens to the clock: it is deleted when found to be expired (see
 * also the rotation of refresh tokens), times in the future do not count, and after the clock was set back nothing
 * counts.
 */
export function createConfirmedSessions({ database, now, elapsedMs }: ConfirmedSessionsDeps): ConfirmedSessions {
  let seen = { wall: now().getTime(), elapsed: elapsedMs?.() ?? 0 };

  function forget(where: string, params: readonly string[] = []): Promise<number> {
    return database.transaction((tx) =>
      tx.run(`UPDATE refresh_sessions SET authenticated_at = NULL WHERE authenticated_at IS NOT NULL${where}`, [...params]),
    );
  }

  /** Times recorded before and after cannot be told apart. */
  async function distrustClockSetBack(): Promise<void> {
    const wall = now().getTime();
    const elapsed = elapsedMs?.() ?? 0;
    const isSetBack = wall < seen.wall + (elapsed - seen.elapsed) - TOLERANCE_MS;
    seen = { wall, elapsed };
    if (isSetBack) await forget('');
  }

  async function until(sessionId: string): Promise<Date | undefined> {
    await distrustClockSetBack();
    const row = await database.read.get<{ at: string | null }>(
      'SELECT MAX(authenticated_at) AS at FROM refresh_sessions WHERE family_id = ? AND revoked_at IS NULL',
      [sessionId],
    );
    if (!row?.at) return undefined;
    if (isRecent(row.at, now())) return new Date(Date.parse(row.at) + CONFIRMED_MS);
    await forget(' AND family_id = ? AND authenticated_at = ?', [sessionId, row.at]);
    return undefined;
  }

  return {
    until,
    isConfirmed: async ({ sessionId }) => sessionId !== undefined && (await until(sessionId)) !== undefined,
    async record(tx, sessionId) {
      const sql = 'UPDATE refresh_sessions SET authenticated_at = ? WHERE family_id = ? AND revoked_at IS NULL';
      await tx.run(sql, [now().toISOString(), sessionId]);
    },
  };
}
