import type { CatalogBook, RequestInfo } from '@lectern/plugin-api';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import type { Sql, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { foreignWords, sentence } from '../../platform/words/index.js';
import { ignoredAmong } from '../ignore-list/index.js';
import { JOINABLE, joinRequest, joinWaiting } from './join-requests.js';
import { lockQuota, refuseOverQuota } from './quota.js';
import { actorFor, type RequestCaller } from './request-caller.js';
import { unreleasedUntil } from '../lifecycle/reasons/unreleased.js';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { NewRequest, RequestActor } from '../lifecycle/transitions.js';
import type { RequestServiceDependencies } from './request-dependencies.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { RequestOrigin, RequestType } from '../lifecycle/statuses.js';
import { adoptEbooks, audiobookOf, isEbookPlaced, liveTwin, lockBook, requestOfOthers } from '../lifecycle/request-store.js';

/** A wish for a book. */
export interface RequestInput {
  readonly asin: string;
  readonly type: RequestType;
  readonly origin: RequestOrigin;
  /** The region of the catalogue in which the book was found. Default: the server's. */
  readonly region?: string | undefined;
  /** Requests a book on the caller's ignore list; only for requests by hand. */
  readonly bypassIgnore?: boolean;
  readonly note?: string;
  /** Whether an audiobook read by somebody else may be taken automatically. Default: no. */
  readonly anyReading?: boolean;
  /** Whether the files of an audiobook are merged into one. Default: as the settings say. */
  readonly mergeChapters?: boolean | undefined;
  /** The audiobook request an ebook belongs to. Default: the person's own for the same book. */
  readonly parentRequestId?: string;
  /** Facts that an app already had; shown when the catalogue is unreachable. */
  readonly known?: { readonly title: string; readonly author: string };
  /** The actor, where somebody else makes the request for the caller. */
  readonly actor?: RequestActor;
  /** What happens to the request, new or joined, in the transaction that makes or joins it. */
  readonly andThen?: (tx: Tx, requestId: string) => Promise<void>;
  /** The name of somebody else who asks for the caller. */
  readonly askedBy?: string;
  /** Further writes in the transaction that makes the request; none where the person joins another's. */
  readonly whenCreated?: (tx: Tx, request: RequestRow) => Promise<void>;
}

/** Stored, or the caller now subscribes to somebody else's. */
export interface CreateOutcome {
  readonly outcome: 'created' | 'joined';
  readonly requestId: string;
}

interface FoundBook {
  readonly region: string;
  readonly title: string;
  readonly author: string;
  readonly releaseDate?: string;
  readonly book?: CatalogBook;
}

/** Codes with which asking for a book is refused, for routes that ask. */
export const ASKING_ERRORS = [
  'unknown_book',
  'already_available',
  'duplicate',
  'ignored',
  'quota_exceeded',
  'refused_by_plugin',
  'catalogue_unavailable',
] as const satisfies readonly ErrorCode[];

/** People may request a book that they ignore; automatic requests may not. */
function isAskedByHand(origin: RequestOrigin): boolean {
  return origin === 'manual' || origin === 'api-token';
}

function alreadyAvailable(): ApiError {
  return new ApiError('already_available', sentence('problem.already_available'));
}

/** @param person whose request it is, where somebody else asks for them */
function duplicateOf(requestId: string, person: string | undefined, cause?: unknown): ApiError {
  const said = person === undefined ? sentence('problem.duplicate') : sentence('problem.duplicate_of', { person });
  return new ApiError('duplicate', said, { members: { existingRequestId: requestId }, cause });
}

/** All ASINs of the recording, the given one first. */
export async function editionsOf(deps: Pick<RequestServiceDependencies, 'catalog'>, asin: string): Promise<string[]> {
  return [...new Set([asin, ...((await deps.catalog.siblings([asin])).get(asin) ?? [])])];
}

async function bookFor({ catalog }: Pick<RequestServiceDependencies, 'catalog'>, input: RequestInput): Promise<FoundBook> {
  const region = input.region ?? (await catalog.region());
  try {
    const book = await catalog.book(input.asin, { region });
    if (!book) throw new ApiError('unknown_book', sentence('problem.no_book_of_asin', { asin: input.asin }));
    // the book as it is known elsewhere, where this region does not know it
    return { region: book.region, book, title: book.title, author: book.authors[0]?.name ?? '', releaseDate: book.releaseDate };
  } catch (error) {
    if (!input.known || (error instanceof ApiError && (error.code === 'unknown_book' || error.code === 'unknown_region'))) throw error;
    return { region, title: input.known.title, author: input.known.author };
  }
}

async function refuseAvailable(
  { availabilityOf, database }: RequestServiceDependencies,
  input: Pick<RequestInput, 'type'>,
  asins: readonly string[],
): Promise<void> {
  if ((await availabilityOf(asins, input.type)).size > 0) throw alreadyAvailable();
  if (input.type === 'audiobook') return;
  // not every media server lists ebooks: one that was placed in the library counts as well
  if (await isEbookPlaced(database.read, asins)) throw alreadyAvailable();
}

/** Returns the first status, as plugins, the person's permission and the release date decide it. */
async function beginning(
  { host, now }: RequestServiceDependencies,
  caller: Caller,
  input: RequestInput,
  found: FoundBook,
): Promise<Pick<NewRequest, 'status' | 'reason'>> {
  const { book } = found;
  const info: RequestInfo['book'] = {
    asin: input.asin,
    title: found.title,
    authors: book?.authors.map((author) => author.name) ?? [found.author],
    narrators: book?.narrators ?? [],
    series: book?.series[0]?.name,
    seriesPart: book?.series[0]?.part,
  };
  const { type, origin } = input;
  const user = { id: caller.userId, username: caller.username };
  const veto = await host.hooks.veto('request.submitting', { user, book: info, type, origin });
  if (veto) throw new ApiError('refused_by_plugin', foreignWords(veto.refuse));
  const answer = await host.hooks.veto('request.approving', {
    request: { id: '', type, status: 'awaiting_approval', origin, user, book: info },
  });
  if (answer && 'refuse' in answer) throw new ApiError('refused_by_plugin', foreignWords(answer.refuse));
  if (answer === undefined && !caller.permissions.autoApprove) {
    return { status: 'awaiting_approval', reason: waitReason('awaiting_approval') };
  }
  const unreleased = releaseGate(found.releaseDate, now());
  return unreleased ? { status: 'awaiting_release', reason: unreleased } : { status: 'pending', reason: waitReason('queued') };
}

/**
 * The id of a person's own live request for a book, which asking for the book again would be a duplicate of.
 *
 * @throws ApiError 409 `already_available`
 */
export async function ownRequestFor(
  deps: RequestServiceDependencies,
  { userId }: Pick<Caller, 'userId'>,
  { asin, type }: Pick<RequestInput, 'asin' | 'type'>,
): Promise<string | undefined> {
  const asins = await editionsOf(deps, asin);
  await refuseAvailable(deps, { type }, asins);
  return (await liveTwin(deps.database.read, { userId, type }, asins))?.id;
}

/** Asking for a book. The rules in their order; the first that applies answers. */
export function createRequestCreation(deps: RequestServiceDependencies) {
  const { database, transitions } = deps;

  /** @returns the request of somebody else to join */
  async function refuseOrJoin(sql: Sql, caller: Caller, input: RequestInput, asins: readonly string[]): Promise<string | undefined> {
    if (!(isAskedByHand(input.origin) && input.bypassIgnore)) {
      const [ignored] = await ignoredAmong(sql, caller.userId, asins);
      if (ignored) throw new ApiError('ignored', sentence('problem.ignored'));
    }
    const own = await liveTwin(sql, { userId: caller.userId, type: input.type }, asins);
    if (own) throw duplicateOf(own.id, input.askedBy && caller.displayName);
    const others = await requestOfOthers(sql, { userId: caller.userId, type: input.type }, asins, JOINABLE);
    if (!others) await refuseOverQuota(deps, sql, caller);
    return others?.id;
  }

  return async function create(caller: RequestCaller, input: RequestInput): Promise<CreateOutcome> {
    const { actor = actorFor(caller) } = input;
    const found = await bookFor(deps, input);
    const asins = await editionsOf(deps, input.asin);
    await refuseAvailable(deps, input, asins);
    // checked twice: plugins are not asked about a request that is refused or joined, and must not be asked inside a transaction
    const isJoining = (await refuseOrJoin(database.read, caller, input, asins)) !== undefined;
    const begin = isJoining ? undefined : await beginning(deps, caller, input, found);
    try {
      const outcome = await database.transaction(async (tx): Promise<CreateOutcome | undefined> => {
        await lockQuota(tx, caller.userId);
        await lockBook(tx, { type: input.type, asins });
        const joined = await refuseOrJoin(tx, caller, input, asins);
        if (joined !== undefined) {
          await joinRequest(deps, tx, joined, caller.userId, actor);
          await input.andThen?.(tx, joined);
          return { outcome: 'joined', requestId: joined };
        }
        if (!begin) return undefined;
        await deps.catalog.seedWork(tx, input.asin);
        const { region, title, author } = found;
        const { asin, type, origin, note } = input;
        const parentRequestId = type === 'ebook' ? (input.parentRequestId ?? (await audiobookOf(tx, caller.userId, asins))) : undefined;
        const { askedBy } = input;
        const name = caller.displayName;
        const message =
          askedBy === undefined ? sentence('timeline.requested', { name }) : sentence('timeline.requested_for', { by: askedBy, name });
        const request = await transitions.create(tx, {
          userId: caller.userId,
          actor,
          asin,
          region,
          type,
          title,
          author,
          origin,
          note,
          anyReading: type === 'audiobook' && input.anyReading === true,
          mergeChapters: type === 'audiobook' ? input.mergeChapters : undefined,
          parentRequestId,
          message,
          ...begin,
        });
        if (type === 'audiobook') await adoptEbooks(tx, request, asins);
        await input.whenCreated?.(tx, request);
        if (begin.status !== 'awaiting_approval') await joinWaiting(deps, tx, request, { type, asins });
        await input.andThen?.(tx, request.id);
        return { outcome: 'created', requestId: request.id };
      });
      // the request to join ended at this very moment
      return outcome ?? (await create(caller, input));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      // two clicks at the same moment on PostgreSQL: the unique index let one through
      const twin = await liveTwin(database.read, { userId: caller.userId, type: input.type }, [input.asin]);
      if (twin) throw duplicateOf(twin.id, input.askedBy && caller.displayName, error);
      throw error;
    }
  };
}

/** Returns why an unreleased book waits; `undefined` when it is out or its date is not known. */
export function releaseGate(releaseDate: string | undefined, now: Date): NewReason | undefined {
  if (releaseDate === undefined || releaseDate <= now.toISOString().slice(0, 10)) return undefined;
  return unreleasedUntil(releaseDate);
}
