import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import type { Tx } from '../../platform/db/index.js';
import { createEventBus } from '../../platform/events/event-bus.js';
import type { Caller } from '../../platform/http/route.js';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import { createSpeakers } from '../../platform/words/index.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';
import { ASIN, createImportWorld, DIRECTORY, REMOTE_ROOT } from '../imports/import-world.spec.support.js';
import { createLibraryBin } from '../library-bin/bin-service.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { createItemPlaces } from '../library/index.js';
import { createRemovedItems } from '../library/removed-items.js';
import { createAnnouncements } from '../notifications/announcements.js';
import { createNotificationService } from '../notifications/create-notification-service.js';
import { createReportService } from '../reports/report-service.js';
import { replaceJob } from './replace-job.js';
import { createReplaceService } from './replace-service.js';

/** Whether anything has this name, a link included. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The code with which something is refused, or `done`. */
export const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'no code',
  );

/** A reader's placed and reported book, and all that replaces it. */
export async function createReplaceWorld(dialect: 'sqlite' | 'postgres') {
  const world = await createImportWorld(dialect);
  const { database, transitions, deps, state } = world;
  const queued: string[] = [];
  const now = (): Date => state.now;
  const told: string[] = [];
  const audit = { record: async (_tx: Tx, { action }: { readonly action: string }) => void told.push(action) };
  const reports = createReportService({
    database,
    catalog: { region: async () => 'us', cached: async () => new Map(), siblings: async () => new Map() },
    availabilityOf: async (asins) => new Map(asins.map((asin) => [asin, { title: 'Dune', authors: ['Frank Herbert'] }])),
    notifications: createNotificationService({
      jobs: { enqueue: async () => undefined },
      events: createEventBus(),
      announcements: createAnnouncements(),
      personalOutbox: { queue: async () => undefined },
      speakers: createSpeakers(),
      now,
    }),
    audit,
    onChange: () => undefined,
    now,
  });
  const removedItems = createRemovedItems({ database, events: createEventBus(), now });
  const libraryBin = createLibraryBin({
    database,
    jobs: { enqueue: async (_tx, { name }) => void queued.push(name) },
    audit,
    settings: deps.settings,
    log: pino({ level: 'silent' }),
    onChange: () => told.push('library-bin.updated'),
    removedItems,
    now,
    timeScale: 1,
  });
  const replacing = createReplaceService({
    database,
    jobs: { add: async ({ name }) => void queued.push(name) },
    reports,
    transitions,
    libraryBin,
    settings: deps.settings,
    places: createItemPlaces(database),
    candidates: deps.candidates,
    now,
  });
  const job = replaceJob({
    database,
    jobs: { enqueue: async (_tx, { name }) => void queued.push(name) },
    transitions,
    libraryBin,
    removedItems,
    reports,
    settings: deps.settings,
    now,
    timeScale: 1,
  });
  const settler = createAvailabilitySettler({ database, transitions, log: pino({ level: 'silent' }) });

  const by = (userId: string) => ({
    caller: { userId, username: userId, displayName: userId, role: userId === 'ada' ? 'admin' : 'user' } as Caller,
    address: '127.0.0.1',
  });

  /** A download of another release, whose files have these seconds. */
  async function bring(requestId: string, folder: string, secondsPerFile: number): Promise<void> {
    await world.makeDownload(folder, { secondsPerFile });
    const downloadId = uuid();
    const at = now().toISOString();
    await database.transaction(async (tx) => {
      await tx.insert('download_history', {
        id: downloadId,
        requestId,
        integrationId: 'client-1',
        itemId: folder,
        state: 'completed',
        release: JSON.stringify({ title: folder, indexer: 'Indexer', protocol: 'torrent' }),
        releaseKey: `hash:${folder}`,
        ours: true,
        downloadPath: `${REMOTE_ROOT}/${folder}`,
        createdAt: at,
        updatedAt: at,
      });
      await tx.run("UPDATE requests SET status = 'processing', status_group = 'active', current_download_id = ? WHERE id = ?", [
        downloadId,
        requestId,
      ]);
    });
    await world.run(requestId);
  }

  const list = (sql: string, ...params: string[]) => database.read.all<Record<string, unknown>>(sql, params);

  /** A media server lists a folder, and says which book it is. */
  async function listed(directory: string): Promise<string> {
    const hash = (await world.imports()).findLast((row) => row.directory === directory)?.contentHash ?? null;
    const at = now().toISOString();
    const id = uuid();
    await database.transaction((tx) =>
      tx.insert('library_items', {
        id,
        integrationId: 'client-1',
        libraryId: 'l',
        itemId: id,
        title: 'Dune',
        authors: '[]',
        narrators: '[]',
        hasCover: false,
        hasAudio: true,
        hasEbook: false,
        addedAt: at,
        updatedAt: at,
        seenScan: id,
        missingScans: 0,
        matchedAsin: ASIN,
        matchedBy: 'hash',
        fileHash: hash,
        path: directory,
      }),
    );
    return id;
  }

  await database.transaction((tx) =>
    tx.insert('settings', { key: 'library', value: JSON.stringify({ path: world.library }), updatedAt: now().toISOString() }),
  );

  // the reader's book: placed, listed, available
  const old = await world.addRequest({ user: 'paul' });
  await world.addRequest({ user: 'ada', asin: 'B000OTHER1', downloaded: false });
  await world.makeDownload('Dune');
  await world.run(old);
  await listed(join(world.library, DIRECTORY));
  await settler.found();
  const { report } = await reports.report(ASIN, { kind: 'sound', text: 'It crackles.' }, by('paul'));

  return {
    ...world,
    reports,
    replacing,
    libraryBin,
    removedItems,
    settler,
    queued,
    told,
    old,
    reportId: report.id,
    by,
    bring,
    list,
    listed,
    /** Takes away the copy that was placed, so that a foreign one is the book. */
    async forgetPlaced(): Promise<void> {
      await rm(join(world.library, DIRECTORY), { recursive: true });
      await database.transaction(async (tx) => {
        await tx.run('DELETE FROM library_items');
        await tx.run('DELETE FROM imports');
      });
    },
    replace: async (text = '') => (await replacing.replace(report.id, old, text, by('ada'))).row.requestId,
    async work(requestId: string): Promise<RunAgain | void> {
      const signal = new AbortController().signal;
      const context = {
        id: 'job',
        payload: { requestId },
        attempt: 1,
        maxAttempts: 3,
        hold: async () => undefined,
        signal,
        log: pino({ level: 'silent' }),
        progress: () => undefined,
      };
      return job.run(context);
    },
    folders: async () => (await readdir(join(world.library, 'Frank Herbert', 'Dune'))).sort(),
    at: (directory: string) => tree(join(world.library, directory)),
    statusOf: async (id: string) => (await world.request(id)).status,
  };
}

export type ReplaceWorld = Awaited<ReturnType<typeof createReplaceWorld>>;
