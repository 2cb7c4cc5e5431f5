import type { RunSql } from '../../platform/backup/index.js';
import { placeholders, type Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { byActor, type AuditService } from '../audit/index.js';
import { SCAN_LIBRARY } from '../library/index.js';
import { UNDER_WAY } from '../lifecycle/machine.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';

/** Among the settings, which read only their own rows: says at the next start that a backup was restored. */
const MARK = 'restored';

/** What is known of a backup that was restored. */
interface RestoredMark {
  readonly createdAt: string;
  readonly restoredAt: string;
  /** Whether everything goes on where it was. */
  readonly goOn: boolean;
}

export interface FinishOptions extends RestoredMark {
  readonly revokeTokens: boolean;
}

/** The last step of a restore, in its transaction: sessions and one-time links end, and a mark for the next start is left. */
export async function finishRestore(run: RunSql, { revokeTokens, ...mark }: FinishOptions): Promise<void> {
  // a backup that Lectern made has none
  for (const table of ['refresh_sessions', 'login_tokens']) await run(`DELETE FROM ${table}`);
  await run('UPDATE users SET sessions_invalidated_at = ?', [mark.restoredAt]);
  if (revokeTokens) await run('UPDATE api_tokens SET revoked_at = ? WHERE revoked_at IS NULL', [mark.restoredAt]);
  await run('DELETE FROM settings WHERE key = ?', [MARK]);
  await run('INSERT INTO settings (key, value, updated_at) VALUES (?, ?, ?)', [MARK, JSON.stringify(mark), mark.restoredAt]);
}

export interface SettleDeps {
  readonly database: Database;
  readonly transitions: Pick<RequestTransitions, 'apply'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly audit: AuditService;
  readonly now: () => Date;
}

/** A book that is still not out cannot have been had meanwhile. */
function isStillToCome({ status, reason }: Pick<RequestRow, 'status' | 'reason'>, now: Date): boolean {
  if (status !== 'awaiting_release' || reason === null) return false;
  const { nextAt } = JSON.parse(reason) as WaitReason;
  return nextAt !== undefined && Date.parse(nextAt) > now.getTime();
}

/**
 * Before jobs run for the first time after a restore. What was under way in the backup may have been done since:
 * downloaded, placed, told. None of it is done again by itself. Requests wait for a person, jobs are cancelled,
 * messages are not sent; the library is read anew. Nothing of that where the person who restored said that the server
 * has not run since.
 *
 * @returns how many requests wait for a person; `undefined` when nothing was restored
 */
export async function settleRestored({ database, transitions, jobs, audit, now }: SettleDeps): Promise<number | undefined> {
  const row = await database.read.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', [MARK]);
  if (!row) return undefined;
  const { createdAt, restoredAt, goOn } = JSON.parse(row.value) as RestoredMark;
  return database.transaction(async (tx) => {
    // one of several instances
    if ((await tx.run('DELETE FROM settings WHERE key = ?', [MARK])) === 0) return undefined;
    let held = 0;
    const at = now().toISOString();
    const backup = createdAt.slice(0, 16).replace('T', ' ');
    const why = `Restored from a backup of ${backup} UTC.`;
    const reason = waitReason('restored', { backup });
    if (!goOn) {
      await tx.run(
        `UPDATE jobs SET state = 'cancelled', finished_at = ?, error = ?, lease_owner = NULL, lease_until = NULL
         WHERE state IN ('queued', 'running') AND created_at <= ?`,
        [at, why, restoredAt],
      );
      await tx.run(
        `UPDATE notification_deliveries SET state = 'unknown', finished_at = ?, error = ? WHERE state IN ('queued', 'sending') AND created_at <= ?`,
        [at, `${why} It may have been sent since then, so it is not sent again.`, restoredAt],
      );
      const open = await tx.all<Pick<RequestRow, 'id' | 'status' | 'reason'>>(
        `SELECT id, status, reason FROM requests WHERE created_at <= ? AND status IN (${placeholders(UNDER_WAY.length)}) ORDER BY id`,
        [restoredAt, ...UNDER_WAY],
      );
      for (const request of open) {
        if (isStillToCome(request, now())) continue;
        held += 1;
        await transitions.apply(tx, request.id, 'restored', {
          message: reason.message,
          reason,
        });
      }
    }
    await jobs.enqueue(tx, SCAN_LIBRARY());
    await audit.record(tx, {
      ...byActor({ name: 'command line' }),
      action: 'backup.restored',
      targetType: 'backup',
      detail: { createdAt, restoredAt, goOn, requestsHeld: held },
    });
    return held;
  });
}
