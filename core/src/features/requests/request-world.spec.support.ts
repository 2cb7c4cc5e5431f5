import type { CatalogBook, HookPayloads, Release } from '@lectern/plugin-api';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus } from '../../platform/events/event-bus.js';
import { ApiError } from '../../platform/http/problem.js';
import type { Caller } from '../../platform/http/route.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { createCandidateStore } from '../search/candidate-store.js';
import { feedJobs } from '../search/feed-job.js';
import { searchJobs } from '../search/search-job.js';
import { createAuditService } from '../audit/index.js';
import type { CatalogService } from '../catalog/index.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { createDownloadStore } from '../lifecycle/download-store.js';
import type { DownloadRow } from '../lifecycle/download-store.js';
import { grabJobs } from '../downloads/grab-job.js';
import { seedingSweepJob } from '../downloads/seeding/seeding-sweep-job.js';
import { tellImportedJob } from '../downloads/tell-imported.js';
import { MONITOR, monitorJobs } from '../downloads/monitor-job.js';
import type { NotificationService } from '../notifications/notification-service.js';
import { DEFAULT_SETTINGS } from '../settings/settings.js';
import type { SettingsService } from '../settings/index.js';
import { reconcileJobs } from './reconcile-job.js';
import { DUNE, fakeClient, fakeIndexer, goodRelease, type FakeClient, type FakeIndexer } from './request-fakes.spec.support.js';
import { fakePluginHost } from './request-host.spec.support.js';
import { createRequestDetail } from './request-detail.js';
import { createRequestList } from './request-list.js';
import { createRequestReader } from '../lifecycle/request-reader.js';
import type { RequestRow, WaitReason } from '../lifecycle/request-record.js';
import { createRequestService } from './request-service.js';
import { groupOf, type RequestStatus, type RequestType } from '../lifecycle/statuses.js';
import { DELETE_REQUEST, GRAB, IMPORT, REFRESH_LIBRARY, SEARCH } from '../lifecycle/request-jobs.js';
import { createRequestTransitions } from '../lifecycle/transitions.js';
import { foreignWords, inEnglish, type Said } from '../../platform/words/index.js';

