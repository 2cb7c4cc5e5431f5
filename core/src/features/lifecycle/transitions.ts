import { v7 as uuid } from 'uuid';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { Tx } from '../../platform/db/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import { byActor, type AuditService } from '../audit/index.js';
import type { MoveAnnouncer } from './announce-moves.js';
import { RequestEntity, RequestEventEntity } from './entities.js';
import { INITIAL, nextState, type RequestEffect, type RequestEvent } from './machine.js';
import type { RequestProgress, RequestRow, WaitReason } from './request-record.js';
import { countMove } from './request-counts.js';
import { groupOf, type RequestOrigin, type RequestStatus, type RequestType } from './statuses.js';

/** The subject under which all jobs of a request run, so that cancel finds them. */
export function requestSubject(requestId: string): string {
  return `request:${requestId}`;
}

/** Names of the jobs that carry a request from arrow to arrow. */
export const REQUEST_JOBS = {
  search: 'request.search',
  grab: 'request.grab',
  import: 'request.import',
  libraryRefresh: 'library.refresh',
  removeDownload: 'download.remove',
  removeLeftovers: 'import.leftovers',
} as const;

/** A person who does something to a request. */
export interface RequestActor {
  readonly id: string;
  /** Client address. */
  readonly address?: string;
}

/** What goes with an event. */
export interface TransitionDetails {
  /** The timeline's sentence. */
  readonly message: string;
  /** Why the request now waits; `null`: it does not. */
  readonly reason: Omit<WaitReason, 'since'> | null;
  readonly actor?: RequestActor;
  /** Facts for the timeline. No secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What the person did, where the event does not say it, and facts for the audit log. No secrets. */
  readonly audited?: { readonly as: string; readonly detail: Readonly<Record<string, unknown>> };
  /** Counters and references that change with it. */
  readonly set?: Partial<{
    searchAttempts: number;
    downloadAttempts: number;
    importAttempts: number;
    currentDownloadId: string | null;
    progress: RequestProgress | null;
  }>;
  /** When the job that the move causes may run; default at once. */
  readonly jobAt?: Date;
  /** More for that job's payload. */
  readonly jobPayload?: Readonly<Record<string, unknown>>;
}

/** A request to be stored. */
export interface NewRequest {
  readonly userId: string;
  /** Who asks; the user, unless somebody else does it for them. */
  readonly actor?: RequestActor;
  readonly asin: string;
  readonly region: string;
  readonly type: RequestType;
  readonly title: string;
  readonly author: string;
  readonly origin: RequestOrigin;
  readonly note?: string;
  readonly parentRequestId?: string;
  readonly status: 'awaiting_approval' | 'awaiting_release' | 'pending';
  readonly message: string;
  readonly reason: Omit<WaitReason, 'since'> | null;
}

/** Another writer moved the request between our reading and our writing. */
export class TransitionConflict extends Error {
  override readonly name = 'TransitionConflict';
}

