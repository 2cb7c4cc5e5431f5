import { defineJob, NO_PAYLOAD } from '../platform/jobs/define-job.js';
import { pruneRateStore } from '../platform/http/rate-store.js';
import type { JobDefinition } from '../platform/jobs/job-queue.js';
import { sentence } from '../platform/words/index.js';
import type { Cradle } from './cradle.js';
import { PARTS } from './parts.js';

const FORGET_HISTORY = defineJob('history.prune', NO_PAYLOAD, { key: 'schedule' });

/** Bounds histories: each feature deletes its rows that are too old to keep. */
export function forgetHistoryJob(services: Cradle): JobDefinition {
  return FORGET_HISTORY.handledBy({
    title: sentence('job.forget_history'),
    cron: '23 3 * * *',
    async run(job) {
      let done = 0;
      for (const part of PARTS) {
        const forgotten = await part.forget?.(services);
        if (!forgotten) continue;
        done += forgotten.count;
      }
      await pruneRateStore(services.database, services.now());
      job.progress({ done, message: sentence('progress.history_forgotten', { count: done }) });
    },
  });
}
