import type { RequestServiceDependencies } from './request-dependencies.js';
import { type Tx } from '../../platform/db/index.js';
import { integrationFailed } from '../../platform/http/integration-failed.js';
import { ApiError } from '../../platform/http/problem.js';
import { INTERACTIVE_SEARCH_JOB } from '../search/search-job.js';
import { plannedQueries } from '../search/planned-queries.js';
import type { DownloadRow } from '../downloads/entities.js';
import { createRequestCreation, editionsOf, type CreateOutcome, liveTwin, releaseGate } from './create-request.js';
import type { RequestEvent } from '../lifecycle/machine.js';
import { actionsFor, type RequestAction } from './request-actions.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { CLOSED_STATUSES } from '../lifecycle/statuses.js';
import { subscribeTo, unsubscribeFrom } from './subscribers.js';
import { actorFor, type RequestCaller } from './request-caller.js';
import { REQUEST_JOBS, requestSubject, TransitionConflict, type TransitionDetails } from '../lifecycle/transitions.js';

export type { CreateOutcome, RequestInput } from './create-request.js';

/** Tries of a person's action that jobs get in the way of. */
const MOST_CONFLICTS = 4;

/** What is written down is read by those who joined, too. */
function actorName(caller: RequestCaller): string {
  return caller.displayName;
}