/** The only writer of `requests.status`. */
export interface RequestTransitions {
  create(tx: Tx, request: NewRequest): Promise<RequestRow>;
  /**
   * Makes a move: status, timeline row, jobs and notifications in the caller's transaction.
   * @returns the request after it, or `undefined` when the event may not happen in its present status (a job that
   *   finished late); nothing is written then
   * @throws TransitionConflict when somebody else moved it at the same moment
   */
  apply(tx: Tx, requestId: string, event: RequestEvent, details: TransitionDetails): Promise<RequestRow | undefined>;
  /** Adds a line to the timeline without moving. */
  note(tx: Tx, requestId: string, event: string, message: string, options?: { actor?: RequestActor; detail?: object }): Promise<void>;
  /** Tells the audit log what a person did that neither moves the request nor stands in its timeline. */
  audited(
    tx: Tx,
    request: Pick<RequestRow, 'id' | 'title'>,
    as: string,
    actor: RequestActor,
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  /**
   * Changes why it waits, without moving.
   *
   * @param onlyIn the status the reason belongs to; in another one nothing is written (a job that finished late)
   */
  setReason(tx: Tx, requestId: string, reason: Omit<WaitReason, 'since'> | null, onlyIn?: RequestStatus): Promise<void>;
  /** Sets what is searched for instead of title and author; `null`: these again. */
  setSearchTerms(tx: Tx, requestId: string, terms: string | null): Promise<void>;
  /** Queues the removal of a download from its client. Only what we put there goes, and nothing that another request needs. */
  dropDownload(tx: Tx, downloadId: string): Promise<void>;
  /** As {@link RequestTransitions.dropDownload}, and the removal of its files: Usenet clients keep those of finished downloads. */
  dropImported(tx: Tx, downloadId: string, runAt: Date): Promise<void>;
  /** Told after each commit that changed a request. */
  onChange(listener: (requestId: string, change: { from?: RequestStatus; to: RequestStatus; event: string }) => void): () => void;
}

interface Dependencies {
  readonly jobs: JobQueue;
  readonly notifications: MoveAnnouncer;
  /** Told of what people do; not of what the server does by itself. */
  readonly audit?: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

const EFFECT_JOBS: Partial<Record<RequestEffect, string>> = {
  'job:search': REQUEST_JOBS.search,
  'job:grab': REQUEST_JOBS.grab,
  'job:import': REQUEST_JOBS.import,
  'job:library-refresh': REQUEST_JOBS.libraryRefresh,
};

/** What people do, as the audit log names it. */
const AUDITED: Readonly<Record<string, string>> = {
  approve: 'approved',
  approve_unreleased: 'approved',
  deny: 'denied',
  cancel: 'cancelled',
  retry: 'retried',
  retry_import: 'import_retried',
  retry_download: 'download_retried',
  accept_import: 'import_accepted',
  reject_release: 'release_rejected',
  candidate_chosen: 'release_chosen',
  search: 'searched',
  search_terms: 'search_terms_changed',
};

/** Told hooks of statuses that a move enters. */
const TOLD: Partial<Record<RequestEvent, string>> = {
  approve: 'request.approved',
  approve_unreleased: 'request.approved',
  deny: 'request.denied',
  cancel: 'request.cancelled',
  library_match: 'request.available',
  downloads_used_up: 'request.failed',
  import_done: 'import.completed',
  import_given_up: 'import.failed',
  download_completed: 'download.completed',
};

/** @see RequestTransitions */
export function createRequestTransitions({ jobs, notifications, audit, now }: Dependencies): RequestTransitions {
  const listeners = new Set<(requestId: string, change: { from?: RequestStatus; to: RequestStatus; event: string }) => void>();

  function changed(tx: Tx, requestId: string, change: { from?: RequestStatus; to: RequestStatus; event: string }): void {
    tx.afterCommit(() => {
      crashPoint('committed', change.event);
      for (const listener of listeners) listener(requestId, change);
    });
  }

  async function noteActor(
    tx: Tx,
    entry: { requestId: string; event: string; actor: RequestActor; title: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    const { requestId, event, actor, title, detail } = entry;
    const known = await tx.get<{ username: string }>('SELECT username FROM users WHERE id = ?', [actor.id]);
    await audit?.record(tx, {
      ...byActor({ id: actor.id, name: known?.username ?? 'nobody known', address: actor.address }),
      ...{ action: `request.${AUDITED[event] ?? event}`, targetType: 'request', targetId: requestId },
      detail: { title, ...detail },
    });
  }

  async function timeline(
    tx: Tx,
    entry: {
      requestId: string;
      event: string;
      from?: RequestStatus;
      to?: RequestStatus;
      message: string;
      actor?: RequestActor;
      detail?: object;
      title: string;
      audited?: TransitionDetails['audited'];
    },
  ): Promise<void> {
    const { requestId, title, actor, audited, from, to } = entry;
    if (actor) {
      const detail = { ...(from === to ? {} : { from, to }), ...audited?.detail };
      await noteActor(tx, { requestId, title, actor, event: audited?.as ?? entry.event, detail });
    }
    await tx.entities.insert(RequestEventEntity, {
      id: uuid(),
      requestId,
      at: now().toISOString(),
      event: entry.event,
      fromStatus: entry.from ?? null,
      toStatus: entry.to ?? null,
      message: entry.message,
      actorId: actor?.id ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
    });
  }

  async function dropDownload(tx: Tx, downloadId: string, runAt?: Date): Promise<void> {
    // not under the request's subject: it must outlive a cancel
    await jobs.enqueue(tx, { name: REQUEST_JOBS.removeDownload, payload: { downloadId }, singletonKey: `remove:${downloadId}`, runAt });
  }

  async function runEffects(
    tx: Tx,
    request: RequestRow,
    effects: readonly RequestEffect[],
    details: { previousDownloadId: string | null; reason: string; jobAt?: Date; jobPayload?: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    const subject = requestSubject(request.id);
    for (const effect of effects) {
      const jobName = EFFECT_JOBS[effect];
      if (effect === 'cancel-jobs') {
        await jobs.cancelSubject(tx, subject);
      } else if (effect === 'job:remove-download') {
        if (details.previousDownloadId) await dropDownload(tx, details.previousDownloadId);
      } else if (jobName !== undefined) {
        await jobs.enqueue(tx, {
          name: jobName,
          payload: { requestId: request.id, ...details.jobPayload },
          singletonKey: `${jobName}:${request.id}`,
          subject,
          runAt: details.jobAt,
        });
      } else {
        await notifications.requestEvent(tx, effect.slice('notify:'.length), request, details.reason);
      }
    }
  }

  async function toldHook(tx: Tx, event: RequestEvent | 'create', request: RequestRow, detail: object): Promise<void> {
    const hook = event === 'create' ? 'request.created' : TOLD[event];
    if (hook === undefined) return;
    await jobs.enqueue(tx, { name: 'hooks.tell', payload: { hook, requestId: request.id, detail } });
  }

  return {
    async create(tx, input) {
      const at = now().toISOString();
      const request: RequestRow = {
        id: uuid(),
        userId: input.userId,
        asin: input.asin,
        region: input.region,
        type: input.type,
        title: input.title,
        author: input.author,
        status: input.status,
        statusGroup: groupOf(input.status),
        version: 1,
        statusSince: at,
        reason: input.reason ? JSON.stringify({ ...input.reason, since: at }) : null,
        origin: input.origin,
        parentRequestId: input.parentRequestId ?? null,
        customSearchTerms: null,
        note: input.note ?? null,
        searchAttempts: 0,
        downloadAttempts: 0,
        importAttempts: 0,
        currentDownloadId: null,
        progress: null,
        createdAt: at,
        updatedAt: at,
      };
      await tx.entities.insert(RequestEntity, request);
      await countMove(tx, request.userId, undefined, request.status);
      await timeline(tx, {
        requestId: request.id,
        event: 'created',
        to: request.status,
        message: input.message,
        actor: input.actor ?? { id: input.userId },
        title: input.title,
      });
      await runEffects(tx, request, INITIAL[input.status], { previousDownloadId: null, reason: '' });
      await toldHook(tx, 'create', request, {});
      changed(tx, request.id, { to: request.status, event: 'created' });
      return request;
    },

    async apply(tx, requestId, event, details) {
      const before = await tx.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [requestId]);
      if (!before) return undefined;
      const move = nextState(before.status, event);
      if (!move) return undefined;
      const at = now().toISOString();
      const set = details.set ?? {};
      const after: RequestRow = {
        ...before,
        status: move.to,
        statusGroup: groupOf(move.to),
        version: before.version + 1,
        statusSince: move.to === before.status ? before.statusSince : at,
        reason: details.reason ? JSON.stringify({ ...details.reason, since: at }) : null,
        searchAttempts: set.searchAttempts ?? before.searchAttempts,
        downloadAttempts: set.downloadAttempts ?? before.downloadAttempts,
        importAttempts: set.importAttempts ?? before.importAttempts,
        currentDownloadId: set.currentDownloadId === undefined ? before.currentDownloadId : set.currentDownloadId,
        progress: set.progress ? JSON.stringify(set.progress) : null,
        updatedAt: at,
      };
      const written = await tx.run(
        `UPDATE requests SET status = ?, status_group = ?, version = ?, status_since = ?, reason = ?, search_attempts = ?, download_attempts = ?,
           import_attempts = ?, current_download_id = ?, progress = ?, updated_at = ? WHERE id = ? AND status = ? AND version = ?`,
        [
          after.status,
          after.statusGroup,
          after.version,
          after.statusSince,
          after.reason,
          after.searchAttempts,
          after.downloadAttempts,
          after.importAttempts,
          after.currentDownloadId,
          after.progress,
          at,
          requestId,
          before.status,
          before.version,
        ],
      );
      if (written === 0) throw new TransitionConflict(`Request ${requestId} was changed by somebody else at the same moment.`);
      if (after.status !== before.status) await countMove(tx, after.userId, before.status, after.status);
      await timeline(tx, {
        requestId,
        event,
        from: before.status,
        to: after.status,
        message: details.message,
        actor: details.actor,
        detail: details.detail,
        audited: details.audited,
        title: after.title,
      });
      // an ebook ends here; no media server will say that it is there
      const ends = event === 'import_done' && after.type === 'ebook';
      await runEffects(tx, after, ends ? [...move.effects, 'notify:request_available'] : move.effects, {
        previousDownloadId: before.currentDownloadId,
        reason: details.reason?.message ?? details.message,
        jobAt: details.jobAt,
        jobPayload: details.jobPayload,
      });
      await toldHook(tx, event, after, details.detail ?? {});
      changed(tx, requestId, { from: before.status, to: after.status, event });
      return after;
    },

    async note(tx, requestId, event, message, options = {}) {
      const row = await tx.get<{ status: RequestStatus; title: string }>('SELECT status, title FROM requests WHERE id = ?', [requestId]);
      await timeline(tx, { requestId, event, message, actor: options.actor, detail: options.detail, title: row?.title ?? '' });
      if (row) changed(tx, requestId, { from: row.status, to: row.status, event });
    },

    audited: (tx, { id, title }, as, actor, detail) => noteActor(tx, { requestId: id, title, event: as, actor, detail }),

    async setSearchTerms(tx, requestId, terms) {
      await tx.entities.update(RequestEntity, { id: requestId }, { customSearchTerms: terms, updatedAt: now().toISOString() });
    },

    async setReason(tx, requestId, reason, onlyIn) {
      const row = await tx.get<{ status: RequestStatus; reason: string | null }>('SELECT status, reason FROM requests WHERE id = ?', [
        requestId,
      ]);
      if (!row || (onlyIn !== undefined && row.status !== onlyIn)) return;
      const before = row.reason === null ? undefined : (JSON.parse(row.reason) as WaitReason);
      const at = now().toISOString();
      const since = before && reason && before.code === reason.code ? before.since : at;
      const written = await tx.run('UPDATE requests SET reason = ?, updated_at = ? WHERE id = ? AND status = ?', [
        reason ? JSON.stringify({ ...reason, since }) : null,
        at,
        requestId,
        row.status,
      ]);
      if (written > 0) changed(tx, requestId, { from: row.status, to: row.status, event: 'reason' });
    },

    dropDownload: (tx, downloadId) => dropDownload(tx, downloadId),

    async dropImported(tx, downloadId, runAt) {
      await dropDownload(tx, downloadId, runAt);
      const singletonKey = `leftovers:${downloadId}`;
      await jobs.enqueue(tx, { name: REQUEST_JOBS.removeLeftovers, payload: { downloadId }, singletonKey, runAt });
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
