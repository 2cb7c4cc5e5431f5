import { v7 as uuid } from 'uuid';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { isTrue, readJson, type Tx } from '../../platform/db/index.js';
import type { Said } from '../../platform/words/index.js';
import { crashPoint } from '../../platform/testing/crash-point.js';
import type { AuditService } from '../audit/index.js';
import type { MoveAnnouncer } from './announce-moves.js';
import { arrivalOf } from './arrival.js';
import { RequestEntity } from './entities.js';
import { INITIAL, nextState, type RequestEffect, type RequestEvent } from './machine.js';
import { createMoveEffects } from './move-effects.js';
import { messageOf, type NewReason } from './reasons/wait-reasons.js';
import { countMove } from './request-counts.js';
import type { MovePayload } from './request-jobs.js';
import type { RequestProgress, RequestRow } from './request-record.js';
import { findRequest } from './request-store.js';
import { groupOf, isImportOpen, type RequestOrigin, type RequestStatus, type RequestType } from './statuses.js';
import { createTimeline, type AuditedAs, type RequestActor } from './timeline.js';

export type { RequestActor } from './timeline.js';

/** Details of a transition. */
export interface TransitionDetails {
  /** The timeline's sentence. Default: that of the reason. */
  readonly message?: Said;
  /** The reason why the request now waits; `null`: it does not wait. */
  readonly reason: NewReason | null;
  readonly actor?: RequestActor;
  /** Facts for the timeline. No secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly audited?: AuditedAs;
  /** Counters and references that change with it. */
  readonly set?: Partial<{
    searchAttempts: number;
    downloadAttempts: number;
    importAttempts: number;
    currentDownloadId: string | null;
    progress: RequestProgress | null;
    /** The files that a person named, as this server sees them. */
    sourcePath: string;
    cleanSource: boolean;
  }>;
  /** The earliest time for the job that the move causes; default: now. */
  readonly jobAt?: Date;
  /** More for that job's payload. */
  readonly jobPayload?: MovePayload;
}

/** A request to be stored. */
export interface NewRequest {
  readonly userId: string;
  /** The actor; the user, unless somebody else acts on their behalf. */
  readonly actor?: RequestActor;
  readonly asin: string;
  readonly region: string;
  readonly type: RequestType;
  readonly title: string;
  readonly author: string;
  readonly origin: RequestOrigin;
  readonly note?: string;
  /** Whether a release with other narrators may be taken automatically. Default: no. */
  readonly anyReading?: boolean;
  /** Whether its files are merged into one. Default: as the settings say. */
  readonly mergeChapters?: boolean | undefined;
  readonly parentRequestId?: string;
  /** The import whose files give way to those of this request. */
  readonly replacesImportId?: string;
  /** The folder, and the items, of a book that we did not place, whose files give way to those of this request. */
  readonly replacesPlace?: { readonly directory: string; readonly items: readonly string[] };
  readonly status: 'awaiting_approval' | 'awaiting_release' | 'pending';
  readonly message: Said;
  readonly reason: NewReason | null;
}

/** Another writer moved the request between our reading and our writing. */
export class TransitionConflict extends Error {
  override readonly name = 'TransitionConflict';
}

/** A change of a request; `from` is absent when it is created. */
export interface RequestChange {
  readonly from?: RequestStatus;
  readonly to: RequestStatus;
  readonly event: string;
}

export type ChangeListener = (requestId: string, change: RequestChange) => void;

