export { announceJobs } from './job-announcer.js';
export type { JobAnnouncerDeps } from './job-announcer.js';
export { jobRoutes } from './routes.js';
export type { JobRoutesDeps } from './routes.js';
