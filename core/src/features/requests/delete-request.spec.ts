import { inEnglish } from '../../platform/words/index.js';
import { readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { LiveEvent } from '../../platform/events/event-bus.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { RunAgain } from '../../platform/jobs/job-queue.js';
import { ASIN, createImportWorld, DIRECTORY, REMOTE_ROOT } from '../imports/import-world.spec.support.js';
import { createEventBus } from '../../platform/events/event-bus.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { createRemovedItems } from '../library/removed-items.js';
import { LOOK_AT_LIBRARY, SCAN_LIBRARY } from '../library/index.js';
import { DELETE_REQUEST, IMPORT, REMOVE_DOWNLOAD, requestSubject } from '../lifecycle/request-jobs.js';
import { createRequestRemoval } from '../lifecycle/request-removal.js';
import { createActs } from './act-on-request.js';
import { deleteJob } from './delete-job.js';
import { createDeletion } from './delete-request.js';
import { previewDeletion } from './deletion-preview.js';
import type { FilesWish } from './entities.js';
import type { RequestServiceDependencies } from './request-dependencies.js';

async function createDeletionWorld(dialect: 'sqlite' | 'postgres') {
  const world = await createImportWorld(dialect);
  const { database, transitions, deps, state } = world;
  const now = (): Date => state.now;
  const jobs = createEmbeddedJobQueue({ database, log: pino({ level: 'silent' }), exclusive: true, now });
  for (const { name } of [DELETE_REQUEST, LOOK_AT_LIBRARY, SCAN_LIBRARY]) jobs.define({ name, title: name, run: async () => undefined });
  const told: LiveEvent[] = [];
  const handingOver = new Set<string>();
  const service = { database, jobs, transitions, requests: deps.requests, now } as unknown as RequestServiceDependencies;
  const { deleteRequest } = createDeletion(service, createActs(service));
  const settler = createAvailabilitySettler({ database, transitions, log: pino({ level: 'silent' }) });
  const job = deleteJob({
    database,
    jobs,
    transitions,
    requestRemoval: createRequestRemoval(),
    removedItems: createRemovedItems({ database, events: createEventBus(), now }),
    settleGone: (asins) => settler.gone(asins),
    settings: deps.settings,
    isHandingOver: async (id) => handingOver.has(id),
    events: { publish: (event) => void told.push(event) },
    now,
    timeScale: 1,
  });
  const ada = { userId: 'ada', username: 'ada', displayName: 'Ada', role: 'admin', via: 'cookie', address: '::1' } as const;
  const admin = { ...ada, permissions: { autoApprove: true, interactiveSearch: true, downloadAccess: true } };

  await world.addRequest({ user: 'ada', asin: 'B000OTHER1', downloaded: false });
  const id = await world.addRequest({ user: 'paul' });
  await world.makeDownload('Dune');
  await world.run(id);

  return {
    ...world,
    clear: world.remove,
    id,
    told,
    settler,
    handingOver,
    remove: (requestId: string, files: FilesWish) => deleteRequest(admin, requestId, files),
    preview: (requestId: string) => previewDeletion({ database, settings: deps.settings }, requestId, inEnglish),
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
      };
      return job.run({ ...context, progress: () => undefined });
    },
    isThere: async (requestId: string) => (await deps.requests.row(requestId)) !== undefined,
    /** Names in the book's folder; `undefined` when that is gone. */
    files: () => readdir(join(world.library, DIRECTORY)).catch(() => undefined),
    /** Another request whose import finds the files where they are. */
    async share(): Promise<string> {
      const other = await world.addRequest({ user: 'chani' });
      await world.run(other);
      return other;
    },
  };
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`deleting a request on ${dialect}`, () => {
    let world: Awaited<ReturnType<typeof createDeletionWorld>>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
    });
    beforeEach(async () => {
      world = await createDeletionWorld(dialect);
    });
    afterEach(() => world?.clear());

    it('takes the book out of the library at once, and settles what others were told of it', async () => {
      const { id } = world;
      const at = world.state.now.toISOString();
      await world.database.transaction(async (tx) => {
        await tx.insert('settings', { key: 'library', value: JSON.stringify({ path: world.library }), updatedAt: at });
        await tx.insert('library_items', {
          id: 'item',
          integrationId: 'client-1',
          libraryId: 'l',
          itemId: 'listed',
          title: 'Dune',
          authors: '[]',
          narrators: '[]',
          hasCover: false,
          hasAudio: true,
          hasEbook: false,
          addedAt: at,
          updatedAt: at,
          seenScan: 'scan',
          missingScans: 0,
          matchedAsin: ASIN,
          matchedBy: 'asin',
          path: join(world.library, DIRECTORY),
        });
      });
      const other = await world.addRequest({ user: 'chani', downloaded: false });
      await world.settler.found();
      expect((await world.request(other)).status).to.equal('available');

      await world.remove(id, 'remove');
      await world.work(id);

      expect(await world.database.read.all('SELECT id FROM library_items')).to.deep.equal([]);
      expect((await world.request(other)).status).to.equal('failed');
    });

    it('removes the files that were placed, and leaves the download that a client seeds', async () => {
      const { id } = world;

      await world.remove(id, 'remove');
      expect((await world.reason(id)).code).to.equal('being_deleted');
      await world.work(id);

      expect(await world.isThere(id)).to.equal(false);
      expect(await readdir(world.library)).to.deep.equal([]);
      expect(await readdir(join(world.downloads, 'Dune'))).to.have.length(3);
      const downloads = await world.database.read.all('SELECT request_id, state, item_id FROM download_history');
      expect(downloads).to.deep.equal([{ requestId: null, state: 'imported', itemId: 'item-1' }]);
      expect(await world.queued(LOOK_AT_LIBRARY.name)).to.have.length(1);
      expect(await world.queued(SCAN_LIBRARY.name)).to.have.length(1);
      expect(await world.queued(REMOVE_DOWNLOAD.name)).to.have.length(0);
      expect(world.told.map(({ type, data, audience }) => ({ type, data, audience }))).to.deep.equal([
        {
          type: 'request.deleted',
          data: { requestId: id, removed: (world.told[0]?.data as { removed: number }).removed, kept: 0 },
          audience: { users: ['paul'], andAdmins: true },
        },
      ]);
      expect((world.told[0]?.data as { removed: number }).removed).to.be.at.least(3);
    });

    it('keeps the files if that is wanted', async () => {
      const before = await world.files();

      await world.remove(world.id, 'keep');
      await world.work(world.id);

      expect(await world.isThere(world.id)).to.equal(false);
      expect(await world.files()).to.deep.equal(before);
      expect(await world.queued(LOOK_AT_LIBRARY.name)).to.have.length(0);
    });

    it('keeps files that another request has, until that goes too', async () => {
      const other = await world.share();
      const before = await world.files();
      const [folder] = (await world.preview(world.id)).folders;
      expect(folder).to.deep.include({ folder: DIRECTORY, fate: 'shared', sharedBy: 1, files: 0 });

      await world.remove(world.id, 'remove');
      await world.work(world.id);
      expect(await world.files()).to.deep.equal(before);
      expect((await world.preview(other)).folders[0]?.fate).to.equal('removable');
      await world.remove(other, 'remove');
      await world.work(other);

      expect(await readdir(world.library)).to.deep.equal([]);
    });

    it('says what would go before anything does', async () => {
      const preview = await world.preview(world.id);

      expect(preview).to.deep.include({ others: 0, deletion: null });
      expect(preview.folders).to.have.length(1);
      expect(preview.folders[0]).to.deep.include({
        folder: DIRECTORY,
        fate: 'removable',
        changed: 0,
        inUse: 0,
        gone: 0,
        client: 'qBittorrent',
      });
      expect(preview.folders[0]?.files).to.equal((await world.files())?.length);
      expect(preview.folders[0]?.bytes).to.be.above(1000);
    });

    it('leaves what somebody changed, and what a client seeds from the library', async () => {
      const [first = '', second = ''] = ((await world.files()) ?? []).filter((name) => name.endsWith('.mp3'));
      await unlink(join(world.library, DIRECTORY, first));
      await writeFile(join(world.library, DIRECTORY, first), 'edited');
      await world.database.transaction(async (tx) => {
        const mappings = JSON.stringify([{ remote: REMOTE_ROOT, local: join(world.library, DIRECTORY) }]);
        await tx.run('UPDATE integrations SET path_mappings = ?', [mappings]);
        await tx.run('UPDATE download_history SET download_path = ?', [`${REMOTE_ROOT}/${second}`]);
      });
      expect((await world.preview(world.id)).folders[0]).to.deep.include({ changed: 1, inUse: 1 });

      await world.remove(world.id, 'remove');
      await world.work(world.id);

      expect(await world.files()).to.deep.equal([first, second].sort());
      expect(world.told[0]?.data).to.deep.include({ kept: 2 });
    });

    it('ends what is under way first, and waits until it has ended', async () => {
      const id = await world.addRequest({ user: 'paul', asin: 'B000LIVE01' });
      const at = world.state.now.toISOString();
      await world.database.transaction(async (tx) => {
        await tx.run("UPDATE requests SET status = 'downloading' WHERE id = ?", [id]);
        const row = { id: uuid(), name: IMPORT.name, payload: '{}', state: 'running', priority: 0, subject: requestSubject(id), runAt: at };
        await tx.insert('jobs', { ...row, attempt: 1, maxAttempts: 3, cancelRequested: false, createdAt: at });
      });

      await world.remove(id, 'remove');
      expect((await world.request(id)).status).to.equal('cancelled');
      expect(await world.work(id)).to.have.property('againAt');
      expect(await world.isThere(id)).to.equal(true);
      await world.database.transaction((tx) => tx.run("UPDATE jobs SET state = 'cancelled' WHERE name = ?", [IMPORT.name]));
      expect(await world.work(id)).to.equal(undefined);

      expect(await world.isThere(id)).to.equal(false);
      expect(await world.queued(REMOVE_DOWNLOAD.name)).to.have.length(1);
    });

    it('ends it again when somebody has set it going', async () => {
      await world.remove(world.id, 'remove');
      await world.database.transaction((tx) => tx.run("UPDATE requests SET status = 'pending' WHERE id = ?", [world.id]));

      await world.work(world.id);

      expect(await world.isThere(world.id)).to.equal(false);
    });

    it('waits while the files of the request take the place of others', async () => {
      world.handingOver.add(world.id);
      await world.remove(world.id, 'remove');

      expect(await world.work(world.id)).to.have.property('againAt');

      expect(await world.isThere(world.id)).to.equal(true);
      expect(await world.files()).not.to.equal(undefined);
    });

    it('says what is in the way of the files, and can be told to keep them', async () => {
      const path = world.state.libraryPath;
      const before = await world.files();
      world.state.libraryPath = join(world.dir, 'away');
      await world.remove(world.id, 'remove');
      expect(await world.work(world.id)).to.have.property('againAt');
      expect((await world.reason(world.id)).code).to.equal('not_deleted');
      expect((await world.preview(world.id)).deletion).to.deep.include({ files: 'remove' });
      expect((await world.preview(world.id)).folders).to.deep.equal([]);
      world.state.libraryPath = path;

      await world.remove(world.id, 'keep');
      await world.work(world.id);

      expect(await world.isThere(world.id)).to.equal(false);
      expect(await world.files()).to.deep.equal(before);
    });

    it('is refused while another copy of its book is being looked for', async () => {
      const placed = await world.database.read.get<{ id: string }>('SELECT id FROM imports WHERE request_id = ?', [world.id]);
      const book = { asin: ASIN, region: 'us', type: 'audiobook', title: 'Dune', author: 'Frank Herbert', userId: 'ada' } as const;
      const { id } = await world.database.transaction((tx) =>
        world.transitions.create(tx, {
          ...book,
          origin: 'replace',
          replacesImportId: placed?.id ?? '',
          status: 'pending',
          message: 'made',
          reason: null,
        }),
      );

      const refused = await world.remove(world.id, 'remove').catch((error: { code: string; extra: { members: object } }) => error);

      expect(refused).to.deep.include({ code: 'being_replaced' });
      expect(await world.work(world.id)).to.equal(undefined);
      expect(await world.isThere(world.id)).to.equal(true);
      await world.remove(id, 'remove');
      await world.work(id);
      await world.remove(world.id, 'remove');
      await world.work(world.id);
      expect(await world.isThere(world.id)).to.equal(false);
    });

    it('does nothing for a request that is gone, or that nobody deletes', async () => {
      expect(await world.work(uuid())).to.equal(undefined);
      expect(await world.work(world.id)).to.equal(undefined);

      expect(await world.isThere(world.id)).to.equal(true);
    });
  });
}
