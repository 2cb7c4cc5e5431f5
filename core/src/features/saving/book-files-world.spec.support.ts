import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createApiTokenReader, createApiTokenService } from '../api-tokens/index.js';
import { createSessionCheck } from '../auth/index.js';
import { createTestPeople } from '../auth/test-people.js';
import { startTestHttp, type TestClient } from '../auth/test-http.js';
import type { PathPair } from '../../files/path-mapping.js';
import { createPlacementManifest } from '../../files/placing/placement-manifest.js';
import { createItemPlaces } from '../library/index.js';
import { lifecycle } from '../lifecycle/feature.js';
import type { RequestStatus, RequestType } from '../lifecycle/statuses.js';
import { groupOf } from '../lifecycle/statuses.js';
import { createDownloadLinks } from './download-links.js';
import { createDownloadStatus, type DownloadStatus } from './download-status.js';
import { createSavableBooks } from './savable-books.js';
import { bookFileRoutes } from './routes.js';

export const ASIN = 'B0BOOK0001';

/** The answer to creating a link. */
export interface LinkAnswer {
  readonly token: string;
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly code: string;
}

export interface PlacedInput {
  readonly owner?: string;
  readonly asin?: string;
  readonly type?: RequestType;
  readonly status?: RequestStatus;
  /** Contents by name; `undefined` if nothing was ever placed. */
  readonly files?: Readonly<Record<string, Buffer>> | undefined;
  /** The folder of the book, relative to the library folder. */
  readonly folder?: string;
}

/** What a media server says of a book. */
export interface ShelvedInput {
  readonly asin?: string | null;
  /** As the media server names it. */
  readonly path: string | null;
  readonly formats?: readonly RequestType[];
  readonly server?: string;
  readonly pathMappings?: readonly PathPair[];
  readonly matchedBy?: 'hash' | 'asin' | 'manual';
}

