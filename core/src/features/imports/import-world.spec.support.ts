import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBookFolder } from '@lectern/testbed';
import type { BookFolderOptions } from '@lectern/testbed';
import type { CatalogBook, DownloadStatus, HookPayloads } from '@lectern/plugin-api';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import type { Database, Tx } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobContext, JobProgress, JobQueue } from '../../platform/jobs/job-queue.js';
import { foreignWords, isSentence, type Said } from '../../platform/words/index.js';
import { createCandidateStore } from '../search/candidate-store.js';
import { ImportEntity } from '../lifecycle/entities.js';
import type { RequestProgress, RequestRow, WaitReason } from '../lifecycle/request-record.js';
import { createRequestReader } from '../lifecycle/request-reader.js';
import { createDownloadStore } from '../lifecycle/download-store.js';
import type { RequestType } from '../lifecycle/statuses.js';
import {
  CLEAN_SOURCE,
  GRAB,
  IMPORT,
  REFRESH_LIBRARY,
  REMOVE_DOWNLOAD,
  REMOVE_LEFTOVERS,
  REPLACE_FILES,
  SEARCH,
  TELL_HOOKS,
  TELL_IMPORTED,
} from '../lifecycle/request-jobs.js';
import { createRequestTransitions, type RequestTransitions } from '../lifecycle/transitions.js';
import { DEFAULT_EBOOK_PATH_TEMPLATE, DEFAULT_PATH_TEMPLATE } from '../../files/naming/path-template.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import type { ImportDependencies } from './import-dependencies.js';
import { importJobs } from './import-job.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { createTagLibraryProbe } from '../../files/checking/tag-library-probe.js';

const MINUTES = 60;
export const ASIN = 'B002V1OF70';
const CLIENT_ID = 'client-1';
/** The download client's name for its folder. */
export const REMOTE_ROOT = '/client/done';
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]);

export const DUNE: CatalogBook = {
  asin: ASIN,
  region: 'us',
  title: 'Dune',
  authors: [{ name: 'Frank Herbert' }],
  narrators: ['Simon Vance'],
  series: [{ name: 'Dune', part: '1' }],
  durationMinutes: MINUTES,
  releaseDate: '2006-12-31',
  genres: [],
};

/** A folder below the library folder, for {@link DUNE}. */
export const DIRECTORY = 'Frank Herbert/Dune/1 - Dune';

export interface ImportRow {
  readonly requestId: string;
  readonly downloadId: string | null;
  readonly directory: string;
  readonly contentHash: string;
  readonly manifest: PlacementManifest;
}

/** Imports on a real database with real folders. */
export interface ImportWorld {
  readonly database: Database;
  readonly transitions: RequestTransitions;
  readonly dir: string;
  readonly library: string;
  /** The local name of {@link REMOTE_ROOT}. */
  readonly downloads: string;
  readonly deps: ImportDependencies;
  /** Change these to change the world. */
  readonly state: {
    libraryPath: string | null;
    /** The folder of files that were uploaded for the request. */
    uploaded: string | undefined;
    pathTemplate: string;
    writeSidecar: boolean;
    copyFiles: boolean;
    mergeChapters: boolean;
    mergeMp3: 'encode' | 'leave';
    /** Unlike the server's default, because most worlds have audio that no library can tag. */
    writeTags: 'own' | 'all' | 'never';
    ebookFormats: string[];
    /** The catalogue's chapters. */
    chapters: { title: string; startMs: number; lengthMs: number }[] | undefined;
    books: Map<string, CatalogBook>;
    siblings: Map<string, string[]>;
    otherTitles: string[];
    hasOtherReadings: boolean;
    /** Whether the catalogue answers with stored books alone. */
    isCatalogDown: boolean;
    cover: Buffer | undefined;
    clientStatus: Partial<DownloadStatus> | undefined;
    /** The clients that are asked for everything they have. */
    clients: BoundProvider<'downloadClient'>[];
    refuse: string | undefined;
    planning: ((payload: HookPayloads['import.planning']) => HookPayloads['import.planning']) | undefined;
    probe: AudioProbe;
    now: Date;
    placement: ImportDependencies['placement'];
  };
  readonly saved: RequestProgress[];
  /** The hooks that plugins were called with. */
  readonly asked: { name: string; payload: object }[];
  /** Fills a folder of the client with the files of a book. */
  makeDownload(folder: string, options?: Partial<BookFolderOptions>): Promise<void>;
  addRequest(options?: {
    user?: string;
    asin?: string;
    type?: RequestType;
    title?: string;
    /** Below {@link REMOTE_ROOT}. */
    folder?: string;
    releaseKey?: string;
    /** Whether it has a download. Default true. */
    downloaded?: boolean;
    /** Default `torrent`. */
    protocol?: 'torrent' | 'usenet' | 'http';
    /** Whether we added the download. Default true. */
    ours?: boolean;
  }): Promise<string>;
  run(
    requestId: string,
    options?: {
      payload?: Record<string, unknown>;
      signal?: AbortSignal;
      deps?: Partial<ImportDependencies>;
      onProgress?: (progress: JobProgress) => void;
      /** Default: nobody takes the run over. */
      hold?: JobContext['hold'];
    },
  ): Promise<void>;
  request(id: string): Promise<RequestRow>;
  reason(id: string): Promise<WaitReason>;
  imports(): Promise<ImportRow[]>;
  events(requestId: string): Promise<string[]>;
  downloadState(requestId: string): Promise<string | undefined>;
  queued(name: string): Promise<{ payload: Record<string, unknown>; runAt: string }[]>;
  remove(): Promise<void>;
}

