import { isIntegrationError } from '@lectern/plugin-api';
import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import { sentence } from '../../platform/words/index.js';
import type { CatalogService } from '../catalog/index.js';
import { checkFollower, type FollowerDeps } from './check-follower.js';
import type { FollowedListing, FollowRecord } from './follow-record.js';
import { followersOf, saveChecked } from './follow-store.js';
import { outcome, type FollowOutcome } from './outcomes.js';
import { readSharedStates, type PersonStatesDeps } from './person-states.js';
import { walkListing, type WalkedListing } from './walk-listing.js';

export interface FollowCheckDeps extends FollowerDeps, PersonStatesDeps {
  readonly catalog: Pick<CatalogService, 'region' | 'siblings' | 'seriesBooks' | 'authorBooks'>;
  /** `undefined` for users who may not sign in. */
  readonly callerOf: (userId: string) => Promise<Caller | undefined>;
  readonly log: Pick<Logger, 'warn'>;
  /** Multiplies waits. */
  readonly timeScale: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Pauses before the catalogue is asked again after a failure; then the daily check asks. */
const FAILURE_PAUSES_MS = [15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
/** Requests of one person are made in portions, so that many at once keep nobody else waiting. */
const CONTINUE_MS = 10 * MINUTE_MS;
const FOLLOWERS_AT_ONCE = 50;

export function followSubject({ kind, catalogId, region }: FollowedListing): string {
  return `follow:${kind}:${region}:${catalogId}`;
}

/** Walks one listing for all who follow it. A check that waits for its time is moved forward. */
export const CHECK_FOLLOWED = defineJob(
  'following.check',
  Type.Object({
    kind: Type.Union([Type.Literal('series'), Type.Literal('author')]),
    catalogId: Type.String(),
    region: Type.String(),
  }),
  { key: followSubject, subject: followSubject },
);

/** Returns a failure of the catalogue as people read it. */
function faultOf(error: unknown): FollowOutcome | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const cause = isIntegrationError(error.cause) ? error.cause.code : undefined;
  if (cause === 'INTEGRATION_NOT_FOUND') return outcome('gone');
  if (error.status === 404) return outcome('not_offered');
  return error.status === 503 ? outcome('catalogue_failed', { error: cause ?? error.code }) : undefined;
}

/** Calls for each follower, some at a time; who joins or leaves meanwhile does no harm. */
async function eachFollower(
  { database }: Pick<FollowCheckDeps, 'database'>,
  listing: FollowedListing,
  visit: (record: FollowRecord) => Promise<void>,
): Promise<void> {
  let after = '';
  for (;;) {
    const some = await followersOf(database.read, listing, after, FOLLOWERS_AT_ONCE);
    for (const record of some) await visit(record);
    const last = some.at(-1);
    if (!last || some.length < FOLLOWERS_AT_ONCE) return;
    after = last.id;
  }
}

/** Records for all followers the outcome of a check that found no books. */
async function concludeAll(
  deps: FollowCheckDeps,
  listing: FollowedListing,
  found: FollowOutcome,
  isFailure: boolean,
): Promise<RunAgain | void> {
  const at = deps.now();
  let againAt: Date | undefined;
  await eachFollower(deps, listing, async (record) => {
    const failures = isFailure ? record.failures + 1 : 0;
    const pause = FAILURE_PAUSES_MS[failures - 1];
    if (pause !== undefined) againAt ??= new Date(at.getTime() + pause * deps.timeScale);
    const nextCheckAt = (againAt ?? new Date(at.getTime() + DAY_MS * deps.timeScale)).toISOString();
    const result = { ...record.result, outcome: found };
    const checkedAt = isFailure ? record.checkedAt : at.toISOString();
    await deps.database.transaction((tx) => saveChecked(tx, record, { ...record, checkedAt, nextCheckAt, failures, result }));
    deps.onChange(record);
  });
  return againAt && { againAt };
}

async function checkAll(
  deps: FollowCheckDeps,
  listing: FollowedListing,
  walked: WalkedListing,
  signal: AbortSignal,
): Promise<RunAgain | void> {
  const shared = await readSharedStates(deps, walked);
  const at = deps.now();
  const later = (ms: number): Date => new Date(at.getTime() + ms * deps.timeScale);
  let againAt: Date | undefined;
  const faults: unknown[] = [];
  async function visit(record: FollowRecord): Promise<void> {
    const caller = await deps.callerOf(record.userId);
    if (!caller) return;
    const { memory, result, goesOn, recent } = await checkFollower(deps, record, caller, { listing, walked, shared, signal });
    const again = goesOn && later(goesOn === 'soon' ? CONTINUE_MS : HOUR_MS);
    if (again && (!againAt || again < againAt)) againAt = again;
    const nextCheckAt = (again ?? later(DAY_MS)).toISOString();
    const isRenamed = walked.name !== undefined && walked.name !== record.name;
    const named = isRenamed ? { name: walked.name ?? record.name, formerName: record.name } : {};
    await deps.database.transaction((tx) =>
      saveChecked(tx, record, { ...record, ...named, checkedAt: at.toISOString(), nextCheckAt, failures: 0, memory, result, recent }),
    );
    deps.onChange(record);
  }
  await eachFollower(deps, listing, async (record) => {
    signal.throwIfAborted();
    try {
      await visit(record);
    } catch (error) {
      signal.throwIfAborted();
      // later followers have their turn all the same; the queue repeats the check for the one who had none
      deps.log.warn({ ...listing, followId: record.id, err: error }, 'a followed listing could not be checked for one person');
      faults.push(error);
    }
  });
  if (faults.length > 0) throw faults[0];
  return againAt && { againAt };
}

/** One check of one series or author: one walk of the catalogue, however many follow it. */
export async function checkFollowed(
  deps: FollowCheckDeps,
  { payload: listing, signal, progress }: Pick<JobContext<PayloadOf<typeof CHECK_FOLLOWED>>, 'payload' | 'signal' | 'progress'>,
): Promise<RunAgain | void> {
  const [first] = await followersOf(deps.database.read, listing, '', 1);
  // the last one stopped following
  if (!first) return;
  const serverRegion = await deps.catalog.region();
  if (serverRegion !== listing.region) {
    return concludeAll(deps, listing, outcome('other_region', { region: listing.region, serverRegion }), false);
  }
  let walked: WalkedListing;
  try {
    walked = await walkListing(deps.catalog, listing, signal);
  } catch (error) {
    signal.throwIfAborted();
    const fault = faultOf(error);
    if (!fault) throw error;
    deps.log.warn({ ...listing, outcome: fault.code, err: error }, 'a followed listing could not be read');
    progress({ done: 0, message: sentence('progress.not_read', { name: first.name, code: fault.code }) });
    return concludeAll(deps, listing, fault, fault.code === 'catalogue_failed');
  }
  progress({
    done: walked.books.length,
    total: walked.books.length,
    message: sentence('progress.books_listed', { name: first.name, count: walked.books.length }),
  });
  // an empty list more likely means that the catalogue hides the entry
  if (walked.books.length === 0) return concludeAll(deps, listing, outcome('gone'), false);
  return checkAll(deps, listing, walked, signal);
}
