import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence, storeSaid } from '../../platform/words/index.js';

const PRUNE_NOTIFICATIONS = defineJob('notifications.prune', NO_PAYLOAD, { key: 'schedule' });

const DAY_MS = 86_400_000;
const KEEP_DAYS = 90;
/** The age at which the job of a delivery has surely ended; a delivery without a job was cancelled by hand. */
const ABANDONED_DAYS = 2;

/** Deletes old notifications and deliveries, daily. */
export function pruneNotificationsJob({ database, now }: { readonly database: Database; readonly now: () => Date }): JobDefinition {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
  return PRUNE_NOTIFICATIONS.handledBy({
    title: sentence('job.prune_notifications'),
    cron: '20 3 * * *',
    async run() {
      await database.transaction(async (tx) => {
        await tx.run('DELETE FROM notifications WHERE created_at < ?', [before(KEEP_DAYS)]);
        await tx.run('DELETE FROM notification_deliveries WHERE created_at < ?', [before(KEEP_DAYS)]);
        await tx.run(
          "UPDATE notification_deliveries SET state = 'failed', error = ?, finished_at = ? WHERE state IN ('queued', 'sending') AND created_at < ?",
          [storeSaid(sentence('delivery_fault.abandoned')), now().toISOString(), before(ABANDONED_DAYS)],
        );
      });
    },
  });
}
