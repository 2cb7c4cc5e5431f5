import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import type { RefreshSessions } from './refresh-sessions.js';

export function authJobs({ sessions }: { readonly sessions: RefreshSessions }): JobDefinition[] {
  return [
    {
      name: 'auth.prune-sessions',
      title: 'Forget sessions that ended',
      cron: '17 3 * * *',
      async run({ log }) {
        log.info({ deleted: await sessions.prune() }, 'sessions pruned');
      },
    },
  ];
}
