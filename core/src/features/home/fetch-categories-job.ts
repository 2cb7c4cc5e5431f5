import type { Database } from '../../platform/db/index.js';
import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { usersShowing } from './section-store.js';

/** One job for everybody who shows a category; the daily refresh of the catalogue keeps its books current. */
export const FETCH_CATEGORIES = defineJob('home.fetch-categories', NO_PAYLOAD, { key: () => 'home.fetch-categories' });

/** The job that fetches the books of categories that somebody has just put on the home page. */
export function homeJobs({
  database,
  catalog,
  shownCategories,
  onChange,
}: {
  readonly database: Database;
  readonly catalog: Pick<CatalogService, 'fetchMissing'>;
  readonly shownCategories: () => Promise<readonly string[]>;
  /** Called for each person whose home page has books that it did not have. */
  readonly onChange: (userId: string) => void;
}): JobDefinition[] {
  return [
    FETCH_CATEGORIES.handledBy({
      title: sentence('job.fetch_categories'),
      timeoutMs: 5 * 60_000,
      async run(job) {
        const { refreshed, kept } = await catalog.fetchMissing(await shownCategories(), job.signal);
        job.progress({ done: refreshed.length, total: refreshed.length + kept.length });
        for (const userId of await usersShowing(database.read, refreshed)) onChange(userId);
      },
    }),
  ];
}
