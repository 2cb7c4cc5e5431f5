import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { JobInfo } from '../../platform/jobs/job-queue.js';
import type { AuditService } from '../audit/index.js';
import type { JobBooksDependencies } from './books-of-jobs.js';
import { announceJobs } from './job-announcer.js';
import { sayJob } from './job-schemas.js';
import { jobRoutes } from './routes.js';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 7;

interface Needs extends PlatformServices, JobBooksDependencies {
  readonly audit: AuditService;
}

export const jobs = defineFeature<Needs>({
  name: 'jobs',
  services: {},
  routes: ({ database, jobs, audit, redact, requestReader, downloads, uploads }) =>
    jobRoutes({ database, jobs, audit, redact, requestReader, downloads, uploads }),
  events: { 'job.updated': (_services, { data }, _caller, say) => ({ job: sayJob((data as { job: JobInfo }).job, say) }) },
  listen: ({ jobs, events, redact }) => announceJobs({ jobs, events, redact }),
  forget: async ({ jobs, now }) => ({ count: await jobs.prune(new Date(now().getTime() - KEEP_DAYS * DAY_MS)) }),
});
