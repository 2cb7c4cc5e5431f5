import type { JobInfo } from '../../../api/types.js';

/** Estimated seconds until a running job ends; undefined while that would be a guess. */
export function remainingOf(job: Pick<JobInfo, 'state' | 'startedAt' | 'progress'>, now: number): number | undefined {
  const { progress, startedAt } = job;
  if (job.state !== 'running' || !startedAt || !progress?.total || progress.done <= 0 || progress.done >= progress.total) return undefined;
  const elapsed = (now - new Date(startedAt).getTime()) / 1000;
  if (elapsed < 3) return undefined;
  return (elapsed / progress.done) * (progress.total - progress.done);
}