/** People, requests and a library folder with real files behind the real routes. */
export async function createBookFilesWorld(dialect: 'sqlite' | 'postgres', options: { recheckMs?: number; stallMs?: number } = {}) {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-files-')));
  const library = join(dir, 'library');
  await mkdir(library);
  const state = { offset: 0, checks: 0, siblings: new Map<string, string[]>() };
  const now = (): Date => new Date(Date.now() + state.offset);
  const people = createTestPeople({ database, now });
  const places = createItemPlaces(database);
  const books = createSavableBooks({ database, settings: people.settings, catalog: { siblings: async () => state.siblings }, places });
  const holds = createSessionCheck(database, now);
  const sessionHolds: typeof holds = (caller) => {
    state.checks += 1;
    return holds(caller);
  };
  const links = createDownloadLinks({ ...people, books, sessionHolds, ...options });
  const status = createDownloadStatus({ books });
  const apiTokens = createApiTokenService(people);
  const log = createLogger({ level: 'silent', redactor: createRedactor() });
  const http = await startTestHttp({
    database,
    people,
    owning: [lifecycle],
    apiToken: createApiTokenReader({ ...people, log }),
    routes: bookFileRoutes({ links, status }),
  });
  const actor = { name: 'spec' };
  await people.settings.update({ library: { path: library } }, actor);

  async function userId(name: string): Promise<string> {
    return ((await people.users.findByUsername(name)) ?? (await http.createUser(name, name === 'admin' ? 'admin' : 'user'))).id;
  }

  const world = {
    database,
    people,
    http,
    links,
    books,
    apiTokens,
    dir,
    library,
    state,
    actor,
    userId,

    /** A person with permission to download, in a new session. */
    async listener(name: string): Promise<TestClient> {
      const client = await http.as(name);
      const id = await userId(name);
      if (name !== 'admin') await people.users.update(id, { permissions: { downloadAccess: true } }, actor);
      return client;
    },

    /** Creates a request with placed files. @returns the request's id */
    async place(input: PlacedInput = {}): Promise<string> {
      const { owner = 'anna', asin = ASIN, type = 'audiobook', status: at = 'available', folder = 'An Author/A Book' } = input;
      const files = 'files' in input ? input.files : { 'A Book.m4b': Buffer.from('0123456789') };
      const id = uuid();
      const time = now().toISOString();
      const user = await userId(owner);
      const directory = join(library, folder);
      for (const [name, bytes] of Object.entries(files ?? {})) {
        await mkdir(dirname(join(directory, name)), { recursive: true });
        await writeFile(join(directory, name), bytes);
      }
      const entries = Object.entries(files ?? {}).map(([path, bytes]) => ({
        path,
        size: bytes.length,
        hash: 'x',
        method: 'copy' as const,
      }));
      await database.transaction(async (tx) => {
        await tx.insert('requests', {
          id,
          userId: user,
          asin,
          region: 'us',
          type,
          title: 'A Book',
          author: 'An Author',
          status: at,
          statusGroup: groupOf(at),
          version: 1,
          statusSince: time,
          origin: 'manual',
          createdAt: time,
          updatedAt: time,
        });
        if (files === undefined) return;
        const manifest = JSON.stringify(createPlacementManifest(entries));
        await tx.insert('imports', { id: uuid(), requestId: id, directory, contentHash: 'x', manifest, createdAt: time });
      });
      return id;
    },

    /** Who may have which books. */
    only: (downloadBooks: 'own' | 'everyones') => people.settings.update({ access: { downloadBooks } }, actor),

    /** Writes files below the library folder, or below another one. */
    async write(names: readonly string[], root = library): Promise<void> {
      for (const name of names) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await writeFile(join(root, name), `the content of ${name}`);
      }
    },

    /** Lists an item of a media server, which is made if necessary. @returns our id of the item */
    async shelve(input: ShelvedInput): Promise<string> {
      const { asin = ASIN, path, formats = ['audiobook'], server = 'Shelf', pathMappings = [], matchedBy = 'asin' } = input;
      const at = now().toISOString();
      const id = uuid();
      const known = await database.read.get<{ id: string }>('SELECT id FROM integrations WHERE name = ?', [server]);
      const integrationId = known?.id ?? uuid();
      await database.transaction(async (tx) => {
        const mappings = JSON.stringify(pathMappings);
        const plain = { enabled: true, priority: 0, settings: '{}', secretsSealed: null, pluginVersion: '1.0.0', subscriptions: '[]' };
        const named = { id: integrationId, pluginId: 'media-fake', name: server, pathMappings: mappings, createdAt: at, updatedAt: at };
        if (!known) await tx.insert('integrations', { ...plain, ...named });
        await tx.insert('library_items', {
          id,
          integrationId,
          libraryId: 'lib',
          itemId: id,
          title: 'A Shelved Book',
          authors: '[]',
          narrators: '[]',
          asin,
          matchedAsin: asin,
          matchedBy: asin === null ? null : matchedBy,
          path,
          hasCover: false,
          hasAudio: formats.includes('audiobook'),
          hasEbook: formats.includes('ebook'),
          addedAt: at,
          updatedAt: at,
          seenScan: id,
          missingScans: 0,
          lookUpAt: '',
        });
      });
      return id;
    },

    async subscribe(name: string, requestId: string): Promise<void> {
      const user = await userId(name);
      await database.transaction((tx) => tx.insert('request_subscribers', { requestId, userId: user, createdAt: now().toISOString() }));
    },

    async link(client: TestClient, requestId: string, file?: string): Promise<LinkAnswer> {
      const { body } = await client.post<LinkAnswer>(`/api/requests/${requestId}/download-token`, file === undefined ? {} : { file });
      return body;
    },

    bookLink: (client: TestClient, body: object = {}, asin = ASIN) =>
      client.post<LinkAnswer>(`/api/audiobooks/${asin}/download-token`, body),

    async status(client: TestClient, asin = ASIN): Promise<DownloadStatus> {
      return (await client.get<DownloadStatus>(`/api/audiobooks/${asin}/download-status`)).body;
    },

    /** Requests like a program without a session. */
    get: (path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(`${http.url}${path}`, { headers }),

    async audited(): Promise<{ action: string; actorName: string; detail: string }[]> {
      return database.read.all("SELECT action, actor_name, detail FROM audit_log WHERE action LIKE 'download.%' ORDER BY id");
    },

    async remove(): Promise<void> {
      await http.stop();
      await test.dispose();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return world;
}

export type BookFilesWorld = Awaited<ReturnType<typeof createBookFilesWorld>>;
