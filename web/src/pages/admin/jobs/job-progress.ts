import type { JobInfo } from '../../../api/types.js';

/** Estimated seconds until a running job ends; undefined while that would be a guess. */
export function remainingOf(job: Pick<JobInfo, 'state' | 'startedAt' | 'progress'>, now: number): number | undefined {
  const { progress, startedAt } = job;
  if (job.state !== 'running' || !startedAt || !progress?.total || progress.done <= 0 || progress.done >= progress.total) return undefined;
  const elapsed = (now - new Date(startedAt).getTime()) / 1000;
  if (elapsed < 3) return undefined;
  return (elapsed / progress.done) * (progress.total - progress.done);
}

/** What of the progress of a job its line says. */
interface ToldProgress {
  readonly isCounted: boolean;
  readonly message: string | undefined;
}

/**
 * A running job says how far it is. The last sentence of one that is done is its result, and its numbers only repeat that; a sentence that was
 * true in the middle of one that failed or was cancelled would say that it still goes on.
 */
export function toldProgress({ state, progress }: Pick<JobInfo, 'state' | 'progress'>): ToldProgress {
  if (!progress || state === 'queued') return { isCounted: false, message: undefined };
  const { done, total, message } = progress;
  if (state === 'running') return { isCounted: true, message };
  const isPart = total !== undefined && done < total;
  return state === 'done' ? { isCounted: isPart && message === undefined, message } : { isCounted: isPart, message: undefined };
}
