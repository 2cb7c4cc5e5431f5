import { Baseline1764461500000 } from './1764461500000-baseline.js';
import { JobDeaths1764462000000 } from './1764462000000-job-deaths.js';

/** All migrations, oldest first. The same files run on SQLite and on PostgreSQL; only indexes of words differ. What was published is never changed. */
export const migrations = [Baseline1764461500000, JobDeaths1764462000000] as const;
