import type { JobDefinition } from '../../platform/jobs/job-queue.js';
import { deliveryJob } from './delivery-job.js';
import { digestJob, type DigestDeps } from './personal/digest-job.js';
import { personalDeliveryJob, type PersonalDeliveryDeps } from './personal/personal-delivery-job.js';
import { pruneNotificationsJob } from './prune-job.js';

/** The jobs that send and delete notifications. */
export function notificationJobs(deps: PersonalDeliveryDeps & DigestDeps): JobDefinition[] {
  return [deliveryJob(deps), personalDeliveryJob(deps), digestJob(deps), pruneNotificationsJob(deps)];
}
