import type { Tx } from '../../platform/db/index.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Said } from '../../platform/words/index.js';
import type { MoveAnnouncer, MoveNews } from './announce-moves.js';
import type { RequestEffect, RequestEvent } from './machine.js';
import {
  CLEAN_SOURCE,
  EFFECT_JOBS,
  REMOVE_DOWNLOAD,
  REMOVE_LEFTOVERS,
  requestSubject,
  TELL_IMPORTED,
  TELL_HOOKS,
  type MovePayload,
  type RequestHook,
} from './request-jobs.js';
import type { RequestRow } from './request-record.js';

/** The hooks that an event calls. */
const TOLD: Partial<Record<RequestEvent | 'create', RequestHook>> = {
  create: 'request.created',
  approve: 'request.approved',
  approve_unreleased: 'request.approved',
  deny: 'request.denied',
  cancel: 'request.cancelled',
  library_match: 'request.available',
  found_in_library: 'request.available',
  downloads_used_up: 'request.failed',
  import_done: 'import.completed',
  import_given_up: 'import.failed',
  download_completed: 'download.completed',
};

/** Facts about a move that its effects need. */
interface MoveFacts {
  readonly previousDownloadId: string | null;
  /** A sentence for the people who are notified. */
  readonly reason: Said;
  readonly jobAt?: Date;
  readonly jobPayload?: MovePayload;
}

interface Dependencies {
  readonly jobs: JobQueue;
  readonly notifications: MoveAnnouncer;
}

const NOTIFY = 'notify:';

function newsOf(effect: RequestEffect): MoveNews | undefined {
  return effect.startsWith(NOTIFY) ? (effect.slice(NOTIFY.length) as MoveNews) : undefined;
}

/** Queues the effects of moves, in the transaction of the move. */
export function createMoveEffects({ jobs, notifications }: Dependencies) {
  async function dropDownload(tx: Tx, downloadId: string, runAt?: Date): Promise<void> {
    await jobs.enqueue(tx, REMOVE_DOWNLOAD({ downloadId }, { runAt }));
  }

  async function run(tx: Tx, request: RequestRow, effect: RequestEffect, facts: MoveFacts): Promise<void> {
    const job = EFFECT_JOBS[effect];
    const news = newsOf(effect);
    if (effect === 'cancel-jobs') {
      await jobs.cancelSubject(tx, requestSubject(request.id));
    } else if (effect === 'job:remove-download') {
      if (facts.previousDownloadId) await dropDownload(tx, facts.previousDownloadId);
    } else if (job !== undefined) {
      await jobs.enqueue(tx, job({ requestId: request.id, ...facts.jobPayload }, { runAt: facts.jobAt }));
    } else if (news !== undefined) {
      await notifications.requestEvent(tx, news, request, facts.reason);
    }
  }

  return {
    dropDownload,

    async dropImported(tx: Tx, downloadId: string, runAt: Date): Promise<void> {
      await dropDownload(tx, downloadId, runAt);
      await jobs.enqueue(tx, REMOVE_LEFTOVERS({ downloadId }, { runAt }));
    },

    tellImported: (tx: Tx, downloadId: string): Promise<void> => jobs.enqueue(tx, TELL_IMPORTED({ downloadId })),

    cleanSource: (tx: Tx, requestId: string, path: string): Promise<void> => jobs.enqueue(tx, CLEAN_SOURCE({ requestId, path })),

    /** Runs effects in order: those that cancel jobs before those that queue them. */
    async run(tx: Tx, request: RequestRow, effects: readonly RequestEffect[], facts: MoveFacts): Promise<void> {
      for (const effect of effects) await run(tx, request, effect, facts);
    },

    async tellHook(tx: Tx, event: RequestEvent | 'create', request: RequestRow, detail: Readonly<Record<string, unknown>>): Promise<void> {
      const hook = TOLD[event];
      if (hook !== undefined) await jobs.enqueue(tx, TELL_HOOKS({ hook, requestId: request.id, detail }));
    },
  };
}
