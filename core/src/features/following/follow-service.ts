import { v7 as uuid } from 'uuid';
import { isIntegrationError } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { jobsUnderWay } from '../../platform/jobs/job-facts.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import type { CatalogService } from '../catalog/index.js';
import { requestedAmong } from '../lifecycle/requested-books.js';
import { readQuota, type QuotaState } from '../requests/index.js';
import type { SettingsService } from '../settings/index.js';
import { lockAccount } from '../users/account-rows.js';
import { decide, type ListedPart, type WantedPart } from './decide.js';
import type { FollowCounts, FollowedListing, FollowKind, FollowMode, FollowRecord, StartRule } from './follow-record.js';
import { CHECK_FOLLOWED, followSubject } from './follow-check.js';
import {
  addFollowed,
  countFollowed,
  findFollowed,
  findFollowedListing,
  followedPage,
  removeFollowed,
  restartFollowed,
  type FollowQuery,
} from './follow-store.js';
import { readPersonStates, readSharedStates, type PersonStatesDeps } from './person-states.js';
import { walkListing } from './walk-listing.js';
import { sentence } from '../../platform/words/index.js';

/** Series a person may follow, and authors. */
const MOST_FOLLOWED = 1_000;

/** The mode and the rule of following. */
export interface FollowWish {
  readonly mode: FollowMode;
  readonly rule: StartRule;
  /** ASINs of the books that the preview showed. */
  readonly shown: readonly string[];
}

/** Something followed, and whether it is being checked. */
export interface Followed {
  readonly record: FollowRecord;
  readonly check: 'idle' | 'queued' | 'running';
}

/** The books that following would request. */
export interface FollowPreview {
  readonly name: string;
  readonly wanted: readonly WantedPart[];
  readonly parts: readonly ListedPart[];
  /** ASINs of those that somebody else has requested. */
  readonly requested: ReadonlySet<string>;
  readonly counts: FollowCounts;
  /** The catalogue lists more books than a check reads. */
  readonly isCut: boolean;
  readonly needsApproval: boolean;
  readonly quota: QuotaState;
}

/** The series and authors that people follow. Every method sees only those of one person; others do not exist for it. */
export interface FollowService {
  page(kind: FollowKind, userId: string, query: FollowQuery): Promise<{ readonly items: readonly Followed[]; readonly total: number }>;
  /**
   * Follows a series or author and has it checked at once. If it is followed already, that is returned unchanged.
   *
   * @throws ApiError 404 `unknown_series` or `unknown_author`, 409 `too_many_followed`, 503 `catalogue_unavailable`
   */
  add(
    kind: FollowKind,
    userId: string,
    catalogId: string,
    wish: FollowWish,
  ): Promise<{ readonly followed: Followed; readonly isNew: boolean }>;
  /** Begins another rule, from now on. @throws ApiError 404 `not_found` */
  update(kind: FollowKind, userId: string, id: string, wish: Partial<FollowWish>): Promise<Followed>;
  /** Requests made of it stay. @throws ApiError 404 `not_found` */
  remove(kind: FollowKind, userId: string, id: string): Promise<void>;
  /** @throws ApiError 404 `unknown_series` or `unknown_author`, 503 `catalogue_unavailable` */
  preview(kind: FollowKind, caller: Caller, catalogId: string, rule: StartRule, signal: AbortSignal): Promise<FollowPreview>;
}

export interface FollowServiceDeps extends PersonStatesDeps {
  readonly catalog: Pick<CatalogService, 'region' | 'siblings' | 'series' | 'author' | 'seriesBooks' | 'authorBooks'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly jobs: Pick<JobQueue, 'enqueue'>;
  readonly onChange: (record: Pick<FollowRecord, 'id' | 'userId' | 'kind'>) => void;
  readonly now: () => Date;
}

function unknown(kind: FollowKind): ApiError {
  return kind === 'series'
    ? new ApiError('unknown_series', sentence('problem.no_series'))
    : new ApiError('unknown_author', sentence('problem.no_author'));
}

function notFollowed(kind: FollowKind): ApiError {
  return new ApiError('not_found', kind === 'series' ? sentence('problem.series_not_followed') : sentence('problem.author_not_followed'));
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && isIntegrationError(error.cause) && error.cause.code === 'INTEGRATION_NOT_FOUND';
}

async function nameOf({ catalog }: FollowServiceDeps, kind: FollowKind, catalogId: string): Promise<string> {
  try {
    const found = kind === 'series' ? await catalog.series(catalogId) : await catalog.author(catalogId);
    if (!found) throw unknown(kind);
    return found.name;
  } catch (error) {
    if (isNotFound(error)) throw unknown(kind);
    throw error;
  }
}

