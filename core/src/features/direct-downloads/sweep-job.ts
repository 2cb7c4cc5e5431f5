import type { DownloadClient } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';

const SWEEP = defineJob('direct-downloads.sweep', NO_PAYLOAD, { key: 'schedule' });

const DAY_MS = 86_400_000;

/** Removes downloads of the server's own client that nobody needs any more: placed in the library, given up, or orphaned. */
export function directSweepJob(deps: {
  readonly database: Database;
  readonly client: () => DownloadClient;
  readonly now: () => Date;
}): JobDefinition {
  return SWEEP.handledBy({
    title: 'Clean up downloads',
    cron: '37 * * * *',
    async run(job) {
      // a download that is being handed over is in the history before it is here
      const done = await deps.database.read.all<{ id: string }>(
        `SELECT f.id FROM direct_downloads f LEFT JOIN download_history d ON 'lectern-' || d.id = f.id
         WHERE d.id IS NULL OR d.state IN ('imported', 'removed') OR (d.state = 'failed' AND f.updated_at < ?)`,
        [new Date(deps.now().getTime() - DAY_MS).toISOString()],
      );
      for (const { id } of done) {
        job.signal.throwIfAborted();
        await deps.client().remove(id, { deleteData: true, signal: job.signal });
      }
      job.progress({ done: done.length, message: `${done.length} downloads were removed.` });
    },
  });
}
