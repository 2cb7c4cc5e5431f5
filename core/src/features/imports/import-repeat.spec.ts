import { expect } from 'chai';
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';

import { readContentHash } from '../../files/content-hash.js';
import { AudioProbeError } from '../../files/checking/audio-probe.js';
import type { ImportDependencies } from './import-dependencies.js';
import { importJobs } from './import-job.js';
import { sweepAbandonedImports } from './import-sweep.js';
import { ASIN, createImportWorld, DIRECTORY, DUNE, dyingAtCommit } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';
import { tree } from '../../files/placing/placement-world.spec.support.js';

const OTHER = 'B000OTHER1';

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

  /** The download is files of sound alone, which a test need not encode. */
  async function downloadMp4(...names: readonly string[]): Promise<void> {
    const folder = join(world.downloads, 'Dune');
    await rm(folder, { recursive: true });
    await mkdir(folder);
    for (const name of names) await writeFile(join(folder, name), name.repeat(1000));
    const info = { durationSeconds: 3600 / names.length, hasAudio: true, hasVideo: false, tags: {}, chapterCount: 0 };
    world.state.probe = { name: 'ffprobe', probe: async () => info };
  }

  describe('given up', () => {
    async function exhaust(id: string, database = world.database): Promise<void> {
      const [definition] = importJobs(Object.assign(Object.create(world.deps) as ImportDependencies, { database }));
      await definition?.onExhausted?.(
        { payload: { requestId: id }, hold: async () => undefined, log: pino({ level: 'silent' }) } as never,
        new Error('killed'),
      );
    }

    const recorded = async (): Promise<[string | null, string][]> =>
      (await world.imports()).map(({ requestId, directory }) => [requestId, directory]);

    it('records what it placed when its tries ran out between placing and writing it down', async () => {
      const id = await world.addRequest();
      for (let tried = 0; tried < 3; tried += 1) await runAndDie(id);

      await exhaust(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await recorded()).to.deep.equal([[id, target()]]);
      expect((await world.imports())[0]).to.include({ contentHash: await readContentHash(target()) });
      expect((await world.imports())[0]?.manifest.files.map(({ path }) => path)).to.deep.equal(await tree(target()));
      expect(await world.downloadState(id)).to.equal('completed');

      await world.database.transaction((tx) => world.transitions.apply(tx, id, 'retry_import', { message: 'again', reason: null }));
      await world.run(id);

      expect((await world.request(id)).status).to.equal('downloaded');
      expect(await recorded()).to.deep.equal([[id, target()]]);
    });

    it('records it as well when the later tries found another fault', async () => {
      const id = await world.addRequest();
      await runAndDie(id);
      world.state.probe = { name: 'ffprobe', probe: async (path) => Promise.reject(new AudioProbeError('timeout', 'Too slow.', path)) };

      for (let tried = 0; tried < 5; tried += 1) await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await recorded()).to.deep.equal([[id, target()]]);
    });

    it('records an MP4 that it placed as an M4B when the later tries could not read it', async () => {
      await downloadMp4('Dune.mp4');
      const id = await world.addRequest();
      await runAndDie(id);
      world.state.probe = { name: 'ffprobe', probe: async (path) => Promise.reject(new AudioProbeError('timeout', 'Too slow.', path)) };

      for (let tried = 0; tried < 5; tried += 1) await world.run(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await recorded()).to.deep.equal([[id, target()]]);
    });

    it('asks a person all the same when not even that can be recorded', async () => {
      const id = await world.addRequest();
      await runAndDie(id);

      await exhaust(id, dyingAtCommit(world.database));

      expect((await world.request(id)).status).to.equal('warn');
      expect(await recorded()).to.deep.equal([]);
    });

    it('records nothing that is not there as it was placed', async () => {
      const id = await world.addRequest();
      await runAndDie(id);
      await writeFile(join(target(), '01 - Dune.mp3.new'), 'other');
      await rename(join(target(), '01 - Dune.mp3.new'), join(target(), '01 - Dune.mp3'));

      await exhaust(id);

      expect((await world.request(id)).status).to.equal('warn');
      expect(await recorded()).to.deep.equal([]);
    });

    it('records nothing of a book that was placed for somebody else', async () => {
      const [first, second] = [await world.addRequest(), await world.addRequest({ user: 'chani' })];
      await world.run(first);

      await exhaust(second);

      expect(await recorded()).to.deep.equal([[first, target()]]);
    });
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

  for (const [names, placed, before] of [
    [['Dune.mp4'], ['1 - Dune.m4b'], ['1 - Dune.mp4']],
    [
      ['01.mp4', '02.MP4'],
      ['01.m4b', '02.m4b'],
      ['01.mp4', '02.MP4'],
    ],
  ] as const) {
    it(`finds ${names.join(' and ')} that an earlier version placed under that ending`, async () => {
      await downloadMp4(...names);
      const id = await world.addRequest();
      await runAndDie(id);
      for (const [index, name] of placed.entries()) await rename(join(target(), name), join(target(), before[index] ?? ''));

      await world.run(id);

      expect((await world.request(id)).status).to.equal('downloaded');
      expect((await world.imports())[0]?.manifest.files.map(({ path }) => path)).to.include.members([...before]);
      expect(await readdir(join(world.library, 'Frank Herbert/Dune'))).to.deep.equal(['1 - Dune']);
    });
  }

  it('asks a person where another MP4 is in the folder', async () => {
    await downloadMp4('Dune.mp4');
    const id = await world.addRequest();
    await runAndDie(id);
    await rm(join(target(), '1 - Dune.m4b'));
    await writeFile(join(target(), '1 - Dune.mp4'), 'another one');

    await world.run(id);

    expect((await world.request(id)).status).to.equal('warn');
    expect(await readFile(join(target(), '1 - Dune.mp4'), 'utf8')).to.equal('another one');
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
