import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { AuditService } from '../audit/index.js';
import { announceJobs } from './job-announcer.js';
import { jobRoutes } from './routes.js';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 7;

interface Needs extends PlatformServices {
  readonly audit: AuditService;
}

export const jobs = defineFeature<Needs>({
  name: 'jobs',
  services: {},
  routes: ({ database, jobs, audit, redact }) => jobRoutes({ database, jobs, audit, redact }),
  events: { 'job.updated': 'as published' },
  listen: ({ jobs, events, redact }) => announceJobs({ jobs, events, redact }),
  forget: async ({ jobs, now }) => ({ count: await jobs.prune(new Date(now().getTime() - KEEP_DAYS * DAY_MS)), what: 'jobs' }),
});
