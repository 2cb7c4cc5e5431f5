import { expect } from 'chai';
import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuid } from 'uuid';

import type { Database, Tx } from '../../platform/db/index.js';
import { sweepAbandonedImports } from './import-sweep.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';
import { createAvailabilitySettler } from '../library/availability.js';
import { ImportEntity } from '../lifecycle/entities.js';
import { IMPORT } from '../lifecycle/request-jobs.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';

const OTHER = 'B000OTHER1';

/** A database whose transaction for a finished import fails, as if the process had died before the commit. */
function dyingAtCommit(database: Database): Database {
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

describe('import job, run again', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
    await world.makeDownload('Dune');
  });
  afterEach(() => world.remove());

  const target = (): string => join(world.library, DIRECTORY);

  async function runAndDie(id: string): Promise<void> {
    let died = false;
    const before = await world.imports();
    await world.run(id, { deps: { database: dyingAtCommit(world.database) } }).catch(() => {
      died = true;
    });
    expect(died).to.equal(true);
    expect((await world.request(id)).status).to.equal('processing');
    expect(await world.imports()).to.deep.equal(before);
  }

  it('commits once when a run was cut off between placing and writing it down', async () => {
    const id = await world.addRequest();
    await runAndDie(id);
    const placed = await stat(join(target(), '01 - Dune.mp3'));

    await world.run(id);
    await world.run(id);

    expect((await stat(join(target(), '01 - Dune.mp3'))).ctimeMs).to.equal(placed.ctimeMs);
    expect(await world.imports()).to.have.length(1);
    expect((await world.events(id)).filter((event) => event === 'import_done')).to.have.length(1);
    expect((await world.imports())[0]?.manifest.files.map(({ path }) => path)).to.deep.equal(await tree(target()));
    expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.deep.equal(['1 - Dune']);
  });

  it('finds a book that an earlier version placed in the folders of its release', async () => {
    for (const number of [1, 2, 3]) {
      await mkdir(join(world.downloads, 'Dune', `Part ${number}`));
      const name = `0${number} - Dune.mp3`;
      await rename(join(world.downloads, 'Dune', name), join(world.downloads, 'Dune', `Part ${number}`, name));
    }
    const id = await world.addRequest();
    await runAndDie(id);
    for (const number of [1, 2, 3]) {
      await mkdir(join(target(), `Part ${number}`));
      await rename(join(target(), `00${number} - 0${number} - Dune.mp3`), join(target(), `Part ${number}`, `0${number} - Dune.mp3`));
    }

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect((await world.imports())[0]?.manifest.files.map(({ path }) => path)).to.include('Part 1/01 - Dune.mp3');
    expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.deep.equal(['1 - Dune']);
  });

  it('finds what a cut-off run placed although the template was changed since', async () => {
    const id = await world.addRequest();
    await runAndDie(id);
    world.state.pathTemplate = '{title} ({year})';

    await world.run(id);

    expect((await world.imports())[0]?.directory).to.equal(target());
    expect(await readdir(world.library)).to.deep.equal(['Frank Herbert']);
  });

  it('places by the new template what was not placed before it changed', async () => {
    const id = await world.addRequest();
    world.state.libraryPath = null;
    await world.run(id);
    world.state.libraryPath = world.library;
    world.state.pathTemplate = '{title} ({year})';

    await world.run(id);

    expect((await world.imports())[0]?.directory).to.equal(join(world.library, 'Dune (2006)'));
  });

  it('finds the book placed for somebody else', async () => {
    const [first, second] = [await world.addRequest(), await world.addRequest({ user: 'chani' })];
    await world.run(first);
    world.state.pathTemplate = '{title}';

    await world.run(second);

    expect([(await world.request(first)).status, (await world.request(second)).status]).to.deep.equal(['downloaded', 'downloaded']);
    const rows = await world.imports();
    expect(rows.map(({ directory }) => directory)).to.deep.equal([target(), target()]);
    expect(rows[0]?.contentHash).to.equal(rows[1]?.contentHash);
    expect(rows[1]?.manifest).to.deep.equal(rows[0]?.manifest);
    expect(await readdir(world.library)).to.deep.equal(['Frank Herbert']);
  });

  it('places one book for two requests at the same time only once', async () => {
    const ids = [await world.addRequest(), await world.addRequest({ user: 'chani' })];

    await Promise.all(ids.map((id) => world.run(id)));

    expect((await world.imports()).map(({ directory }) => directory)).to.deep.equal([target(), target()]);
    expect(await tree(world.library)).to.have.length(5);
  });

  it('places another recording of the same name beside', async () => {
    await world.run(await world.addRequest());
    await world.makeDownload('Other', { narrator: 'Somebody else' });
    world.state.books.set(OTHER, { ...DUNE, asin: OTHER });
    const id = await world.addRequest({ asin: OTHER, folder: 'Other' });

    await runAndDie(id);
    await world.run(id);

    expect((await readdir(join(world.library, 'Frank Herbert/Dune'))).sort()).to.deep.equal(['1 - Dune', `1 - Dune [${OTHER}]`]);
    expect((await world.request(id)).status).to.equal('downloaded');
  });

  for (const [what, asin] of [
    ['of the same book', ASIN],
    ['of the same recording under another ASIN', OTHER],
  ] as const) {
    it(`asks a person when other files ${what} are in the folder, and places them beside when told to`, async () => {
      await world.run(await world.addRequest());
      await world.makeDownload('Other', { narrator: 'Somebody else' });
      world.state.books.set(OTHER, { ...DUNE, asin: OTHER });
      world.state.siblings.set(OTHER, [ASIN]);
      const id = await world.addRequest({ user: 'chani', asin, folder: 'Other' });
      const before = await tree(world.library);

      await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await world.reason(id)).to.include({ code: 'target_occupied' });
      expect(await tree(world.library)).to.deep.equal(before);

      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'accept_import', { message: 'yes', reason: null }));
      await world.run(id, { payload: { acceptSuspect: true } });

      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.have.length(2);
    });
  }

  it('leaves a folder alone that somebody else filled, and looks at its sidecar to tell recordings apart', async () => {
    await mkdir(target(), { recursive: true });
    await writeFile(join(target(), 'Dune.mp3'), 'not ours');
    const id = await world.addRequest();
    await world.run(id);
    const held = await world.reason(id);
    await writeFile(join(target(), 'metadata.json'), JSON.stringify({ narrators: ['George Guidall'] }));
    await world.database.transaction((tx) => world.transitions.apply(tx, id, 'retry_import', { message: 'again', reason: null }));

    await world.run(id);

    expect(held.code).to.equal('target_occupied');
    expect((await world.imports())[0]?.directory).to.equal(join(world.library, `${DIRECTORY} [${ASIN}]`));
    expect(await readFile(join(target(), 'Dune.mp3'), 'utf8')).to.equal('not ours');
  });

  it('works in a library folder that is a link', async () => {
    await symlink(world.library, join(world.dir, 'linked'));
    world.state.libraryPath = join(world.dir, 'linked');
    const [first, second] = [await world.addRequest(), await world.addRequest({ user: 'chani' })];

    await world.run(first);
    await world.run(second);

    expect((await world.imports()).map(({ directory }) => directory)).to.deep.equal([target(), target()]);
  });

  describe('cancelled', () => {
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
              if (message !== phase || cancelled) return;
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

  describe('beside a book that turns up by another way', () => {
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

    it('leaves nothing of its own when the request ended all the same', async () => {
      const id = await world.addRequest();
      await isListed();

      expect(await runBesideALook(id)).to.equal(1);

      expect((await world.request(id)).status).to.equal('available');
      expect(await readdir(world.library)).to.deep.equal([]);
      expect(await world.imports()).to.deep.equal([]);
    });
  });

  it('sweeps what killed imports left, but not what still runs', async () => {
    const id = await world.addRequest();
    await mkdir(join(world.library, `.lectern-${id}.partial`));
    await mkdir(join(world.library, '.lectern-gone.partial'));
    await world.database.transaction(async (tx) => {
      const at = world.state.now.toISOString();
      await tx.insert('jobs', {
        id: 'j',
        name: 'request.import',
        payload: '{}',
        state: 'running',
        priority: 0,
        subject: `request:${id}`,
        runAt: at,
        attempt: 1,
        maxAttempts: 3,
        cancelRequested: false,
        createdAt: at,
      });
    });

    const removed = await sweepAbandonedImports({ ...world.deps, log: pino({ level: 'silent' }) });

    expect(removed).to.deep.equal(['.lectern-gone.partial']);
    expect(await readdir(world.library)).to.deep.equal([`.lectern-${id}.partial`]);
  });
});
