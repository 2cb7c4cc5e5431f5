import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { deliveryJob, type DeliveryDeps } from './delivery-job.js';
import { pruneNotificationsJob } from './prune-job.js';

/** The jobs that send and delete notifications. */
export function notificationJobs(deps: DeliveryDeps): JobDefinition[] {
  return [deliveryJob(deps), pruneNotificationsJob(deps)];
}
