import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { jobsQuery } from '../../../api/queries/admin-queries.js';
import { queryKeys } from '../../../api/query-keys.js';
import type { JobInfo } from '../../../api/types.js';

const NAME = 'backups.create';

/** The running backups, and the latest one if it failed. Reloads the list when one ends. */
export function useBackupJobs(): { live: JobInfo[]; failed: JobInfo | undefined } {
  const client = useQueryClient();
  const { data } = useQuery(jobsQuery);
  const jobs = data?.items.filter(({ name }) => name === NAME) ?? [];
  const live = jobs.filter(({ state }) => state === 'running' || state === 'queued');
  const [newest] = jobs
    .filter(({ finishedAt }) => finishedAt !== undefined)
    .sort((a, b) => ((a.finishedAt ?? '') < (b.finishedAt ?? '') ? 1 : -1));
  const ended = newest?.id;
  const seen = useRef(ended);
  useEffect(() => {
    if (seen.current === ended) return;
    seen.current = ended;
    void client.invalidateQueries({ queryKey: queryKeys.backups });
  }, [client, ended]);
  return { live, failed: live.length === 0 && newest?.state === 'failed' ? newest : undefined };
}