/** A database whose transaction for a finished import fails, as if the process had died before the commit. */
export function dyingAtCommit(database: Database): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const insert: Tx['insert'] = async (into, row) => {
          if ((into as unknown) === ImportEntity) throw new Error('killed');
          await tx.insert(into, row);
        };
        return work({ ...tx, insert });
      }),
  };
}

async function addUser(database: Database, id: string): Promise<void> {
  const at = new Date().toISOString();
  await database.transaction(async (tx) => {
    if (await tx.get('SELECT id FROM users WHERE id = ?', [id])) return;
    const names = { username: id, displayName: id, libraryIdentity: `local-${id}` };
    await tx.insert('users', { id, ...names, role: 'user', state: 'active', createdAt: at, updatedAt: at });
  });
}

function makeQueue(database: Database, now: () => Date): JobQueue {
  const jobs = createEmbeddedJobQueue({ database, log: pino({ level: 'silent' }), exclusive: true, now });
  for (const { name } of [
    SEARCH,
    GRAB,
    IMPORT,
    REFRESH_LIBRARY,
    REPLACE_FILES,
    REMOVE_DOWNLOAD,
    REMOVE_LEFTOVERS,
    CLEAN_SOURCE,
    TELL_HOOKS,
    TELL_IMPORTED,
  ])
    jobs.define({ name, title: name, run: async () => undefined });
  return jobs;
}

