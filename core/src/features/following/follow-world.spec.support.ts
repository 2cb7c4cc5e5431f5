import { IntegrationError, type CatalogBook, type IntegrationErrorCode } from '@lectern/plugin-api';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { ApiError } from '../../platform/http/problem.js';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import type { BookPage } from '../catalog/index.js';
import type { FollowedBook } from '../notifications/notification-service.js';
import { createRequestWorld } from '../requests/request-world.spec.support.js';
import { CHECK_FOLLOWED } from './follow-check.js';
import { followJobs } from './follow-jobs.js';
import type { FollowedListing, FollowRecord } from './follow-record.js';
import { createFollowService, type FollowWish } from './follow-service.js';
import { findFollowed } from './follow-store.js';
import { AUTHOR, SERIES, volume } from './follow-books.spec.support.js';
import { foreignWords } from '../../platform/words/index.js';

const DEFAULT_WISH: FollowWish = { mode: 'ask', rule: { start: 'from_now' }, shown: [] };

/** Following on a real database with real requests; the catalogue is in memory. */
export async function createFollowWorld(dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const base = await createRequestWorld(dialect);
  const { database, jobs, now, state } = base;
  const shop = {
    books: [] as CatalogBook[],
    groups: [] as string[][],
    names: new Map([
      [SERIES, 'Tales'],
      [AUTHOR, 'Ada Writer'],
    ]),
    region: 'us',
    pages: 0,
    fault: undefined as IntegrationErrorCode | undefined,
    /** The number of books that the catalogue claims to list. */
    total: undefined as number | undefined,
    onPage: undefined as (() => Promise<void>) | undefined,
  };
  const told: FollowedBook[] = [];
  const changes: string[] = [];
  const people = new Map<string, { isGone?: boolean; autoApprove?: boolean }>();

  function refuse(): void {
    if (shop.fault === 'INTEGRATION_UNSUPPORTED') throw new ApiError('unknown_series', foreignWords('No catalogue lists series.'));
    if (shop.fault) throw new ApiError('catalogue_unavailable', foreignWords('Dead.'), { cause: new IntegrationError(shop.fault, 'dead') });
  }

  async function pageOf(of: (book: CatalogBook) => boolean, { page, limit }: { page: number; limit: number }): Promise<BookPage> {
    shop.pages += 1;
    refuse();
    await shop.onPage?.();
    const all = shop.books.filter(of);
    for (const book of all) state.books.set(book.asin, book);
    const items = all.slice((page - 1) * limit, page * limit);
    return { items, page, limit, total: shop.total ?? all.length, groups: shop.groups };
  }

  const named = async (id: string) => {
    refuse();
    const name = shop.names.get(id);
    return name === undefined ? undefined : { id, name };
  };
  const catalog = Object.assign(base.catalog, {
    region: async () => shop.region,
    series: named,
    author: named,
    seriesBooks: (id: string, query: { page: number; limit: number }) => pageOf(({ series }) => series.some((one) => one.id === id), query),
    authorBooks: (id: string, query: { page: number; limit: number }) =>
      pageOf(({ authors }) => authors.some((one) => one.id === id), query),
  });
  const shared = {
    database,
    catalog,
    now,
    availabilityOf: async (asins: readonly string[]) => new Map(asins.filter((asin) => state.owned.has(asin)).map((asin) => [asin, {}])),
    onChange: ({ kind, userId }: Pick<FollowRecord, 'kind' | 'userId'>) => void changes.push(`${kind} ${userId}`),
  };
  const service = createFollowService({ ...shared, settings: base.settings, jobs });
  const definitions = followJobs({
    ...shared,
    requests: base.service,
    notifications: { followEvent: async (_tx, _event, found) => void told.push(found) },
    jobs,
    keys: { jwtKey: Buffer.alloc(32, 1) },
    callerOf: async (userId) => {
      const { isGone = false, autoApprove = true } = people.get(userId) ?? {};
      return isGone ? undefined : base.callerOf(userId, { permissions: { autoApprove, interactiveSearch: false, downloadAccess: false } });
    },
    log: { warn: () => undefined },
    timeScale: 1,
  });
  for (const definition of definitions) jobs.define(definition);

  const world = {
    ...base,
    shop,
    told,
    changes,
    people,
    service,
    definitions,
    /** Does something once, while the first request is being made. */
    onAsking(work: () => Promise<unknown>): void {
      const once = async (): Promise<undefined> => {
        state.veto['request.submitting'] = undefined;
        await work();
        return undefined;
      };
      state.veto['request.submitting'] = once;
    },
    async follow(userId: string, wish: Partial<FollowWish> = {}, kind: 'series' | 'author' = 'series'): Promise<string> {
      await base.addUser(userId);
      const { followed } = await service.add(kind, userId, kind === 'series' ? SERIES : AUTHOR, { ...DEFAULT_WISH, ...wish });
      return followed.record.id;
    },
    async entry(userId: string, id: string, kind: 'series' | 'author' = 'series'): Promise<FollowRecord> {
      const record = await findFollowed(database.read, kind, userId, id);
      if (!record) throw new Error('nothing is followed');
      return record;
    },
    check(listing: FollowedListing = { kind: 'series', catalogId: SERIES, region: 'us' }, signal?: AbortSignal): Promise<RunAgain | void> {
      return base.run(CHECK_FOLLOWED.name, { ...listing }, { definitions, ...(signal ? { signal } : {}) });
    },
    /** ASINs of a person's requests, with their status and origin, in the order in which they were made. */
    async requested(userId: string): Promise<string[]> {
      const rows = await database.read.all<{ asin: string; status: string; origin: string }>(
        'SELECT asin, status, origin FROM requests WHERE user_id = ? ORDER BY id',
        [userId],
      );
      return rows.map(({ asin, status, origin }) => `${asin} ${status} ${origin}`);
    },
    async setStatus(userId: string, asin: string, status: string): Promise<void> {
      await database.transaction((tx) => tx.run('UPDATE requests SET status = ? WHERE user_id = ? AND asin = ?', [status, userId, asin]));
    },
  };
  return world;
}

export type FollowWorld = Awaited<ReturnType<typeof createFollowWorld>>;

/** Makes a world for each test of a group, with three volumes of which the third is not out yet, and hands it to the group. */
export function useFollowWorld(dialect: 'sqlite' | 'postgres', take: (world: FollowWorld) => void): void {
  let world: FollowWorld | undefined;
  beforeEach(async function () {
    if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
    world = await createFollowWorld(dialect);
    world.shop.books = [volume(1, '1'), volume(2, '2'), volume(3, '3', { releaseDate: '2999-01-01' })];
    take(world);
  });
  afterEach(() => world?.remove());
}
