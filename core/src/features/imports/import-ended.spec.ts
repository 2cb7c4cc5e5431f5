import { expect } from 'chai';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';

import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { Database } from '../../platform/db/index.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { IMPORT } from '../lifecycle/request-jobs.js';
import { importJobs } from './import-job.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, keyOf, type ImportWorld } from './import-world.spec.support.js';

const OTHER = 'B000OTHER1';

describe('an import whose request ends meanwhile', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    await world.makeDownload('Dune');
  });
  afterEach(() => world.remove());

  const target = (): string => join(world.library, DIRECTORY);

  it('waits for people when its job is cancelled on the jobs page, and can be retried', async () => {
    const id = await world.addRequest();
    const jobs = createEmbeddedJobQueue({ database: world.database, log: pino({ level: 'silent' }), exclusive: true });
    for (const definition of importJobs(world.deps)) jobs.define(definition);
    await jobs.add(IMPORT({ requestId: id }));
    const [queued] = await jobs.list({ name: IMPORT.name });

    expect(await jobs.cancel(queued?.id ?? '')).to.equal(true);

    expect((await world.request(id)).status).to.equal('warn');
    expect((await world.reason(id)).message).to.equal('The import failed: An admin cancelled its job.');
    await world.database.transaction((tx) => world.transitions.apply(tx, id, 'retry_import', { message: 'again', reason: null }));
    await world.run(id);
    expect((await world.request(id)).status).to.equal('downloaded');
  });

  describe('because it is cancelled,', () => {
    async function cancel(id: string): Promise<void> {
      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'cancel', { message: 'no longer', reason: null }));
    }

    async function expectCancelled(id: string): Promise<void> {
      expect((await world.request(id)).status).to.equal('cancelled');
      expect(await readdir(world.library)).to.deep.equal([]);
      expect(await world.imports()).to.deep.equal([]);
      expect(await tree(join(world.downloads, 'Dune'))).to.have.length(3);
    }

    for (const phase of ['verifying', 'placing']) {
      it(`leaves nothing behind when that happens while it is ${phase}`, async () => {
        const id = await world.addRequest();
        const abort = new AbortController();
        let cancelled: Promise<void> | undefined;

        const error = await world
          .run(id, {
            signal: abort.signal,
            onProgress: ({ message }) => {
              if (keyOf(message) !== `progress.${phase}` || cancelled) return;
              cancelled = cancel(id);
              abort.abort(new Error('cancelled'));
            },
          })
          .catch((thrown: unknown) => thrown);
        await cancelled;

        expect(error).to.be.instanceOf(Error);
        await expectCancelled(id);
      });
    }

    it('takes the files away again when that happens after the last one was placed', async () => {
      const id = await world.addRequest();
      let isCancelled = false;
      const database: Database = {
        ...world.database,
        transaction: async (work) => {
          const isPlaced = await stat(target()).then(
            () => true,
            () => false,
          );
          if (isPlaced && !isCancelled) {
            isCancelled = true;
            await cancel(id);
          }
          return world.database.transaction(work);
        },
      };

      await world.run(id, { deps: { database } });

      await expectCancelled(id);
    });

    it('keeps the files that somebody else has, too', async () => {
      const [first, second] = [await world.addRequest(), await world.addRequest({ user: 'chani' })];
      await world.run(first);
      await cancel(second);

      await world.run(second);

      expect(await tree(target())).to.have.length(5);
    });
  });

  describe('because the book turns up by another way,', () => {
    async function isListed(): Promise<void> {
      const at = world.state.now.toISOString();
      const about = { title: 'Dune', authors: '[]', narrators: '[]', matchedAsin: ASIN, matchedBy: 'asin', seenScan: uuid() };
      const media = { hasCover: false, hasAudio: true, hasEbook: false, addedAt: at, updatedAt: at, missingScans: 0 };
      await world.database.transaction((tx) =>
        tx.insert('library_items', { id: uuid(), integrationId: 'client-1', libraryId: 'lib', itemId: 'item', ...about, ...media }),
      );
    }

    async function atWork(id: string): Promise<void> {
      const at = world.state.now.toISOString();
      const job = { name: IMPORT.name, payload: '{}', state: 'running', priority: 0, subject: `request:${id}`, runAt: at };
      await world.database.transaction((tx) =>
        tx.insert('jobs', { id: uuid(), ...job, attempt: 1, maxAttempts: 3, cancelRequested: false, createdAt: at }),
      );
    }

    /** Runs the import, and lets the library be looked at right before what was placed is written down. @returns how many ended then */
    async function runBesideALook(id: string): Promise<number | undefined> {
      let ended: number | undefined;
      const database: Database = {
        ...world.database,
        transaction: async (work) => {
          const isPlaced = await stat(target()).then(
            () => true,
            () => false,
          );
          if (isPlaced) ended ??= await settler().found();
          return world.database.transaction(work);
        },
      };
      await world.run(id, { deps: { database } });
      return ended;
    }

    const settler = () => createAvailabilitySettler({ ...world, log: pino({ level: 'silent' }) });

    it('places what it has begun to place, and the request ends after it', async () => {
      const id = await world.addRequest();
      await atWork(id);
      await isListed();

      expect(await runBesideALook(id)).to.equal(0);

      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await world.imports()).to.have.length(1);
      expect(await settler().found()).to.equal(1);
      expect((await world.request(id)).status).to.equal('available');
      expect(await world.events(id)).to.include.members(['import_done', 'library_match']);
    });

    for (const phase of ['verifying', 'placing']) {
      it(`goes on with what it has begun when that happens while it is ${phase}`, async () => {
        const id = await world.addRequest();
        await atWork(id);
        await isListed();
        const looks: Promise<number>[] = [];

        await world.run(id, {
          onProgress: ({ message }) => {
            if (keyOf(message) === `progress.${phase}`) looks.push(settler().found());
          },
        });

        expect(looks.length).to.be.greaterThan(0);
        expect(new Set(await Promise.all(looks))).to.deep.equal(new Set([0]));
        expect((await world.request(id)).status).to.equal('downloaded');
        expect(await world.imports()).to.have.length(1);
      });
    }

    it('ends after an import that has to wait, without its download, which another request imports', async () => {
      const [first, second] = [await world.addRequest(), await world.addRequest({ user: 'chani', asin: OTHER })];
      world.state.books.set(OTHER, { ...DUNE, asin: OTHER });
      world.state.libraryPath = null;
      await world.run(first);
      await isListed();

      expect(await settler().found()).to.equal(1);
      world.state.libraryPath = world.library;
      await world.run(first);
      await world.run(second);

      expect([(await world.request(first)).status, (await world.request(second)).status]).to.deep.equal(['available', 'downloaded']);
      expect((await world.imports()).map(({ requestId }) => requestId)).to.deep.equal([second]);
      expect(await tree(join(world.downloads, 'Dune'))).to.have.length(3);
    });

    it('ends when it turns up right before its files are found to be another book, and no release is blocked', async () => {
      await world.makeDownload('Other', { title: 'Dune Messiah' });
      const id = await world.addRequest({ folder: 'Other' });
      await isListed();
      let ended: number | undefined;
      const database: Database = {
        ...world.database,
        transaction: async (work) => {
          ended ??= await settler().found();
          return world.database.transaction(work);
        },
      };

      await world.run(id, { deps: { database } });

      expect(ended).to.equal(1);
      expect((await world.request(id)).status).to.equal('available');
      expect(await world.database.read.all('SELECT * FROM blocklist')).to.deep.equal([]);
      expect(await world.queued('request.grab')).to.deep.equal([]);
    });

    it('leaves nothing of its own when the request ended all the same', async () => {
      const id = await world.addRequest();
      await isListed();

      expect(await runBesideALook(id)).to.equal(1);

      expect((await world.request(id)).status).to.equal('available');
      expect(await readdir(world.library)).to.deep.equal([]);
      expect(await world.imports()).to.deep.equal([]);
    });
  });
});