async function withChecks({ database, now }: FollowServiceDeps, records: readonly FollowRecord[]): Promise<Followed[]> {
  if (records.length === 0) return [];
  const jobs = await jobsUnderWay(database.read, CHECK_FOLLOWED.name, records.map(followSubject));
  const at = now().toISOString();
  return records.map((record) => {
    const job = jobs.get(followSubject(record));
    // one that waits for a later time is not at work
    const isAtWork = job !== undefined && (job.state === 'running' || job.runAt <= at);
    return { record, check: isAtWork ? job.state : 'idle' };
  });
}

async function withCheck(deps: FollowServiceDeps, record: FollowRecord): Promise<Followed> {
  const [followed] = await withChecks(deps, [record]);
  return followed ?? { record, check: 'idle' };
}

/** @returns the new row, or the one that was there */
async function insert(deps: FollowServiceDeps, record: FollowRecord): Promise<{ readonly record: FollowRecord; readonly isNew: boolean }> {
  const { database, jobs } = deps;
  const { kind, userId, catalogId, region } = record;
  return database.transaction(async (tx) => {
    // two clicks at once take turns, so that neither the limit nor the unique index is met by surprise
    await lockAccount(tx, userId);
    const known = await findFollowedListing(tx, userId, record);
    if (known) return { record: known, isNew: false };
    if ((await countFollowed(tx, kind, userId)) >= MOST_FOLLOWED) {
      throw new ApiError(
        'too_many_followed',
        sentence(kind === 'series' ? 'problem.too_many_series' : 'problem.too_many_authors', { most: MOST_FOLLOWED }),
      );
    }
    await addFollowed(tx, record);
    await jobs.enqueue(tx, CHECK_FOLLOWED({ kind, catalogId, region }));
    return { record, isNew: true };
  });
}

async function preview(
  deps: FollowServiceDeps,
  caller: Caller,
  listing: FollowedListing,
  rule: StartRule,
  signal: AbortSignal,
): Promise<FollowPreview> {
  const { database, now } = deps;
  const name = await nameOf(deps, listing.kind, listing.catalogId);
  const walked = await walkListing(deps.catalog, listing, signal);
  const shared = await readSharedStates(deps, walked);
  const followed = await findFollowedListing(database.read, caller.userId, listing);
  const states = await readPersonStates(deps, shared, caller.userId, followed?.memory.asked ?? []);
  const today = now().toISOString().slice(0, 10);
  const { wanted, parts, counts } = decide({ listing, books: walked.books, rule, startDay: today, today, states, known: undefined });
  return {
    name,
    wanted,
    parts,
    requested: await requestedAmong(
      database.read,
      wanted.flatMap(({ asins }) => asins),
    ),
    counts,
    isCut: walked.isCut,
    needsApproval: !caller.permissions.autoApprove,
    quota: await readQuota(deps, database.read, caller),
  };
}

export function createFollowService(deps: FollowServiceDeps): FollowService {
  const { database, catalog, jobs, now, onChange } = deps;

  return {
    async page(kind, userId, query) {
      const { records, total } = await followedPage(database.read, kind, userId, query);
      return { items: await withChecks(deps, records), total };
    },

    async add(kind, userId, catalogId, { mode, rule, shown }) {
      const listing = { kind, catalogId, region: await catalog.region() };
      const known = await findFollowedListing(database.read, userId, listing);
      if (known) return { followed: await withCheck(deps, known), isNew: false };
      const name = await nameOf(deps, kind, catalogId);
      const at = now().toISOString();
      const { record, isNew } = await insert(deps, {
        ...listing,
        id: uuid(),
        userId,
        name,
        formerName: null,
        mode,
        rule,
        startedAt: at,
        createdAt: at,
        checkedAt: null,
        nextCheckAt: at,
        failures: 0,
        shown,
        memory: { awaited: [], asked: [] },
        result: undefined,
      });
      if (isNew) onChange(record);
      return { followed: await withCheck(deps, record), isNew };
    },

    async update(kind, userId, id, wish) {
      const after = await database.transaction(async (tx) => {
        await lockAccount(tx, userId);
        const before = await findFollowed(tx, kind, userId, id);
        if (!before) throw notFollowed(kind);
        const { mode = before.mode, rule = before.rule, shown = [] } = wish;
        const memory = { awaited: [], asked: before.memory.asked };
        const changed = { ...before, mode, rule, shown, memory, startedAt: now().toISOString(), nextCheckAt: now().toISOString() };
        await restartFollowed(tx, changed);
        const { catalogId, region } = before;
        await jobs.enqueue(tx, CHECK_FOLLOWED({ kind, catalogId, region }));
        return changed;
      });
      onChange(after);
      return withCheck(deps, after);
    },

    async remove(kind, userId, id) {
      const wasThere = await database.transaction((tx) => removeFollowed(tx, kind, userId, id));
      if (!wasThere) throw notFollowed(kind);
      onChange({ kind, userId, id });
    },

    preview: async (kind, caller, catalogId, rule, signal) =>
      preview(deps, caller, { kind, catalogId, region: await catalog.region() }, rule, signal),
  };
}