interface NoteOptions {
  readonly actor?: RequestActor;
  readonly detail?: object;
  /** The word of the audit log; default: as the event. */
  readonly auditedAs?: string;
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
  note(tx: Tx, requestId: string, event: string, message: Said, options?: NoteOptions): Promise<void>;
  /** Records in the audit log an action that neither moves the request nor appears in its timeline. */
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
  setReason(tx: Tx, requestId: string, reason: NewReason | null, onlyIn?: RequestStatus): Promise<void>;
  /** Sets the search terms that replace title and author; `null` restores these. */
  setSearchTerms(tx: Tx, requestId: string, terms: string | null): Promise<void>;
  /** Sets whether a release read by somebody else may be taken automatically. */
  setAnyReading(tx: Tx, requestId: string, anyReading: boolean): Promise<void>;
  /** Sets whether its files are merged into one; `null`: as the settings say. */
  setMergeChapters(tx: Tx, requestId: string, merge: boolean | null): Promise<void>;
  /** Sets the files that a person named for its import, and whether they are deleted after it. */
  setSource(tx: Tx, requestId: string, source: { readonly path: string; readonly isCleaned: boolean }): Promise<void>;
  /** Lets go of the download that a request waits for, and queues its removal from its client. */
  giveUpDownload(tx: Tx, request: Pick<RequestRow, 'id' | 'currentDownloadId'>): Promise<void>;
  /** Queues the removal of a download from its client. Removes only downloads that we added, and none that another request needs. */
  dropDownload(tx: Tx, downloadId: string): Promise<void>;
  /** Like {@link RequestTransitions.dropDownload}, and also removes its files: Usenet clients keep those of finished downloads. */
  dropImported(tx: Tx, downloadId: string, runAt: Date): Promise<void>;
  /** Queues telling the client of a seeded download that its book is in the library. */
  tellImported(tx: Tx, downloadId: string): Promise<void>;
  /** Queues deleting the files that a person named, which are in the library now. */
  cleanSource(tx: Tx, requestId: string, path: string): Promise<void>;
  /** Calls the listener after each commit that changed a request. */
  onChange(listener: ChangeListener): () => void;
}

interface Dependencies {
  readonly jobs: JobQueue;
  readonly notifications: MoveAnnouncer;
  /** Records actions of people, but not those of the server. */
  readonly audit?: Pick<AuditService, 'record'>;
  readonly now: () => Date;
}

interface Parts {
  readonly timeline: ReturnType<typeof createTimeline>;
  readonly effects: ReturnType<typeof createMoveEffects>;
  /** Tells listeners once the transaction is committed. */
  readonly changed: (tx: Tx, requestId: string, change: RequestChange) => void;
  readonly now: () => Date;
}

