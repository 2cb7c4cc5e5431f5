import type { Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { takeTurn } from '../settings/take-turn.js';
import { sentence } from '../../platform/words/index.js';

/** The most accounts that may wait for an admin at a time, however they were created. */
const MOST_WAITING = 200;

const RETRY_SECONDS = 3600;

/**
 * Refuses another account that waits for an admin, so that strangers fill neither the database nor the list of waiting
 * people. Concurrent callers take turns until they commit.
 *
 * @throws ApiError 503 `too_many_waiting`
 */
export async function refuseTooManyWaiting(tx: Tx, now: Date): Promise<void> {
  await takeTurn(tx, 'waiting-accounts', now);
  const row = await tx.get<{ total: number }>("SELECT COUNT(*) AS total FROM users WHERE state = 'pending' AND deleted_at IS NULL");
  if (Number(row?.total ?? 0) < MOST_WAITING) return;
  throw new ApiError('too_many_waiting', sentence('problem.too_many_waiting'), { headers: { 'retry-after': String(RETRY_SECONDS) } });
}
