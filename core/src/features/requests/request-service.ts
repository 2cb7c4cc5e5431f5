import type { CatalogBook } from '@lectern/plugin-api';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { placeholders, type Database, type Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { INTERACTIVE_SEARCH_JOB } from '../acquisition/search-job.js';
import type { CandidateStore } from '../acquisition/candidate-store.js';
import type { CatalogService } from '../catalog/index.js';
import type { DownloadRow } from '../downloads/download-record.js';
import type { DownloadStore } from '../downloads/download-store.js';
import type { SettingsService } from '../settings/index.js';
import type { RequestEvent } from './machine.js';
import type { RequestRow } from './request-record.js';
import type { RequestReader } from './request-reader.js';
import { CLOSED_STATUSES, type RequestOrigin, type RequestType } from './request-status.js';
import { REQUEST_JOBS, requestSubject, type RequestTransitions, type TransitionDetails } from './transitions.js';

/** What the service needs of the rest. */
export interface RequestServiceDependencies {
  readonly database: Database;
  readonly host: PluginHost;
  readonly jobs: JobQueue;
  readonly catalog: CatalogService;
  readonly settings: SettingsService;
  readonly requests: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  readonly availabilityOf: (asins: readonly string[]) => Promise<Map<string, unknown>>;
  readonly now: () => Date;
}

/** A wish for a book. */
export interface RequestInput {
  readonly asin: string;
  readonly type: RequestType;
  readonly origin: RequestOrigin;
  readonly bypassIgnore?: boolean;
  readonly note?: string;
  /** Shown instead of the catalogue's when that is unreachable: what an app already had. */
  readonly known?: { readonly title: string; readonly author: string };
}

/** Stored, or the caller now follows somebody else's. */
export interface CreateOutcome {
  readonly outcome: 'created' | 'joined';
  readonly requestId: string;
}

const PAST_APPROVAL =
  "('pending', 'awaiting_release', 'searching', 'awaiting_search', 'downloading', 'processing', 'awaiting_import', 'warn', 'downloaded')";

function actorName(caller: Caller): string {
  return caller.username;
}

/** The use cases of requests. Every refusal is an ApiError with a stable code. */
export function createRequestService(deps: RequestServiceDependencies) {
  const { database, transitions, candidates, downloads, jobs, now } = deps;

  async function bookFor(
    input: RequestInput,
  ): Promise<{ region: string; title: string; author: string; releaseDate?: string; book?: CatalogBook }> {
    const region = await deps.catalog.region();
    try {
      const book = await deps.catalog.book(input.asin);
      if (!book) throw new ApiError(404, 'unknown_book', `The catalogue has no book with the ASIN ${input.asin}.`);
      return { region, book, title: book.title, author: book.authors[0]?.name ?? '', releaseDate: book.releaseDate };
    } catch (error) {
      if (!input.known || (error instanceof ApiError && error.code === 'unknown_book')) throw error;
      return { region, title: input.known.title, author: input.known.author };
    }
  }

  /** The rules in their order; the first that applies answers. */
  async function refuseOrJoin(tx: Tx, caller: Caller, input: RequestInput, siblings: readonly string[]): Promise<string | undefined> {
    if (input.origin !== 'manual' && !input.bypassIgnore) {
      const ignored = await tx.get(
        `SELECT id FROM ignored_audiobooks WHERE user_id = ? AND asin IN (${placeholders(siblings.length)}) LIMIT 1`,
        [caller.userId, ...siblings],
      );
      if (ignored) throw new ApiError(409, 'ignored', 'You have put this book on your ignore list.');
    }
    const own = await tx.get<{ id: string }>(
      `SELECT id FROM requests WHERE user_id = ? AND type = ? AND asin IN (${placeholders(siblings.length)})
       AND status NOT IN (${placeholders(CLOSED_STATUSES.length)}) LIMIT 1`,
      [caller.userId, input.type, ...siblings, ...CLOSED_STATUSES],
    );
    if (own) throw new ApiError(409, 'duplicate', 'You have asked for this book already.', { members: { requestId: own.id } });
    const others = await tx.get<{ id: string }>(
      `SELECT id FROM requests WHERE user_id <> ? AND type = ? AND asin IN (${placeholders(siblings.length)})
       AND status IN ${PAST_APPROVAL} ORDER BY created_at LIMIT 1`,
      [caller.userId, input.type, ...siblings],
    );
    return others?.id;
  }

  async function checkQuota(tx: Tx, caller: Caller): Promise<void> {
    const user = await tx.get<{ quotaLimit: number | null; quotaDays: number | null }>(
      'SELECT quota_limit, quota_days FROM users WHERE id = ?',
      [caller.userId],
    );
    if (!user || user.quotaLimit === null || caller.role === 'admin') return;
    const days = user.quotaDays ?? 7;
    const since = new Date(now().getTime() - days * 86_400_000).toISOString();
    const used = await tx.get<{ n: number }>(
      "SELECT COUNT(*) AS n FROM requests WHERE user_id = ? AND created_at >= ? AND status <> 'denied'",
      [caller.userId, since],
    );
    if (Number(used?.n ?? 0) >= user.quotaLimit) {
      throw new ApiError(409, 'quota_exceeded', `You may ask for ${user.quotaLimit} books in ${days} days, and have done so.`);
    }
  }

  async function isApproved(caller: Caller, info: Parameters<PluginHost['hooks']['veto']>[1]): Promise<boolean> {
    const answer = await deps.host.hooks.veto('request.approving', info as never);
    if (answer && 'refuse' in answer) throw new ApiError(403, 'refused_by_plugin', answer.refuse);
    return answer !== undefined || caller.permissions.autoApprove;
  }

  async function create(caller: Caller, input: RequestInput): Promise<CreateOutcome> {
    const found = await bookFor(input);
    const siblings = (await deps.catalog.siblings([input.asin])).get(input.asin) ?? [input.asin];
    const asins = [...new Set([input.asin, ...siblings])];
    if (input.type === 'audiobook' && (await deps.availabilityOf(asins)).size > 0) {
      throw new ApiError(409, 'already_available', 'This book is in the library already.');
    }
    const book = {
      asin: input.asin,
      title: found.title,
      authors: found.book?.authors.map((author) => author.name) ?? [found.author],
      narrators: found.book?.narrators ?? [],
      series: found.book?.series[0]?.name,
      seriesPart: found.book?.series[0]?.part,
    };
    const user = { id: caller.userId, username: caller.username };
    const veto = await deps.host.hooks.veto('request.submitting', { user, book, type: input.type, origin: input.origin });
    if (veto) throw new ApiError(403, 'refused_by_plugin', veto.refuse);
    const approved = await isApproved(caller, {
      request: { id: '', type: input.type, status: 'awaiting_approval', origin: input.origin, user, book },
    } as never);
    const today = now().toISOString().slice(0, 10);
    const unreleased = found.releaseDate !== undefined && found.releaseDate > today ? found.releaseDate : undefined;
    const status = !approved ? 'awaiting_approval' : unreleased ? 'awaiting_release' : 'pending';
    try {
      return await database.transaction(async (tx) => {
        const joined = await refuseOrJoin(tx, caller, input, asins);
        if (joined) {
          await subscribeTo(tx, joined, caller.userId);
          await transitions.note(tx, joined, 'joined', `${actorName(caller)} also wants this book.`, { actorId: caller.userId });
          return { outcome: 'joined' as const, requestId: joined };
        }
        await checkQuota(tx, caller);
        const request = await transitions.create(tx, {
          userId: caller.userId,
          asin: input.asin,
          region: found.region,
          type: input.type,
          title: found.title,
          author: found.author,
          origin: input.origin,
          note: input.note,
          status,
          message: `${actorName(caller)} asked for it.`,
          reason:
            status === 'awaiting_approval'
              ? {
                  code: 'awaiting_approval',
                  message: 'An admin has to approve this request.',
                  component: { kind: 'person', name: 'an admin' },
                }
              : status === 'awaiting_release'
                ? {
                    code: 'awaiting_release',
                    message: `The book comes out on ${unreleased}.`,
                    nextAt: `${unreleased}T00:00:00.000Z`,
                    nextStep: 'The search starts on that day.',
                  }
                : { code: 'queued', message: 'The search is about to start.' },
        });
        return { outcome: 'created' as const, requestId: request.id };
      });
    } catch (error) {
      // two clicks at the same moment on PostgreSQL: the unique index let one through
      const twin = await database.read.get<{ id: string }>(
        `SELECT id FROM requests WHERE user_id = ? AND asin = ? AND type = ? AND status NOT IN (${placeholders(CLOSED_STATUSES.length)})`,
        [caller.userId, input.asin, input.type, ...CLOSED_STATUSES],
      );
      if (twin && !(error instanceof ApiError)) {
        throw new ApiError(409, 'duplicate', 'You have asked for this book already.', { members: { requestId: twin.id }, cause: error });
      }
      throw error;
    }
  }

  async function subscribeTo(tx: Tx, requestId: string, userId: string): Promise<void> {
    await tx.run(
      'INSERT INTO request_subscribers (request_id, user_id, created_at) VALUES (?, ?, ?) ON CONFLICT (request_id, user_id) DO NOTHING',
      [requestId, userId, now().toISOString()],
    );
  }

  function refuseState(request: RequestRow | undefined, what: string): never {
    throw new ApiError(
      409,
      'request_state',
      request ? `A request that is ${request.status.replace('_', ' ')} cannot be ${what}.` : 'There is no such request.',
    );
  }

  /** Applies an event asked for by a person; what the machine does not allow is a 409. */
  async function act(
    requestId: string,
    event: RequestEvent,
    what: string,
    details: TransitionDetails,
    inTx?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await database.transaction(async (tx) => {
      const moved = await transitions.apply(tx, requestId, event, details);
      if (!moved) refuseState(await tx.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [requestId]), what);
      await inTx?.(tx);
    });
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

  const SEARCH_REASON = { code: 'queued', message: 'The search is about to start.' };

  return {
    create,

    async subscribe(caller: Caller, requestId: string): Promise<void> {
      await mustFind(requestId);
      await database.transaction((tx) => subscribeTo(tx, requestId, caller.userId));
    },

    async unsubscribe(caller: Caller, requestId: string): Promise<void> {
      await database.transaction((tx) =>
        tx.run('DELETE FROM request_subscribers WHERE request_id = ? AND user_id = ?', [requestId, caller.userId]),
      );
    },

    cancel: (caller: Caller, requestId: string) =>
      act(requestId, 'cancel', 'cancelled', {
        message: `${actorName(caller)} cancelled it.`,
        reason: { code: 'cancelled', message: `${actorName(caller)} cancelled it.` },
        actorId: caller.userId,
      }),

    /** Starts over, or goes on with files that are here already. */
    async retry(caller: Caller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      if (request.status === 'denied' && caller.role !== 'admin') refuseState(request, 'retried');
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      if (download?.state === 'completed' && ['awaiting_import', 'warn', 'failed'].includes(request.status)) {
        return act(requestId, 'retry_import', 'retried', {
          message: `${actorName(caller)} started the import again.`,
          reason: { code: 'importing', message: 'The files are checked and put into the library.' },
          actorId: caller.userId,
          set: { importAttempts: 0 },
        });
      }
      return act(requestId, 'retry', 'retried', {
        message: `${actorName(caller)} started it again.`,
        reason: SEARCH_REASON,
        actorId: caller.userId,
        set: { searchAttempts: 0, currentDownloadId: null },
      });
    },

    approve: async (caller: Caller, requestId: string, candidateId?: string) => {
      const request = await mustFind(requestId);
      if (candidateId !== undefined) return select(caller, requestId, candidateId, true);
      const book = (await deps.catalog.cached([request.asin])).get(request.asin);
      const today = now().toISOString().slice(0, 10);
      const unreleased = book?.releaseDate !== undefined && book.releaseDate > today ? book.releaseDate : undefined;
      return act(requestId, 'approve', 'approved', {
        message: `${actorName(caller)} approved it.`,
        reason: unreleased ? { ...SEARCH_REASON, message: `Approved; the book comes out on ${unreleased}.` } : SEARCH_REASON,
        actorId: caller.userId,
        jobAt: unreleased ? new Date(`${unreleased}T00:00:00.000Z`) : undefined,
      });
    },

    deny: (caller: Caller, requestId: string, reason: string) =>
      act(requestId, 'deny', 'denied', {
        message: `${actorName(caller)} denied it: ${reason}`,
        reason: { code: 'denied', message: reason, component: { kind: 'person', name: actorName(caller) } },
        actorId: caller.userId,
      }),

    /** Starts a search whose candidates a person wants to look at. */
    async search(caller: Caller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      if (['awaiting_search', 'pending'].includes(request.status)) {
        return act(requestId, 'retry', 'searched', {
          message: `${actorName(caller)} started the search.`,
          reason: SEARCH_REASON,
          actorId: caller.userId,
        }).catch((error: unknown) => {
          if (error instanceof ApiError && request.status === 'pending') return;
          throw error;
        });
      }
      await jobs.add({
        name: INTERACTIVE_SEARCH_JOB,
        payload: { requestId },
        singletonKey: `${INTERACTIVE_SEARCH_JOB}:${requestId}`,
        subject: requestSubject(requestId),
      });
    },

    select: (caller: Caller, requestId: string, candidateId: string, overrideGates: boolean) =>
      select(caller, requestId, candidateId, overrideGates),

    async setSearchTerms(caller: Caller, requestId: string, terms: string | null, searchNow: boolean): Promise<void> {
      const request = await mustFind(requestId);
      await database.transaction(async (tx) => {
        await tx.run('UPDATE requests SET custom_search_terms = ?, updated_at = ? WHERE id = ?', [terms, now().toISOString(), requestId]);
        await transitions.note(
          tx,
          requestId,
          'search_terms',
          terms === null ? `${actorName(caller)} cleared the search terms.` : `${actorName(caller)} set the search terms to "${terms}".`,
          {
            actorId: caller.userId,
          },
        );
        if (searchNow && ['awaiting_search', 'failed'].includes(request.status)) {
          await transitions.apply(tx, requestId, 'retry', {
            message: 'The search starts with the new terms.',
            reason: SEARCH_REASON,
            actorId: caller.userId,
          });
        }
      });
    },

    /** Goes on with what the client still has, else adds the release again. */
    async retryDownload(caller: Caller, requestId: string): Promise<void> {
      await mustFind(requestId);
      const download = await lastDownload(requestId);
      if (!download?.integrationId || !download.itemId) {
        throw new ApiError(409, 'no_download', 'Nothing was downloaded for this request yet. Retry it instead.');
      }
      const client = deps.host.provider('downloadClient', download.integrationId);
      const itemId = download.itemId;
      const statuses = client ? await client.call('status', (provider, call) => provider.status([itemId], call)) : [];
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
          actorId: caller.userId,
          set: { currentDownloadId: download.id },
        },
        (tx) => downloads.set(tx, download.id, { state: isThere ? 'added' : 'created', missingCount: 0, stalledSince: null }),
      );
    },

    acceptImport: (caller: Caller, requestId: string) =>
      act(requestId, 'accept_import', 'accepted', {
        message: `${actorName(caller)} accepted the files as they are.`,
        reason: { code: 'importing', message: 'The files are put into the library.' },
        actorId: caller.userId,
        jobPayload: { acceptSuspect: true },
      }),

    /** Blocks the release and takes the next one. */
    async rejectRelease(caller: Caller, requestId: string): Promise<void> {
      const request = await mustFind(requestId);
      const download = request.currentDownloadId ? await downloads.get(request.currentDownloadId) : undefined;
      await act(
        requestId,
        'reject_release',
        'rejected',
        {
          message: `${actorName(caller)} rejected the release.`,
          reason: { code: 'trying_next_release', message: 'The next release is tried.' },
          actorId: caller.userId,
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

  async function select(caller: Caller, requestId: string, candidateId: string, overrideGates: boolean): Promise<void> {
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
        actorId: caller.userId,
        set: { currentDownloadId: null },
        detail: { candidateId },
        jobPayload: { candidateId },
      },
      (tx) => candidates.setState(tx, candidateId, 'candidate'),
    );
  }
}

export type RequestService = ReturnType<typeof createRequestService>;