export async function createImportWorld(dialect: 'sqlite' | 'postgres' = 'sqlite'): Promise<ImportWorld> {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-import-')));
  const library = join(dir, 'library');
  const downloads = join(dir, 'downloads');
  await mkdir(library);
  await mkdir(downloads);
  const saved: RequestProgress[] = [];
  const asked: ImportWorld['asked'] = [];
  const state: ImportWorld['state'] = {
    libraryPath: library,
    uploaded: undefined,
    pathTemplate: DEFAULT_PATH_TEMPLATE,
    writeSidecar: true,
    copyFiles: false,
    mergeChapters: false,
    mergeMp3: 'encode',
    writeTags: 'never',
    ebookFormats: ['epub', 'azw3'],
    chapters: undefined,
    books: new Map([[ASIN, DUNE]]),
    siblings: new Map(),
    otherTitles: [],
    hasOtherReadings: false,
    isCatalogDown: false,
    cover: JPEG,
    clientStatus: undefined,
    clients: [],
    refuse: undefined,
    planning: undefined,
    probe: createTagLibraryProbe(),
    now: new Date('2026-01-01T12:00:00.000Z'),
    placement: {},
  };
  const now = (): Date => state.now;
  const jobs = makeQueue(database, now);
  const transitions = createRequestTransitions({
    jobs,
    now,
    notifications: { requestEvent: async () => undefined },
  });
  const hooks: ImportDependencies['host']['hooks'] = {
    veto: async (name, payload) => {
      asked.push({ name, payload });
      return (name === 'import.matching' && state.refuse !== undefined ? { refuse: state.refuse } : undefined) as never;
    },
    transform: async (_name, payload) =>
      (state.planning ? state.planning(payload as unknown as HookPayloads['import.planning']) : payload) as typeof payload,
  };
  const provider: ImportDependencies['host']['provider'] = () =>
    ({
      name: 'qBittorrent',
      call: async () => {
        if (!state.clientStatus) throw new Error('unreachable');
        return [{ itemId: 'item-1', progress: 1, raw: 'x', ...state.clientStatus }];
      },
    }) as never;
  const deps: ImportDependencies = {
    database,
    host: { provider, providers: () => state.clients as never, hooks },
    requests: createRequestReader(database),
    transitions,
    candidates: createCandidateStore(database, { seal: (text) => text, open: (text) => text }),
    downloads: createDownloadStore(database, now),
    catalog: {
      cached: async (asins) =>
        new Map(asins.flatMap((asin) => (state.books.has(asin) ? [[asin, state.books.get(asin) as CatalogBook]] : []))),
      book: async () => {
        if (state.isCatalogDown) throw new ApiError('catalogue_unavailable', foreignWords('The catalogue is not answering.'));
        return undefined;
      },
      siblings: async () => state.siblings,
      otherTitlesOfSeries: async () => state.otherTitles,
      hasOtherReadings: async () => state.hasOtherReadings,
      chapters: async () => state.chapters,
    },
    settings: {
      get: async () => ({
        library: {
          path: state.libraryPath,
          pathTemplate: state.pathTemplate,
          ebookPathTemplate: DEFAULT_EBOOK_PATH_TEMPLATE,
          downloadPath: downloads,
          writeSidecar: state.writeSidecar,
          copyFiles: state.copyFiles,
          mergeChapters: state.mergeChapters,
          mergeMp3: state.mergeMp3,
          mergesAtOnce: 1,
          uploadQuotaGb: 20,
          uploadPersonGb: 10,
          writeTags: state.writeTags,
        },
        ebooks: { formatPreference: state.ebookFormats, useIndexers: false },
      }),
    },
    get probe() {
      return state.probe;
    },
    cover: async () => state.cover && { bytes: state.cover, contentType: 'image/jpeg' },
    saveProgress: async (_id, progress) => {
      if (progress) saved.push(progress);
    },
    dataDir: test.dataDir,
    isUploaded: async (_requestId, real) => state.uploaded === real,
    now,
    timeScale: 1,
    get placement() {
      return state.placement;
    },
  };
  await database.transaction((tx) =>
    tx.insert('integrations', {
      id: CLIENT_ID,
      pluginId: 'client',
      name: 'qBittorrent',
      enabled: true,
      priority: 1,
      settings: '{}',
      pluginVersion: '1.0.0',
      pathMappings: JSON.stringify([{ remote: REMOTE_ROOT, local: downloads }]),
      subscriptions: '[]',
      createdAt: now().toISOString(),
      updatedAt: now().toISOString(),
    }),
  );

  async function request(id: string): Promise<RequestRow> {
    const row = await database.read.get<RequestRow>('SELECT * FROM requests WHERE id = ?', [id]);
    if (!row) throw new Error(`no request ${id}`);
    return row;
  }

  return {
    database,
    transitions,
    dir,
    library,
    downloads,
    deps,
    state,
    saved,
    asked,
    async makeDownload(folder, options = {}) {
      await makeBookFolder(join(downloads, folder), { author: 'Frank Herbert', title: 'Dune', files: 3, secondsPerFile: 1200, ...options });
    },
    async addRequest(options = {}) {
      const user = options.user ?? 'paul';
      await addUser(database, user);
      const at = now().toISOString();
      const [id, downloadId] = [uuid(), uuid()];
      const hasDownload = options.downloaded ?? true;
      await database.transaction(async (tx) => {
        await tx.insert('requests', {
          id,
          userId: user,
          asin: options.asin ?? ASIN,
          region: 'us',
          type: options.type ?? 'audiobook',
          title: options.title ?? 'Dune',
          author: 'Frank Herbert',
          status: 'processing',
          statusGroup: 'active',
          version: 1,
          statusSince: at,
          origin: 'manual',
          currentDownloadId: hasDownload ? downloadId : null,
          createdAt: at,
          updatedAt: at,
        });
        if (!hasDownload) return;
        await tx.insert('download_history', {
          id: downloadId,
          requestId: id,
          integrationId: CLIENT_ID,
          itemId: 'item-1',
          state: 'completed',
          release: JSON.stringify({ title: 'Frank Herbert - Dune [MP3]', indexer: 'Indexer', protocol: options.protocol ?? 'torrent' }),
          releaseKey: options.releaseKey ?? 'hash:1',
          ours: options.ours ?? true,
          downloadPath: `${REMOTE_ROOT}/${options.folder ?? 'Dune'}`,
          createdAt: at,
          updatedAt: at,
        });
      });
      return id;
    },
    async run(requestId, options = {}) {
      const [definition] = importJobs(Object.assign(Object.create(deps) as ImportDependencies, options.deps));
      const job: JobContext = {
        id: 'job',
        payload: { requestId, ...options.payload },
        attempt: 1,
        maxAttempts: 3,
        hold: options.hold ?? (async () => undefined),
        signal: options.signal ?? new AbortController().signal,
        log: pino({ level: 'silent' }),
        progress: (progress) => options.onProgress?.(progress),
      };
      await definition?.run(job);
    },
    request,
    async reason(id) {
      return JSON.parse((await request(id)).reason ?? 'null') as WaitReason;
    },
    async imports() {
      const rows = await database.read.all<Omit<ImportRow, 'manifest'> & { manifest: string }>('SELECT * FROM imports ORDER BY id');
      return rows.map((row) => ({ ...row, manifest: JSON.parse(row.manifest) as PlacementManifest }));
    },
    async events(requestId) {
      const rows = await database.read.all<{ event: string }>('SELECT event FROM request_events WHERE request_id = ? ORDER BY id', [
        requestId,
      ]);
      return rows.map((row) => row.event);
    },
    async downloadState(requestId) {
      const row = await database.read.get<{ state: string }>('SELECT state FROM download_history WHERE request_id = ?', [requestId]);
      return row?.state;
    },
    async queued(name) {
      const rows = await database.read.all<{ payload: string; runAt: string }>(
        "SELECT payload, run_at FROM jobs WHERE name = ? AND state = 'queued' ORDER BY id",
        [name],
      );
      return rows.map((row) => ({ runAt: row.runAt, payload: JSON.parse(row.payload) as Record<string, unknown> }));
    },
    async remove() {
      await test.dispose();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The key of a sentence of the server. */
export function keyOf(said: Said | undefined): string {
  return isSentence(said) ? said.key : '';
}
