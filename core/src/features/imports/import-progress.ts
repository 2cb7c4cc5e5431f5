import type { JobContext } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { RequestProgress } from '../lifecycle/request-record.js';

const EVERY_MS = 1000;
/** Verifying reads little; placing may copy everything. */
const SHARE = {
  verifying: { from: 0, to: 0.2 },
  merging: { from: 0.2, to: 0.9 },
  tagging: { from: 0.2, to: 0.9 },
  placing: { from: 0.2, to: 1 },
  // what was merged or tagged is already where it belongs, but for its name
  placing_made: { from: 0.9, to: 1 },
} as const;

type Phase = 'verifying' | 'merging' | 'tagging' | 'placing';

/** Reports the progress of an import. */
export interface ImportProgress {
  verifying(fraction: number): void;
  merging(fraction: number, etaSeconds: number | undefined): void;
  tagging(fraction: number): void;
  placing(bytesDone: number, bytesTotal: number): void;
  /** Says that others are merged first, and writes nothing after it. */
  waitForTurn(): Promise<void>;
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
  let told: Phase | undefined;
  let next: RequestProgress | undefined;
  let isMade = false;
  let percent: number | undefined;

  function report(phase: Phase, part: number, more: Partial<RequestProgress> = {}): void {
    const { from, to } = SHARE[phase === 'placing' && isMade ? 'placing_made' : phase];
    const fraction = Math.min(1, from + (to - from) * Math.min(1, Math.max(0, part)));
    percent = Math.round(fraction * 100);
    job.progress({ done: percent, total: 100, message: sentence(`progress.${phase}`) });
    // a phase that has begun is told at once, because the next report may be far away
    const isNew = phase !== told;
    if (closed || (!isNew && (writing || performance.now() - last < EVERY_MS))) return;
    told = phase;
    if (writing) next = { fraction, phase, ...more };
    else write({ fraction, phase, ...more });
  }

  function write(progress: RequestProgress): void {
    last = performance.now();
    writing = save(progress)
      .catch((error: unknown) => job.log.warn({ err: error }, 'import progress was not saved'))
      .finally(() => {
        writing = undefined;
        const waiting = next;
        next = undefined;
        if (waiting && !closed) write(waiting);
      });
  }

  return {
    verifying: (fraction) => report('verifying', fraction),
    placing: (bytesDone, bytesTotal) => report('placing', bytesTotal === 0 ? 1 : bytesDone / bytesTotal, { bytesDone, bytesTotal }),
    merging: (fraction, etaSeconds) => {
      isMade = true;
      report('merging', fraction, etaSeconds === undefined ? {} : { etaSeconds });
    },
    tagging: (fraction) => {
      isMade = true;
      report('tagging', fraction);
    },
    async waitForTurn() {
      closed = true;
      await writing;
      await save({ fraction: 0, phase: 'merge_waiting' });
    },
    async close() {
      closed = true;
      // the job ends soon, and its line would say for ever that the files are being placed
      if (percent !== undefined) job.progress({ done: percent, total: 100 });
      await writing;
    },
  };
}
