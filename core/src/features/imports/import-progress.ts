import type { JobContext } from '../../platform/jobs/job-queue.js';
import type { RequestProgress } from '../lifecycle/request-record.js';

const EVERY_MS = 1000;
/** Verifying reads little; placing may copy everything. */
const SHARE = { verifying: { from: 0, to: 0.2 }, placing: { from: 0.2, to: 1 } } as const;

/** Reports the progress of an import. */
export interface ImportProgress {
  verifying(fraction: number): void;
  placing(bytesDone: number, bytesTotal: number): void;
  /** Nothing is written after it; call it before the request moves on. */
  close(): Promise<void>;
}

/** Writes at most once a second; failed writes are only logged. */
export function createImportProgress(
  job: Pick<JobContext, 'progress' | 'log'>,
  save: (progress: RequestProgress) => Promise<void>,
): ImportProgress {
  let last = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | undefined;
  let closed = false;

  function report(phase: keyof typeof SHARE, part: number, more: Partial<RequestProgress> = {}): void {
    const { from, to } = SHARE[phase];
    const fraction = Math.min(1, from + (to - from) * Math.min(1, Math.max(0, part)));
    job.progress({ done: Math.round(fraction * 100), total: 100, message: phase });
    if (closed || writing || performance.now() - last < EVERY_MS) return;
    last = performance.now();
    writing = save({ fraction, phase, ...more })
      .catch((error: unknown) => job.log.warn({ err: error }, 'import progress was not saved'))
      .finally(() => {
        writing = undefined;
      });
  }

  return {
    verifying: (fraction) => report('verifying', fraction),
    placing: (bytesDone, bytesTotal) => report('placing', bytesTotal === 0 ? 1 : bytesDone / bytesTotal, { bytesDone, bytesTotal }),
    async close() {
      closed = true;
      await writing;
    },
  };
}
