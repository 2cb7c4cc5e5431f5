import type { JobContext } from '../../platform/jobs/job-queue.js';
import type { Said } from '../../platform/words/index.js';
import type { MergeSlots } from '../../files/merging/merge-slots.js';
import type { KeyedLock } from '../../files/placing/keyed-lock.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { ImportDependencies, ImportOrder } from './import-dependencies.js';
import type { ImportProgress } from './import-progress.js';
import type { ImportStore } from './import-store.js';
import type { MergeTurns } from './merge-turns.js';

/** One run of an import. */
export interface ImportRun {
  /** Names it among the runs of the request. */
  readonly id: string;
  readonly deps: ImportDependencies;
  readonly store: ImportStore;
  readonly lock: KeyedLock;
  readonly slots: MergeSlots;
  readonly turns: MergeTurns;
  readonly job: JobContext<ImportOrder>;
  readonly order: ImportOrder;
  readonly request: RequestRow;
  readonly progress: ImportProgress;
}

/** What became of the wishes for the files, for the timeline. */
export interface OutcomeWords {
  /** What follows the sentence about the place; empty for nothing. */
  readonly message: Said;
  readonly detail: Readonly<Record<string, unknown>>;
}
