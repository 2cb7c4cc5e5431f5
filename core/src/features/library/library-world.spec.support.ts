import { IntegrationError, type LibraryItem, type MediaLibrary, type MediaServer, type Page } from '@lectern/plugin-api';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import type { JobContext, JobProgress, JobQueue, JobRequest } from '../../platform/jobs/job-queue.js';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createPlacementManifest, type ManifestFile } from '../../files/placing/placement-manifest.js';
import { sampledFileHash } from '../../files/sampled-hash.js';
import { createRequestTransitions } from '../lifecycle/transitions.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import { groupOf } from '../lifecycle/statuses.js';
import { contentHashOf } from '../../files/content-hash.js';
import type { LibraryItemRow } from './entities.js';
import { createItemAddresses } from './item-addresses.js';
import { createLibraryStore } from './library-store.js';
import { createLibraryScanner, type MediaServerProvider } from './scan.js';

/** A media server in memory. */
export interface FakeServer {
  readonly provider: MediaServerProvider;
  items: LibraryItem[];
  libraries: MediaLibrary[];
  pageSize: number;
  /** The error for this page of a walk, counted from 0. */
  failAtPage: number | undefined;
  /** Makes every call throw. */
  isDead: boolean;
  readonly sinces: (string | undefined)[];
  readonly refreshes: { libraryId: string; path?: string; isAgain?: boolean }[];
  /** The error of `refresh` only. */
  refusal: IntegrationError | undefined;
  readonly written: { itemId: string; asin: string }[];
  /** What `itemAddress` answers. */
  address: string | null;
}

const DEAD = new IntegrationError('INTEGRATION_UNAVAILABLE', 'Shelf does not answer.');

export function fakeServer(integrationId: string, name = 'Shelf'): FakeServer {
  const server: FakeServer = {
    items: [],
    libraries: [{ id: 'lib', name: 'Books', type: 'audiobook', roots: ['/data'] }],
    pageSize: 200,
    failAtPage: undefined,
    isDead: false,
    sinces: [],
    refreshes: [],
    refusal: undefined,
    written: [],
    address: null,
    provider: {
      integrationId,
      pluginId: 'media-fake',
      name,
      priority: 0,
      call: async (_what, fn, options) => {
        if (server.isDead) throw DEAD;
        return fn(mediaServer, { signal: options?.signal ?? new AbortController().signal });
      },
    },
  };
  const mediaServer: MediaServer = {
    libraries: async () => server.libraries,
    async items(libraryId, { cursor, since }): Promise<Page<LibraryItem>> {
      const page = Number(cursor ?? 0);
      if (page === 0) server.sinces.push(since);
      if (page === server.failAtPage) throw DEAD;
      const all = server.items.filter((item) => item.libraryId === libraryId && (since === undefined || item.updatedAt > since));
      const items = all.slice(page * server.pageSize, (page + 1) * server.pageSize);
      const hasMore = (page + 1) * server.pageSize < all.length;
      return { items, total: all.length, ...(hasMore ? { next: String(page + 1) } : {}) };
    },
    async refresh(libraryId, { path, isAgain }) {
      if (server.refusal) throw server.refusal;
      server.refreshes.push({ libraryId, ...(path === undefined ? {} : { path }), ...(isAgain === undefined ? {} : { isAgain }) });
    },
    cover: async () => null,
    itemAddress: async () => server.address,
    setAsin: async (itemId, asin) => void server.written.push({ itemId, asin }),
  };
  return server;
}

export function book(itemId: string, more: Partial<LibraryItem> = {}): LibraryItem {
  return {
    itemId,
    libraryId: 'lib',
    title: `Book ${itemId}`,
    authors: ['Ann Author'],
    narrators: [],
    addedAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    hasCover: false,
    ...more,
  };
}

const NEVER: AbortSignal = new AbortController().signal;