/** The use cases of requests. Every refusal is an ApiError with a stable code. */
export function createRequestService(deps: RequestServiceDependencies) {
  const { database, transitions, candidates, downloads, jobs, now } = deps;

  function refuseState(request: RequestRow, what: string): never {
    throw new ApiError(409, 'request_state', `A request that is ${request.status.replace('_', ' ')} cannot be ${what}.`);
  }

  /** An ended request lives again only while the same person has no other live one for the book. */
  async function refuseTwin(tx: Tx, request: RequestRow, editions: readonly string[]): Promise<void> {
    const twin = await liveTwin(tx, request, editions);
    if (twin) throw new ApiError(409, 'duplicate', 'There is a newer request for this book.', { members: { existingRequestId: twin.id } });
  }

  /** Applies an event asked for by a person; what the machine does not allow is a 409. */
  async function act(
    requestId: string,
    event: RequestEvent,
    what: string,
    details: TransitionDetails,
    inTx?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const request = await mustFind(requestId);
    const revives = (CLOSED_STATUSES as readonly string[]).includes(request.status);
    const editions = revives ? await editionsOf(deps, request.asin) : [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.transaction(async (tx) => {
          if (revives) await refuseTwin(tx, request, editions);
          const moved = await transitions.apply(tx, requestId, event, details);
          if (!moved) refuseState((await tx.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [requestId])) ?? request, what);
          await inTx?.(tx);
        });
        return;
      } catch (error) {
        // a job moved it at the same moment; look again at what it is now
        if (!(error instanceof TransitionConflict) || attempt === MOST_CONFLICTS) throw error;
      }
    }
  }

  /** What a person may not do is refused by the table that offers the actions. */
  function refuseUnlessOffered(caller: RequestCaller, request: RequestRow, action: RequestAction, what: string): void {
    if (!actionsFor(request, caller).includes(action)) refuseState(request, what);
  }

  /** Whether anybody ever let it through; an owner must not get past an approval by cancelling and retrying. */
  async function wasApproved(requestId: string): Promise<boolean> {
    const row = await database.read.get(
      "SELECT id FROM request_events WHERE request_id = ? AND to_status IN ('pending', 'awaiting_release', 'downloading') LIMIT 1",
      [requestId],
    );
    return row !== undefined;
  }

  async function mustFind(requestId: string): Promise<RequestRow> {
    const request = await deps.requests.row(requestId);
    if (!request) throw new ApiError(404, 'not_found', 'There is no such request.');
    return request;
  }

  async function lastDownload(requestId: string): Promise<DownloadRow | undefined> {
    return database.read.get<DownloadRow>(
      'SELECT * FROM download_history WHERE request_id = ? AND item_id IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1',
      [requestId],
    );
  }

  const create = createRequestCreation(deps);
  const SEARCH_REASON = { code: 'queued', message: 'The search is about to start.' };

  return {
    create,

    /** Asks for the ebook of an audiobook request, for whoever asked for that. */
    async fetchEbook(caller: RequestCaller, requestId: string): Promise<CreateOutcome> {
      const parent = await mustFind(requestId);
      if (!actionsFor(parent, caller).includes('fetch_ebook')) {
        throw new ApiError(
          409,
          'request_state',
          'An ebook can be fetched for an audiobook that was asked for and not denied or cancelled.',
        );
      }
      const owner = await database.read.get<Pick<RequestCaller, 'username' | 'displayName'>>(
        'SELECT username, display_name FROM users WHERE id = ?',
        [parent.userId],
      );
      // what an admin starts for somebody is that person's, with the admin's permission
      const asker = { ...caller, ...owner, userId: parent.userId };
      const origin = caller.via === 'api-token' ? 'api-token' : 'manual';
      const known = { title: parent.title, author: parent.author };
      return create(asker, { asin: parent.asin, type: 'ebook', origin, parentRequestId: parent.id, known, actor: actorFor(caller) });
    },

    async subscribe(caller: RequestCaller, requestId: string): Promise<void> {
      await mustFind(requestId);
      await database.transaction((tx) => subscribeTo(tx, requestId, caller.userId, now()));
    },

    async unsubscribe(caller: RequestCaller, requestId: string): Promise<void> {
      await database.transaction((tx) => unsubscribeFrom(tx, requestId, caller.userId));
    },

    async cancel(caller: RequestCaller, requestId: string): Promise<void> {
      refuseUnlessOffered(caller, await mustFind(requestId), 'cancel', 'cancelled');
      await act(requestId, 'cancel', 'cancelled', {
        message: `${actorName(caller)} cancelled it.`,
        reason: { code: 'cancelled', message: `${actorName(caller)} cancelled it.` },
        actor: actorFor(caller),
      });
    },

    /** Starts over, or goes on with files that are here already. */
    async retry(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      refuseUnlessOffered(caller, request, 'retry', 'retried');
      if (caller.role !== 'admin' && !caller.permissions.autoApprove && !(await wasApproved(requestId))) {
        throw new ApiError(409, 'request_state', 'This request was never approved. Ask for the book again instead.');
      }
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      if (download?.state === 'completed' && ['awaiting_import', 'warn', 'failed'].includes(request.status)) {
        return act(requestId, 'retry_import', 'retried', {
          message: `${actorName(caller)} started the import again.`,
          reason: { code: 'importing', message: 'The files are checked and put into the library.' },
          actor: actorFor(caller),
          set: { importAttempts: 0 },
        });
      }
      return act(requestId, 'retry', 'retried', {
        message: `${actorName(caller)} started it again.`,
        reason: SEARCH_REASON,
        actor: actorFor(caller),
        set: { searchAttempts: 0, currentDownloadId: null },
      });
    },

    approve: async (caller: RequestCaller, requestId: string, candidateId?: string) => {
      const request = await mustFind(requestId);
      if (request.status !== 'awaiting_approval') refuseState(request, 'approved');
      if (candidateId !== undefined) return select(caller, requestId, candidateId, true);
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const unreleased = releaseGate(book?.releaseDate, now());
      return act(requestId, unreleased ? 'approve_unreleased' : 'approve', 'approved', {
        message: `${actorName(caller)} approved it.`,
        reason: unreleased ?? SEARCH_REASON,
        actor: actorFor(caller),
      });
    },

    deny: (caller: RequestCaller, requestId: string, reason: string) =>
      act(requestId, 'deny', 'denied', {
        message: `${actorName(caller)} denied it: ${reason}`,
        reason: { code: 'denied', message: reason, component: { kind: 'person', name: actorName(caller) } },
        actor: actorFor(caller),
      }),

    /** Starts a search whose candidates a person wants to look at. */
    async search(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      refuseUnlessOffered(caller, request, 'search', 'searched for');
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const detail = { queries: plannedQueries(request, book).map(({ text }) => text) };
      const isWaiting = ['awaiting_search', 'pending'].includes(request.status);
      const isMoved = isWaiting && (await searchAgain(caller, request, detail));
      if (isMoved) return;
      await database.transaction(async (tx) => {
        await transitions.audited(tx, request, 'search', actorFor(caller), detail);
        // its own search is about to start
        if (isWaiting) return;
        await jobs.enqueue(tx, {
          name: INTERACTIVE_SEARCH_JOB,
          payload: { requestId },
          singletonKey: `${INTERACTIVE_SEARCH_JOB}:${requestId}`,
          subject: requestSubject(requestId),
        });
      });
    },

    select: (caller: RequestCaller, requestId: string, candidateId: string, overrideGates: boolean) =>
      select(caller, requestId, candidateId, overrideGates),

    async setSearchTerms(caller: RequestCaller, requestId: string, terms: string | null, searchNow: boolean): Promise<void> {
      const request = await mustFind(requestId);
      await database.transaction(async (tx) => {
        await transitions.setSearchTerms(tx, requestId, terms);
        await transitions.note(
          tx,
          requestId,
          'search_terms',
          terms === null ? `${actorName(caller)} cleared the search terms.` : `${actorName(caller)} set the search terms to "${terms}".`,
          {
            actor: actorFor(caller),
          },
        );
        if (searchNow && ['awaiting_search', 'failed'].includes(request.status)) {
          await transitions.apply(tx, requestId, 'retry', {
            message: 'The search starts with the new terms.',
            reason: SEARCH_REASON,
            actor: actorFor(caller),
          });
        }
      });
    },

    /**
     * Goes on with what the client still has, else adds the release again.
     * @throws ApiError 502 `integration_failed` when the client cannot say what it has
     */
    async retryDownload(caller: RequestCaller, requestId: string): Promise<void> {
      await mustFind(requestId);
      const download = await lastDownload(requestId);
      if (!download?.integrationId || !download.itemId) {
        throw new ApiError(409, 'no_download', 'Nothing was downloaded for this request yet. Retry it instead.');
      }
      const client = deps.host.provider('downloadClient', download.integrationId);
      const itemId = download.itemId;
      const statuses = client
        ? await client
            .call('status', (provider, call) => provider.status([itemId], call))
            .catch((error: unknown) => {
              throw integrationFailed(error, { name: client.name });
            })
        : [];
      const status = statuses.find((entry) => entry.itemId === itemId);
      const isThere = status !== undefined && status.state !== 'missing' && status.state !== 'failed';
      await act(
        requestId,
        'retry_download',
        'downloaded again',
        {
          message: isThere
            ? `${actorName(caller)} resumed the download that ${client?.name} still has.`
            : `${actorName(caller)} started the download again.`,
          reason: {
            code: 'downloading',
            message: isThere ? `${client?.name} is downloading it.` : 'The release is being handed to the download client.',
          },
          actor: actorFor(caller),
          set: { currentDownloadId: download.id },
        },
        (tx) => downloads.set(tx, download.id, { state: isThere ? 'added' : 'created', error: null, missingCount: 0, stalledSince: null }),
      );
    },

    acceptImport: (caller: RequestCaller, requestId: string) =>
      act(requestId, 'accept_import', 'accepted', {
        message: `${actorName(caller)} accepted the files as they are.`,
        reason: { code: 'importing', message: 'The files are put into the library.' },
        actor: actorFor(caller),
        jobPayload: { acceptSuspect: true },
      }),

    /** Blocks the release and takes the next one. */
    async rejectRelease(caller: RequestCaller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      await act(
        requestId,
        'reject_release',
        'rejected',
        {
          message: `${actorName(caller)} rejected the release.`,
          reason: { code: 'trying_next_release', message: 'The next release is tried.' },
          actor: actorFor(caller),
          set: { currentDownloadId: null, importAttempts: 0 },
        },
        async (tx) => {
          if (!download) return;
          const release = JSON.parse(download.release) as { title: string; indexer: string };
          await downloads.set(tx, download.id, { state: 'failed', error: 'rejected by an admin' });
          await candidates.block(tx, {
            asin: request.asin,
            releaseKey: download.releaseKey,
            title: release.title,
            indexer: release.indexer,
            reason: `${actorName(caller)} rejected it`,
            at: now(),
          });
        },
      );
    },

    /** Waiting requests are searched again when what they lacked is connected. */
    async wakeWaiting(codes: readonly string[]): Promise<number> {
      const rows = await database.read.all<RequestRow>("SELECT * FROM requests WHERE status = 'awaiting_search'");
      const waiting = rows.filter((row) => codes.some((code) => row.reason?.includes(`"code":"${code}"`)));
      await database.transaction(async (tx) => {
        for (const [index, request] of waiting.entries()) {
          await jobs.enqueue(tx, {
            name: REQUEST_JOBS.search,
            payload: { requestId: request.id },
            singletonKey: `${REQUEST_JOBS.search}:${request.id}`,
            subject: requestSubject(request.id),
            runAt: new Date(now().getTime() + index * 2000),
          });
        }
      });
      return waiting.length;
    },
  };

  /** Lets a request that waits for its next search have it now. @returns false when its search is about to start anyway */
  async function searchAgain(caller: RequestCaller, request: RequestRow, detail: { queries: readonly string[] }): Promise<boolean> {
    try {
      await act(request.id, 'retry', 'searched', {
        message: `${actorName(caller)} started the search.`,
        reason: SEARCH_REASON,
        actor: actorFor(caller),
        audited: { as: 'search', detail },
      });
      return true;
    } catch (error) {
      if (error instanceof ApiError && request.status === 'pending') return false;
      throw error;
    }
  }

  async function select(caller: RequestCaller, requestId: string, candidateId: string, overrideGates: boolean): Promise<void> {
    const request = await mustFind(requestId);
    refuseUnlessOffered(caller, request, 'select', 'given another release');
    const candidate = await candidates.get(candidateId);
    if (!candidate || candidate.requestId !== requestId)
      throw new ApiError(404, 'unknown_candidate', 'There is no such release for this request.');
    if (!overrideGates && !(await candidates.passed(candidateId))) {
      throw new ApiError(409, 'gate_failed', 'This release does not pass every gate. Choose it again and confirm that it is meant.');
    }
    await act(
      requestId,
      'candidate_chosen',
      'given another release',
      {
        message: `${actorName(caller)} chose "${candidate.release.title}".`,
        reason: { code: 'sending_to_client', message: 'The release is being handed to the download client.' },
        actor: actorFor(caller),
        set: { currentDownloadId: null },
        detail: { candidateId },
        jobPayload: { candidateId },
      },
      (tx) => candidates.setState(tx, candidateId, 'candidate'),
    );
  }
}

export type RequestService = ReturnType<typeof createRequestService>;