/** Requests on a real database with a real job queue and plugins in memory. */
export async function createRequestWorld(dialect: 'sqlite' | 'postgres' = 'sqlite', options: { runsJobs?: boolean } = {}) {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const log = pino({ level: 'silent' });
  const state = {
    offset: 0,
    books: new Map<string, CatalogBook>([[DUNE.asin, DUNE]]),
    siblings: new Map<string, string[]>(),
    /** Titles of the other parts of any book's series. */
    otherTitles: [] as string[],
    owned: new Set<string>(),
    ownedEbooks: new Set<string>(),
    catalogDown: false,
    /** Whether files that somebody names cannot be imported. */
    unfit: false,
    /** Called while files that somebody names are looked at. */
    whenNamed: undefined as (() => Promise<void>) | undefined,
    settings: DEFAULT_SETTINGS,
    indexers: [] as FakeIndexer[],
    clients: [] as FakeClient[],
    veto: {} as { [name: string]: ((payload: never) => object | undefined) | undefined },
    transform: {} as { [name: string]: ((payload: never) => object) | undefined },
    timeScale: 1,
  };
  const now = (): Date => new Date(Date.now() + state.offset);
  const told: { name: keyof HookPayloads; payload: object }[] = [];
  const notified: { event: string; requestId: string; reason: string; said: Said }[] = [];
  const notifications: NotificationService = {
    async requestEvent(tx, event, request, reason) {
      // written, so that a rollback takes it along
      await tx.insert('notifications', {
        id: uuid(),
        userId: request.userId,
        event,
        title: inEnglish(reason),
        lines: '[]',
        requestId: request.id,
        dedupeKey: uuid(),
        createdAt: now().toISOString(),
      });
      tx.afterCommit(() => notified.push({ event, requestId: request.id, reason: inEnglish(reason), said: reason }));
    },
    integrationEvent: async () => undefined,
    reportEvent: async () => undefined,
    userEvent: async () => undefined,
    webhookEvent: async () => undefined,
    followEvent: async () => undefined,
  };

  const host = fakePluginHost(state, (name, payload) => void told.push({ name, payload }));

  const askedRegions: string[] = [];
  const catalog = {
    region: async () => 'us',
    async book(asin: string, { region }: { region?: string } = {}) {
      if (region !== undefined) askedRegions.push(region);
      if (state.catalogDown) throw new Error('the catalogue is down');
      return state.books.get(asin);
    },
    cached: async (asins: readonly string[]) => new Map([...state.books].filter(([asin]) => asins.includes(asin))),
    headings: async (asins: readonly string[]) => new Map([...state.books].filter(([asin]) => asins.includes(asin))),
    releaseDays: async (asins: readonly string[]) =>
      new Map(asins.flatMap((asin) => (state.books.get(asin)?.releaseDate ? [[asin, state.books.get(asin)?.releaseDate]] : []))),
    siblings: async (asins: readonly string[]) => new Map(asins.map((asin) => [asin, state.siblings.get(asin) ?? []])),
    otherTitlesOfSeries: async () => state.otherTitles,
    seedWork: async () => undefined,
  } as unknown as CatalogService;
  const settings = { get: async () => state.settings } as unknown as SettingsService;

  const jobs = createEmbeddedJobQueue({ database, log, exclusive: dialect === 'sqlite', now, pollMs: 20, timeScale: 0.001 });
  const requests = createRequestReader(database);
  const audit = createAuditService({ database, now });
  const transitions = createRequestTransitions({ jobs, notifications, audit, now });
  const candidates = createCandidateStore(database, createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) }));
  const downloads = createDownloadStore(database, now);
  const list = createRequestList(database);
  const detail = createRequestDetail(database, list, async () => new Map());
  const settler = createAvailabilitySettler({ database, transitions, log });
  const progressed: string[] = [];
  const parts = { database, host, jobs, requests, transitions, candidates, downloads, notifications, now, catalog, settings, settler };
  const scaled = Object.defineProperty(
    { ...parts, events: createEventBus(), onProgress: (id: string) => progressed.push(id) },
    'timeScale',
    {
      get: () => state.timeScale,
      enumerable: true,
    },
  ) as unknown as typeof parts & { events: ReturnType<typeof createEventBus>; onProgress: (id: string) => void; timeScale: number };
  const service = createRequestService({
    ...parts,
    availabilityOf: async (asins, format) => {
      const owned = format === 'ebook' ? state.ownedEbooks : state.owned;
      return new Map(asins.filter((asin) => owned.has(asin)).map((asin) => [asin, {}]));
    },
    nameSource: async (path) => {
      if (state.unfit) throw new ApiError('unfit_source', foreignWords('It is a root folder.'));
      await state.whenNamed?.();
      return { path, listing: { root: path, audio: [], images: [], ebooks: [], other: [], skipped: [], totalBytes: 0 } };
    },
  });
  const definitions: JobDefinition[] = [
    ...searchJobs(scaled),
    ...feedJobs(scaled),
    ...grabJobs(scaled),
    ...monitorJobs(scaled),
    seedingSweepJob(scaled),
    tellImportedJob(scaled),
    ...reconcileJobs(parts),
  ];
  const idle = async (): Promise<void> => undefined;
  for (const name of [IMPORT.name, REFRESH_LIBRARY.name, DELETE_REQUEST.name, 'hooks.tell'])
    definitions.push({ name, title: name, run: idle });
  for (const definition of definitions) jobs.define(definition);
  if (options.runsJobs) await jobs.start();

  function callerOf(id: string, overrides: Partial<Caller> = {}): Caller {
    return {
      userId: id,
      username: id,
      displayName: id,
      role: id === 'admin' ? 'admin' : 'user',
      permissions: { autoApprove: id === 'admin', interactiveSearch: id === 'admin', downloadAccess: false },
      via: 'bearer',
      ...overrides,
    };
  }

  const world = {
    ...parts,
    audit,
    state,
    service,
    list,
    detail,
    notified,
    told,
    progressed,
    askedRegions,
    callerOf,
    monitor: monitorJobs,
    scaled,
    async addUser(id: string, row: { quotaLimit?: number; quotaDays?: number } = {}): Promise<void> {
      const at = now().toISOString();
      await database.transaction(async (tx) => {
        if (await tx.get('SELECT id FROM users WHERE id = ?', [id])) return;
        const names = { username: id, displayName: id, libraryIdentity: `local-${id}` };
        await tx.insert('users', {
          id,
          ...names,
          role: id === 'admin' ? 'admin' : 'user',
          state: 'active',
          ...row,
          createdAt: at,
          updatedAt: at,
        });
      });
    },
    async addIntegration(entry: FakeIndexer | FakeClient, pathMappings = '[]'): Promise<void> {
      const at = now().toISOString();
      await database.transaction((tx) =>
        tx.insert('integrations', {
          id: entry.integrationId,
          pluginId: 'fake',
          name: entry.name,
          enabled: true,
          priority: 1,
          settings: '{}',
          pathMappings,
          pluginVersion: '1.0.0',
          subscriptions: '[]',
          createdAt: at,
          updatedAt: at,
        }),
      );
      if ('calls' in entry) state.clients.push(entry);
      else state.indexers.push(entry);
    },
    /** Through the only writer, then put into the wished status. */
    async addRequest(
      input: {
        user?: string;
        asin?: string;
        type?: RequestType;
        status?: RequestStatus;
        title?: string;
        author?: string;
        anyReading?: boolean;
      } = {},
    ) {
      const { user = 'paul', asin = DUNE.asin, type = 'audiobook', status = 'pending', title = 'Dune', author = 'Frank Herbert' } = input;
      await world.addUser(user);
      const born = status === 'awaiting_approval' || status === 'awaiting_release' ? status : 'pending';
      return database.transaction(async (tx) => {
        const request = await transitions.create(tx, {
          userId: user,
          asin,
          region: 'us',
          type,
          title,
          author,
          origin: 'manual',
          anyReading: input.anyReading,
          status: born,
          message: 'asked',
          reason: null,
        });
        await tx.run("UPDATE jobs SET state = 'done', finished_at = ? WHERE subject = ?", [now().toISOString(), `request:${request.id}`]);
        if (born !== status) {
          await tx.run('UPDATE requests SET status = ?, status_group = ? WHERE id = ?', [status, groupOf(status), request.id]);
          await tx.run('UPDATE request_counts SET count = count - 1 WHERE user_id = ? AND status = ?', [user, born]);
          await tx.run(
            `INSERT INTO request_counts (user_id, status, count) VALUES (?, ?, 1)
             ON CONFLICT (user_id, status) DO UPDATE SET count = request_counts.count + 1`,
            [user, status],
          );
        }
        return request.id;
      });
    },
    /** Stores a finished search with these releases and ranks nothing. @returns candidate ids */
    async addCandidates(requestId: string, releases: readonly Release[], integrationId = 'indexer-1'): Promise<string[]> {
      return database.transaction(async (tx) => {
        const id = await candidates.begin(tx, { requestId, automatic: true, queries: ['dune'], at: now() });
        const ranked = releases.map((release, index) => ({
          release,
          duplicates: [],
          parsed: {},
          gates: [],
          parts: [],
          baseScore: 90 - index,
          score: 90 - index,
          passed: true,
          doubtful: false,
          automatic: true,
        }));
        const found = releases.map((release) => ({ integrationId, release }));
        const ids = await candidates.saveCandidates(tx, { id, requestId }, ranked as never, found);
        await candidates.saveSources(tx, id, [], now());
        return ids;
      });
    },
    async request(id: string): Promise<RequestRow> {
      const row = await requests.row(id);
      if (!row) throw new Error(`no request ${id}`);
      return row;
    },
    async status(id: string): Promise<RequestStatus> {
      return (await world.request(id)).status;
    },
    async reason(id: string): Promise<WaitReason | null> {
      return JSON.parse((await world.request(id)).reason ?? 'null') as WaitReason | null;
    },
    history: (requestId: string) =>
      database.read.all<DownloadRow>('SELECT * FROM download_history WHERE request_id = ? ORDER BY id', [requestId]),
    async events(requestId: string): Promise<string[]> {
      const rows = await database.read.all<{ event: string }>('SELECT event FROM request_events WHERE request_id = ? ORDER BY id', [
        requestId,
      ]);
      return rows.map((row) => row.event);
    },
    async queued(name?: string) {
      const rows = await database.read.all<{ name: string; payload: string; runAt: string; subject: string | null }>(
        "SELECT name, payload, run_at, subject FROM jobs WHERE state = 'queued' ORDER BY id",
      );
      return rows
        .filter((row) => name === undefined || row.name === name)
        .map((row) => ({ ...row, payload: JSON.parse(row.payload) as Record<string, unknown> }));
    },
    /** Runs one job by hand, as the queue would. */
    async run(
      name: string,
      payload: Record<string, unknown>,
      run: { signal?: AbortSignal; definitions?: JobDefinition[]; progress?: JobContext['progress'] } = {},
    ): Promise<RunAgain | void> {
      const definition = (run.definitions ?? definitions).find((entry) => entry.name === name);
      const job: JobContext = {
        id: uuid(),
        payload,
        attempt: 1,
        maxAttempts: 5,
        hold: async () => undefined,
        log,
        progress: run.progress ?? (() => undefined),
        signal: run.signal ?? new AbortController().signal,
      };
      return definition?.run(job);
    },
    /** Ends the queued jobs of a kind and runs each by hand, until there are none (or some are not due yet). */
    async work(names: readonly string[]): Promise<void> {
      for (let rounds = 0; rounds < 50; rounds += 1) {
        const due = (
          await database.read.all<{ id: string; name: string; payload: string }>(
            "SELECT id, name, payload FROM jobs WHERE state = 'queued' AND run_at <= ? ORDER BY run_at, id",
            [now().toISOString()],
          )
        ).find((job) => names.includes(job.name));
        if (!due) return;
        await database.transaction((tx) =>
          tx.run("UPDATE jobs SET state = 'done', finished_at = ? WHERE id = ?", [now().toISOString(), due.id]),
        );
        await world.run(due.name, JSON.parse(due.payload) as Record<string, unknown>);
      }
      throw new Error('the jobs never end');
    },
    grab: (requestId: string, payload: Record<string, unknown> = {}) => world.run(GRAB.name, { requestId, ...payload }),
    search: (requestId: string) => world.run(SEARCH.name, { requestId }),
    poll: (integrationId = 'client-1') => world.run(MONITOR.name, { integrationId }),
    async remove(): Promise<void> {
      if (options.runsJobs) await jobs.stop();
      await test.dispose();
    },
  };
  return world;
}

export type RequestWorld = Awaited<ReturnType<typeof createRequestWorld>>;

/** A request in `downloading` with one client and one indexer whose releases are stored as candidates. */
export async function createGrabWorld(count = 3, dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const world = await createRequestWorld(dialect);
  const indexer = fakeIndexer('indexer-1');
  const client = fakeClient('client-1');
  await world.addIntegration(indexer);
  await world.addIntegration(client);
  const requestId = await world.addRequest({ status: 'downloading' });
  const releases = Array.from({ length: count }, () => goodRelease());
  const candidateIds = await world.addCandidates(requestId, releases);
  return { world, indexer, client, requestId, releases, candidateIds };
}