/** A database, a folder, a clock and everything else a scan needs. */
export async function createLibraryWorld(dialect: 'sqlite' | 'postgres') {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-library-'));
  let time = Date.parse('2026-06-01T00:00:00.000Z');
  const now = () => new Date(time);
  const enqueued: JobRequest[] = [];
  const told: { hook: string; payload: object }[] = [];
  const live: LiveEvent[] = [];
  const notified: string[] = [];
  const events = createEventBus();
  events.subscribe((event) => live.push(event));
  const ended: string[] = [];
  const jobs = {
    enqueue: async (_tx: unknown, request: JobRequest) => void enqueued.push(request),
    cancelSubject: async (_tx: unknown, subject: string) => void ended.push(subject),
  } as unknown as JobQueue;
  const transitions = createRequestTransitions({
    jobs,
    notifications: {
      requestEvent: async (_tx, event, request) => void notified.push(`${event}:${request.asin}`),
    },
    now,
  });
  const hooks = {
    told: async (hook: string, payload: object) => void told.push({ hook, payload }),
    veto: async () => undefined,
    transform: async (_hook: string, payload: object) => payload,
  } as never;
  const log = pino({ level: 'silent' });
  const deps = { database, host: { hooks }, transitions, jobs, events, log, now };
  const linked: MediaServerProvider[] = [];
  const restarts: ((info: { integrationId: string }) => void)[] = [];
  const userId = uuid();
  const at = now().toISOString();
  await database.transaction((tx) =>
    tx.insert('users', {
      id: userId,
      username: 'reader',
      displayName: 'Reader',
      role: 'user',
      state: 'active',
      libraryIdentity: 'local-reader',
      createdAt: at,
      updatedAt: at,
    }),
  );

  return {
    ...deps,
    folder,
    enqueued,
    /** Subjects whose jobs were cancelled. */
    ended,
    told,
    live,
    notified,
    hooks,
    store: createLibraryStore(database),
    /** Media servers whose items can be linked to. */
    linked,
    /** Tells that an integration started anew. */
    restarted: (integrationId: string) => restarts.forEach((listener) => listener({ integrationId })),
    itemAddresses: createItemAddresses({
      host: { providers: () => linked as never, onStateChange: (listener) => restarts.push(listener) },
      now,
    }),
    scanner: createLibraryScanner(deps),
    signal: NEVER,
    advance: (ms: number) => {
      time += ms;
    },
    async integration(name = 'Shelf', pathMappings: { remote: string; local: string }[] = []): Promise<string> {
      const id = uuid();
      await database.transaction((tx) =>
        tx.insert('integrations', {
          id,
          pluginId: 'media-fake',
          name,
          enabled: true,
          priority: 0,
          settings: '{}',
          pluginVersion: '1.0.0',
          pathMappings: JSON.stringify(pathMappings),
          subscriptions: '[]',
          createdAt: at,
          updatedAt: at,
        }),
      );
      return id;
    },
    async request(asin: string, status: RequestRow['status'], type: 'audiobook' | 'ebook' = 'audiobook'): Promise<string> {
      const id = uuid();
      await database.transaction((tx) =>
        tx.insert('requests', {
          id,
          userId,
          asin,
          region: 'us',
          type,
          title: `Title ${asin}`,
          author: 'Ann Author',
          status,
          statusGroup: groupOf(status),
          version: 1,
          statusSince: at,
          origin: 'manual',
          createdAt: at,
          updatedAt: at,
        }),
      );
      return id;
    },
    /** Writes files into the library folder as an import does. @returns the folder of the book */
    async placed(requestId: string, name: string, files: Record<string, string>): Promise<string> {
      const directory = join(folder, name);
      const manifest: ManifestFile[] = [];
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(directory, path)), { recursive: true });
        await writeFile(join(directory, path), content);
        const hash = await sampledFileHash(join(directory, path));
        manifest.push({ path, size: content.length, hash, method: 'copy', sourcePath: `/x/${path}` });
      }
      await database.transaction((tx) =>
        tx.insert('imports', {
          id: uuid(),
          requestId,
          directory,
          contentHash: contentHashOf(manifest) ?? '',
          manifest: JSON.stringify(createPlacementManifest(manifest)),
          createdAt: now().toISOString(),
        }),
      );
      return directory;
    },
    /** Makes the settings use the folder of {@link placed}. */
    async setLibraryRoot(): Promise<void> {
      await database.transaction((tx) => tx.insert('settings', { key: 'library', value: JSON.stringify({ path: folder }), updatedAt: at }));
    },
    async sameWork(...asins: string[]): Promise<void> {
      const workId = uuid();
      await database.transaction(async (tx) => {
        await tx.insert('works', { id: workId, createdAt: at });
        for (const asin of asins) await tx.insert('work_asins', { asin, workId, evidence: '{}', createdAt: at });
      });
    },
    /** A job of a request as the queue keeps it. @returns what takes it away again */
    async jobOf(requestId: string, name: string, state: 'queued' | 'running'): Promise<() => Promise<void>> {
      const id = uuid();
      const row = { id, name, payload: '{}', state, priority: 0, subject: `request:${requestId}`, runAt: at, attempt: 0, maxAttempts: 3 };
      await database.transaction((tx) => tx.insert('jobs', { ...row, cancelRequested: false, createdAt: at }));
      return () => database.transaction(async (tx) => void (await tx.run('DELETE FROM jobs WHERE id = ?', [id])));
    },
    async messagesOf(requestId: string): Promise<string[]> {
      const rows = await database.read.all<{ message: string }>('SELECT message FROM request_events WHERE request_id = ? ORDER BY id', [
        requestId,
      ]);
      return rows.map(({ message }) => message);
    },
    async statusOf(requestId: string): Promise<string> {
      const row = await database.read.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [requestId]);
      return row?.status ?? 'none';
    },
    async reasonOf(requestId: string): Promise<{ code: string; message: string; todo?: string; nextAt?: string } | null> {
      const row = await database.read.get<{ reason: string | null }>('SELECT reason FROM requests WHERE id = ?', [requestId]);
      return JSON.parse(row?.reason ?? 'null') as never;
    },
    rows: () => database.read.all<LibraryItemRow>('SELECT * FROM library_items ORDER BY item_id'),
    job(payload: Record<string, unknown>): JobContext & { readonly reported: JobProgress[] } {
      const reported: JobProgress[] = [];
      const context = { id: 'job', payload, attempt: 1, maxAttempts: 1, hold: async () => undefined, log, signal: NEVER };
      return { ...context, reported, progress: (progress) => void reported.push(progress) };
    },
    async dispose(): Promise<void> {
      await test.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type LibraryWorld = Awaited<ReturnType<typeof createLibraryWorld>>;
