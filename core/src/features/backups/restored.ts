import type { Feature } from '../../platform/composition/feature.js';
import type { RunSql } from '../../platform/backup/index.js';
import { readJson, type Database } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { cancelJobsUntil } from '../../platform/jobs/job-facts.js';
import { inRow, sentence } from '../../platform/words/index.js';
import { byActor, type AuditService } from '../audit/index.js';
import { SCAN_LIBRARY } from '../library/index.js';
import { UNDER_WAY } from '../lifecycle/machine.js';
import { waitReason } from '../lifecycle/reasons/wait-reasons.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { requestsUntil } from '../lifecycle/request-store.js';
import { giveUpDeliveriesUntil } from '../notifications/delivery-record.js';
import { giveUpWebhooksUntil } from '../webhooks/index.js';
import { forgetValue, readValue, writeValue } from '../settings/stored-values.js';

/** A key in the settings table, which the settings ignore. It tells the next start that a backup was restored. */
const MARK = 'restored';

/** The facts about a restored backup. */
interface RestoredMark {
  readonly createdAt: string;
  readonly restoredAt: string;
  /** Whether everything continues where it was. */
  readonly goOn: boolean;
}

/** A feature with rows that must not survive in a restored database. */
type Restorable = Pick<Feature<never, never>, 'whenRestored'>;

export interface FinishOptions extends RestoredMark {
  readonly revokeTokens: boolean;
}

/** The last step of a restore, in its transaction: ends sessions and one-time links, and leaves a mark for the next start. */
export async function finishRestore(run: RunSql, { revokeTokens, ...mark }: FinishOptions, parts: readonly Restorable[]): Promise<void> {
  const { restoredAt } = mark;
  for (const part of parts) await part.whenRestored?.(run, { restoredAt, revokeTokens });
  await writeValue({ run }, MARK, mark, new Date(restoredAt));
}

export interface SettleDeps {
  readonly database: Database;
  readonly transitions: Pick<RequestTransitions, 'apply'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly audit: AuditService;
  readonly now: () => Date;
}

/** A book that is still unreleased cannot have been imported meanwhile. */
function isStillToCome({ status, reason }: Pick<RequestRow, 'status' | 'reason'>, now: Date): boolean {
  if (status !== 'awaiting_release' || reason === null) return false;
  const { nextAt } = readJson(reason);
  return nextAt !== undefined && Date.parse(nextAt) > now.getTime();
}

/**
 * Called before jobs run for the first time after a restore. Work in progress at the time of the backup may have been
 * finished since: downloaded, placed, announced. None of it is repeated automatically. Requests wait for a person, jobs
 * are cancelled, messages are not sent, and the library is read again. Nothing of that happens if the person who
 * restored says that the server has not run since.
 *
 * @returns how many requests wait for a person; `undefined` if nothing was restored
 */
export async function settleRestored({ database, transitions, jobs, audit, now }: SettleDeps): Promise<number | undefined> {
  const mark = await readValue<RestoredMark>(database.read, MARK);
  if (!mark) return undefined;
  const { createdAt, restoredAt, goOn } = mark;
  return database.transaction(async (tx) => {
    // another instance did it
    if (!(await forgetValue(tx, MARK))) return undefined;
    let held = 0;
    const at = now().toISOString();
    const backup = createdAt.slice(0, 16).replace('T', ' ');
    const why = sentence('progress.restored', { backup });
    const reason = waitReason('restored', { backup });
    if (!goOn) {
      await cancelJobsUntil(tx, restoredAt, why, at);
      await giveUpDeliveriesUntil(tx, restoredAt, inRow(why, sentence('delivery_fault.perhaps_sent')), at);
      await giveUpWebhooksUntil(tx, restoredAt, inRow(why, sentence('delivery_fault.perhaps_delivered')));
      const open = await requestsUntil(tx, restoredAt, UNDER_WAY);
      for (const request of open) {
        if (isStillToCome(request, now())) continue;
        held += 1;
        await transitions.apply(tx, request.id, 'restored', {
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
