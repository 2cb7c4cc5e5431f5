import type { DownloadClient } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import { downloadStages } from '../lifecycle/download-store.js';
import { downloadOf } from './direct-item.js';

const SWEEP = defineJob('direct-downloads.sweep', NO_PAYLOAD, { key: 'schedule' });

const DAY_MS = 86_400_000;

/** Removes downloads of the server's own client that nobody needs any more: placed, abandoned or orphaned. */
export function directSweepJob(deps: {
  readonly database: Database;
  readonly client: () => DownloadClient;
  readonly now: () => Date;
}): JobDefinition {
  return SWEEP.handledBy({
    title: sentence('job.clean_up_downloads'),
    cron: '37 * * * *',
    async run(job) {
      // a download that is being handed over is in the history before it is here
      const kept = await deps.database.read.all<{ id: string; updatedAt: string }>('SELECT id, updated_at FROM direct_downloads');
      const stages = await downloadStages(
        deps.database.read,
        kept.map(({ id }) => downloadOf(id)),
      );
      const old = new Date(deps.now().getTime() - DAY_MS).toISOString();
      const done = kept.filter(({ id, updatedAt }) => {
        const stage = stages.get(downloadOf(id));
        return stage === undefined || stage === 'imported' || stage === 'removed' || (stage === 'failed' && updatedAt < old);
      });
      for (const { id } of done) {
        job.signal.throwIfAborted();
        await deps.client().remove(id, { deleteData: true, signal: job.signal });
      }
      job.progress({ done: done.length, message: sentence('progress.downloads_removed', { count: done.length }) });
    },
  });
}
