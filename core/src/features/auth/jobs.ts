import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { RefreshSessions } from './refresh-sessions.js';

const PRUNE_SESSIONS = defineJob('auth.prune-sessions', NO_PAYLOAD, { key: 'schedule' });

export function authJobs({ sessions }: { readonly sessions: RefreshSessions }): JobDefinition[] {
  return [
    PRUNE_SESSIONS.handledBy({
      title: sentence('job.clean_up_sessions'),
      cron: '17 3 * * *',
      async run({ log }) {
        log.info({ deleted: await sessions.prune() }, 'sessions pruned');
      },
    }),
  ];
}
