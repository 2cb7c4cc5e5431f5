import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobsQuery } from '../../../api/queries/admin-queries.js';
import { queryKeys } from '../../../api/query-keys.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { JobLine } from '../jobs/job-line.js';
import { useNow } from '../jobs/use-now.js';

const JOBS = ['plugins.install', 'plugins.restore'];
const SHOWN_MS = 15 * 60_000;

/** Running installations, and recent ones with their outcome. */
export function InstallJobs() {
  const { t } = useI18n();
  const client = useQueryClient();
  const { data } = useQuery(jobsQuery);
  const now = useNow();
  const jobs = (data?.items ?? []).filter(
    (job) => JOBS.includes(job.name) && (job.finishedAt === undefined || now - Date.parse(job.finishedAt) < SHOWN_MS),
  );
  const ended = jobs
    .filter((job) => job.finishedAt !== undefined)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    // an installation, even a failed one, changes the list
    void client.invalidateQueries({ queryKey: queryKeys.plugins });
  }, [client, ended]);
  if (jobs.length === 0) return null;
  return (
    <Section title={t('plugins.installing')}>
      <div aria-live="polite">
        {jobs.slice(0, 5).map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </div>
    </Section>
  );
}