function rowOf(input: NewRequest, at: string): RequestRow {
  return {
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
    replacesImportId: input.replacesImportId ?? null,
    replacesDirectory: input.replacesPlace?.directory ?? null,
    replacesItems: input.replacesPlace ? JSON.stringify(input.replacesPlace.items) : null,
    customSearchTerms: null,
    note: input.note ?? null,
    anyReading: input.anyReading ?? false,
    mergeChapters: input.mergeChapters ?? null,
    searchAttempts: 0,
    downloadAttempts: 0,
    importAttempts: 0,
    currentDownloadId: null,
    sourcePath: null,
    cleanSource: false,
    progress: null,
    arrivedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

async function create({ timeline, effects, changed, now }: Parts, tx: Tx, input: NewRequest): Promise<RequestRow> {
  const request = rowOf(input, now().toISOString());
  await tx.insert(RequestEntity, request);
  await countMove(tx, request.userId, undefined, request.status);
  await timeline.write(tx, {
    requestId: request.id,
    event: 'created',
    to: request.status,
    message: input.message,
    actor: input.actor ?? { id: input.userId },
    title: input.title,
  });
  await effects.run(tx, request, INITIAL[input.status], { previousDownloadId: null, reason: '' });
  await effects.tellHook(tx, 'create', request, {});
  changed(tx, request.id, { to: request.status, event: 'created' });
  return request;
}

function movedRow(
  before: RequestRow,
  to: RequestStatus,
  event: RequestEvent,
  { reason, set = {} }: TransitionDetails,
  at: string,
): RequestRow {
  return {
    ...before,
    status: to,
    statusGroup: groupOf(to),
    version: before.version + 1,
    statusSince: to === before.status ? before.statusSince : at,
    reason: reason ? JSON.stringify({ ...reason, since: at }) : null,
    searchAttempts: set.searchAttempts ?? before.searchAttempts,
    downloadAttempts: set.downloadAttempts ?? before.downloadAttempts,
    importAttempts: set.importAttempts ?? before.importAttempts,
    currentDownloadId: set.currentDownloadId === undefined ? before.currentDownloadId : set.currentDownloadId,
    // what comes after an import has files of its own
    sourcePath: isImportOpen(to) ? (set.sourcePath ?? before.sourcePath) : null,
    cleanSource: isImportOpen(to) && (set.cleanSource ?? isTrue(before.cleanSource)),
    progress: set.progress ? JSON.stringify(set.progress) : null,
    arrivedAt: arrivalOf(before, to, event, at),
    updatedAt: at,
  };
}

/** Compare and set: only over the row that was read. */
async function writeMove(tx: Tx, before: RequestRow, after: RequestRow): Promise<void> {
  const written = await tx.run(
    `UPDATE requests SET status = ?, status_group = ?, version = ?, status_since = ?, reason = ?, search_attempts = ?, download_attempts = ?,
       import_attempts = ?, current_download_id = ?, source_path = ?, clean_source = ?, progress = ?,
       arrived_at = ?, updated_at = ? WHERE id = ? AND status = ? AND version = ?`,
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
      after.sourcePath,
      after.cleanSource,
      after.progress,
      after.arrivedAt,
      after.updatedAt,
      before.id,
      before.status,
      before.version,
    ],
  );
  if (written === 0) throw new TransitionConflict(`Request ${before.id} was changed by somebody else at the same time.`);
  if (after.status !== before.status) await countMove(tx, after.userId, before.status, after.status);
}

/** A reason in the words for admins. */
function saidOfReason(reason: NewReason): Said {
  return messageOf(reason) ?? reason.message;
}

/** The line of the timeline. One that says why the request waits can be said to members in other words, so the values of these go with it. */
function lineOf({ message, reason, detail }: TransitionDetails): { readonly message: Said; readonly detail: TransitionDetails['detail'] } {
  if (message !== undefined || !reason) return { message: message ?? '', detail };
  return { message: saidOfReason(reason), detail: { ...detail, wording: reason.wording, values: reason.values } };
}

/** What follows an import: the copy that it replaces gives way before a media server is asked, and an ebook has arrived, because no server will say so. */
function effectsOfImport(
  { type, replacesImportId, replacesDirectory }: RequestRow,
  effects: readonly RequestEffect[],
): readonly RequestEffect[] {
  const next = replacesImportId === null && replacesDirectory === null ? effects : (['job:replace-files'] as const);
  return type === 'ebook' ? [...next, 'notify:request_available'] : next;
}

async function apply(
  { timeline, effects, changed, now }: Parts,
  tx: Tx,
  requestId: string,
  event: RequestEvent,
  details: TransitionDetails,
): Promise<RequestRow | undefined> {
  const before = await findRequest(tx, requestId);
  const move = before && nextState(before.status, event, before.type);
  if (!move) return undefined;
  const after = movedRow(before, move.to, event, details, now().toISOString());
  await writeMove(tx, before, after);
  const line = lineOf(details);
  await timeline.write(tx, {
    requestId,
    event,
    from: before.status,
    to: after.status,
    ...line,
    actor: details.actor,
    audited: details.audited,
    title: after.title,
  });
  await effects.run(tx, after, event === 'import_done' ? effectsOfImport(after, move.effects) : move.effects, {
    previousDownloadId: before.currentDownloadId,
    reason: details.reason ? saidOfReason(details.reason) : line.message,
    jobAt: details.jobAt,
    jobPayload: details.jobPayload,
  });
  await effects.tellHook(tx, event, after, details.detail ?? {});
  changed(tx, requestId, { from: before.status, to: after.status, event });
  return after;
}

async function setReason(
  { changed, now }: Parts,
  tx: Tx,
  requestId: string,
  reason: NewReason | null,
  onlyIn: RequestStatus | undefined,
): Promise<void> {
  const row = await tx.get<Pick<RequestRow, 'status' | 'reason'>>('SELECT status, reason FROM requests WHERE id = ?', [requestId]);
  if (!row || (onlyIn !== undefined && row.status !== onlyIn)) return;
  const before = readJson(row.reason);
  const at = now().toISOString();
  const since = before && reason && before.code === reason.code ? before.since : at;
  const written = await tx.run('UPDATE requests SET reason = ?, updated_at = ? WHERE id = ? AND status = ?', [
    reason ? JSON.stringify({ ...reason, since }) : null,
    at,
    requestId,
    row.status,
  ]);
  if (written > 0) changed(tx, requestId, { from: row.status, to: row.status, event: 'reason' });
}

/** @see RequestTransitions */
export function createRequestTransitions(deps: Dependencies): RequestTransitions {
  const { now } = deps;
  const listeners = new Set<ChangeListener>();
  const timeline = createTimeline(deps);
  const effects = createMoveEffects(deps);
  const changed = (tx: Tx, requestId: string, change: RequestChange): void => {
    tx.afterCommit(() => {
      crashPoint('committed', change.event);
      for (const listener of listeners) listener(requestId, change);
    });
  };
  const parts: Parts = { timeline, effects, changed, now };

  return {
    create: (tx, input) => create(parts, tx, input),
    apply: (tx, requestId, event, details) => apply(parts, tx, requestId, event, details),
    setReason: (tx, requestId, reason, onlyIn) => setReason(parts, tx, requestId, reason, onlyIn),
    dropDownload: (tx, downloadId) => effects.dropDownload(tx, downloadId),
    dropImported: (tx, downloadId, runAt) => effects.dropImported(tx, downloadId, runAt),
    tellImported: (tx, downloadId) => effects.tellImported(tx, downloadId),
    cleanSource: (tx, requestId, path) => effects.cleanSource(tx, requestId, path),
    audited: (tx, { id, title }, as, actor, detail) => timeline.noteActor(tx, { requestId: id, title, as, actor, detail }),

    async note(tx, requestId, event, message, options = {}) {
      const row = await tx.get<Pick<RequestRow, 'status' | 'title'>>('SELECT status, title FROM requests WHERE id = ?', [requestId]);
      const { actor, detail, auditedAs } = options;
      const audited = auditedAs === undefined ? undefined : { as: auditedAs };
      await timeline.write(tx, { requestId, event, message, actor, detail, audited, title: row?.title ?? '' });
      if (row) changed(tx, requestId, { from: row.status, to: row.status, event });
    },

    async setSearchTerms(tx, requestId, terms) {
      await tx.entities.update(RequestEntity, { id: requestId }, { customSearchTerms: terms, updatedAt: now().toISOString() });
    },

    async setMergeChapters(tx, requestId, merge) {
      await tx.entities.update(RequestEntity, { id: requestId }, { mergeChapters: merge, updatedAt: now().toISOString() });
    },

    async setSource(tx, requestId, { path, isCleaned }) {
      const source = { sourcePath: path, cleanSource: isCleaned };
      await tx.entities.update(RequestEntity, { id: requestId }, { ...source, updatedAt: now().toISOString() });
    },

    async giveUpDownload(tx, { id, currentDownloadId }) {
      if (currentDownloadId === null) return;
      await effects.dropDownload(tx, currentDownloadId);
      await tx.entities.update(RequestEntity, { id }, { currentDownloadId: null, updatedAt: now().toISOString() });
    },

    async setAnyReading(tx, requestId, anyReading) {
      await tx.entities.update(RequestEntity, { id: requestId }, { anyReading, updatedAt: now().toISOString() });
    },

    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
