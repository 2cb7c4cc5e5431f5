import { IntegrationError, type DownloadStatus } from '@lectern/plugin-api';
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { makeBookFolder } from '@lectern/testbed';
import { RunTakenOver, type RunAgain } from '../../platform/jobs/job-queue.js';
import { CLEAN_SOURCE } from '../lifecycle/request-jobs.js';
import { importJobs } from './import-job.js';
import { ASIN, createImportWorld, DIRECTORY, REMOTE_ROOT, type ImportWorld } from './import-world.spec.support.js';

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z');

describe('the files of a manual import', () => {
  let world: ImportWorld;
  let shelf: string;

  beforeEach(async () => {
    world = await createImportWorld();
    shelf = join(world.dir, 'shelf');
    await mkdir(shelf);
  });
  afterEach(() => world.remove());

  async function age(folder: string): Promise<void> {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO);
  }

  async function makeFiles(folder: string, options: Partial<Parameters<typeof makeBookFolder>[1]> = {}): Promise<string> {
    const path = join(shelf, folder);
    await makeBookFolder(path, { author: 'Frank Herbert', title: 'Dune', files: 3, secondsPerFile: 1200, ...options });
    await age(path);
    return path;
  }

  async function importFrom(path: string, options: { cleanupSource?: boolean; user?: string } = {}): Promise<string> {
    const id = await world.addRequest({ downloaded: false, ...(options.user ? { user: options.user } : {}) });
    await world.run(id, { payload: { sourcePath: path, cleanupSource: options.cleanupSource ?? true } });
    expect((await world.request(id)).status).to.equal('downloaded');
    return id;
  }

  async function clean(id: string, path: string, hold = async (): Promise<void> => undefined): Promise<RunAgain | void> {
    const definition = importJobs(world.deps).find(({ name }) => name === CLEAN_SOURCE.name);
    const job = { payload: { requestId: id, path }, hold, log: pino({ level: 'silent' }), signal: new AbortController().signal };
    return definition?.run(job as never);
  }

  const said = async (id: string): Promise<string | undefined> =>
    (
      await world.database.read.get<{ message: string }>(
        "SELECT message FROM request_events WHERE request_id = ? AND event = 'source_cleaned' ORDER BY id DESC LIMIT 1",
        [id],
      )
    )?.message;
  const saidTimes = async (id: string): Promise<number> => (await world.events(id)).filter((event) => event === 'source_cleaned').length;
  const inLibrary = (): Promise<string[]> => readdir(join(world.library, DIRECTORY));

  function client(items: Partial<DownloadStatus>[] | Error) {
    return {
      integrationId: 'client-1',
      name: 'qBittorrent',
      call: (_: string, ask: (provider: unknown, call: object) => unknown) =>
        ask({ protocols: ['torrent'], list: () => (items instanceof Error ? Promise.reject(items) : Promise.resolve(items)) }, {}),
    } as never;
  }

  it('are deleted with the folders that this empties, and nothing else is', async () => {
    const path = await makeFiles('Dune');
    await mkdir(join(path, 'scans'));
    await writeFile(join(path, 'scans', 'note.txt'), 'mine');
    const id = await importFrom(path);
    expect(await world.queued(CLEAN_SOURCE.name)).to.have.length(1);

    await clean(id, path);

    expect(await readdir(path, { recursive: true })).to.have.members(['scans', join('scans', 'note.txt')]);
    expect(await inLibrary()).to.include('01 - Dune.mp3');
    expect(await said(id)).to.match(/^3 files were deleted/);
    expect(existsSync(shelf)).to.equal(true);
  });

  it('are said to be there, and why, when deleting them failed for good', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    const definition = importJobs(world.deps).find(({ name }) => name === CLEAN_SOURCE.name);
    const payload = { requestId: id, path };
    const job = { payload, hold: async () => undefined, log: pino({ level: 'silent' }), signal: new AbortController().signal };

    await definition?.onExhausted?.(job as never, Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' }));

    expect(await said(id)).to.match(/^The files in “.*Dune” were not all deleted\. .*read-only/);
    expect(await readdir(path)).to.have.length(3);
  });

  it('are left to the next run by one that was taken over, from the file on that was next', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    const left: number[] = [];
    for (const steps of [0, 1]) {
      let taken = steps;
      const hold = async (): Promise<void> => {
        taken -= 1;
        if (taken < 0) throw new RunTakenOver();
      };

      const ended: unknown = await clean(id, path, hold).catch((error: unknown) => error);

      expect(ended).to.be.instanceOf(RunTakenOver);
      expect(await said(id)).to.equal(undefined);
      left.push((await readdir(path)).length);
    }
    await clean(id, path);

    expect(left).to.deep.equal([3, 2]);
    expect(existsSync(path)).to.equal(false);
    expect(await said(id)).to.match(/^2 files were deleted/);
  });

  it('may be one file, whose neighbours and folder stay', async () => {
    const path = await makeFiles('Dune', { files: ['Dune.mp3'], secondsPerFile: 3600 });
    const id = await importFrom(join(path, 'Dune.mp3'));

    await clean(id, join(path, 'Dune.mp3'));

    expect(await readdir(path)).to.deep.equal([]);
  });

  it('stay where nobody wanted them deleted', async () => {
    const path = await makeFiles('Dune');

    await importFrom(path, { cleanupSource: false });

    expect(await world.queued(CLEAN_SOURCE.name)).to.deep.equal([]);
    expect(await readdir(path)).to.have.length(3);
  });

  it('are known to a retry, with the wish to delete them', async () => {
    const path = await makeFiles('Dune');
    const id = await world.addRequest({ downloaded: false });
    world.state.libraryPath = null;
    await world.run(id, { payload: { sourcePath: path, cleanupSource: true } });
    expect((await world.request(id)).status).to.equal('awaiting_import');
    world.state.libraryPath = world.library;

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect((await world.queued(CLEAN_SOURCE.name)).map(({ payload }) => payload)).to.deep.equal([{ requestId: id, path }]);
  });

  it('stay while their import waits, or when it was given up', async () => {
    const path = await makeFiles('Other', { title: 'Dune Messiah' });
    const id = await world.addRequest({ downloaded: false });

    await world.run(id, { payload: { sourcePath: path, cleanupSource: true } });

    expect((await world.request(id)).status).to.equal('warn');
    expect(await world.queued(CLEAN_SOURCE.name)).to.deep.equal([]);
    expect(await readdir(path)).to.have.length(3);
  });

  it('go on being deleted by a run after one that was killed, which says it once', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    await rm(join(path, '01 - Dune.mp3'));

    await clean(id, path);
    await clean(id, path);

    expect(existsSync(path)).to.equal(false);
    expect(await saidTimes(id)).to.equal(1);
  });

  it('are said to be gone by a run after one that was killed before it could say so', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    await rm(path, { recursive: true });

    await clean(id, path);
    await clean(id, path);

    expect(await said(id)).to.equal(`Nothing is left in “${path}”.`);
    expect(await saidTimes(id)).to.equal(1);
  });

  it('stay if they were changed after the import', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    await rm(join(path, '01 - Dune.mp3'));
    await writeFile(join(path, '01 - Dune.mp3'), 'something of mine');

    await clean(id, path);

    expect(await readdir(path)).to.deep.equal(['01 - Dune.mp3']);
    expect(await said(id)).to.match(/^2 files were deleted .* 1 file changed since the import and stays\.$/);
  });

  it('stay if the library lost one of them', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    await rm(join(world.library, DIRECTORY, '02 - Dune.mp3'));

    await clean(id, path);

    expect(await readdir(path)).to.have.length(3);
    expect(await said(id)).to.contain('The library does not have all of the files');
  });

  it('stay if the library has the book from elsewhere', async () => {
    await importFrom(await makeFiles('First'), { cleanupSource: false });
    const path = await makeFiles('Second');
    const id = await importFrom(path, { user: 'chani' });

    await clean(id, path);

    expect(await readdir(path)).to.have.length(3);
    expect(await said(id)).to.contain('from elsewhere');
  });

  it('stay if they are a download that we know of', async () => {
    await world.makeDownload('Dune');
    const path = join(world.downloads, 'Dune');
    await age(path);
    await world.addRequest({ user: 'chani', folder: 'Dune' });
    const id = await importFrom(path);

    await clean(id, path);

    expect(await readdir(path)).to.have.length(3);
    expect(await said(id)).to.contain('It belongs to a download of qBittorrent.');
  });

  for (const { title, place } of [
    { title: 'has a torrent of somebody else there', place: 'Dune' },
    { title: 'has a torrent of one of the files', place: 'Dune/01 - Dune.mp3' },
    { title: 'has a torrent around them', place: '' },
  ]) {
    it(`stay if a client ${title}`, async () => {
      await world.makeDownload('Dune');
      const path = join(world.downloads, 'Dune');
      await age(path);
      const id = await importFrom(path);
      world.state.clients = [client([{ contentPath: join(REMOTE_ROOT, place) }])];

      await clean(id, path);

      expect(await readdir(path)).to.have.length(3);
      expect(await said(id)).to.contain('qBittorrent has a download there.');
    });
  }

  it('stay until every client says what it has', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    world.state.clients = [client(new IntegrationError('INTEGRATION_UNAVAILABLE', 'It does not answer.'))];

    const again = await clean(id, path);

    expect(again).to.have.property('againAt');
    expect(await readdir(path)).to.have.length(3);
    expect(await saidTimes(id)).to.equal(0);

    world.state.clients = [client([{ contentPath: `${REMOTE_ROOT}/Something else` }])];
    await clean(id, path);

    expect(existsSync(path)).to.equal(false);
  });

  it('stay if a link stands in their place', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);
    await rename(path, join(shelf, 'Moved'));
    await symlink(join(shelf, 'Moved'), path);

    await clean(id, path);

    expect(await readdir(join(shelf, 'Moved'))).to.have.length(3);
    expect(await said(id)).to.contain('A link stands in its place now.');
  });

  it('stay if the folder has become one of downloads, or of the library', async () => {
    const path = await makeFiles('Dune');
    const id = await importFrom(path);

    await world.database.transaction((tx) =>
      tx.run('UPDATE integrations SET path_mappings = ?', [JSON.stringify([{ remote: '/x', local: path }])]),
    );
    await clean(id, path);
    expect(await said(id)).to.contain('It holds other downloads.');

    world.state.libraryPath = shelf;
    await clean(id, path);
    expect(await said(id)).to.contain('It is part of the library');
    expect(await readdir(path)).to.have.length(3);
  });

  it('are refused inside the library, so that nothing placed is taken for a source', async () => {
    await importFrom(await makeFiles('Dune'), { cleanupSource: false });
    const id = await world.addRequest({ downloaded: false, user: 'chani', asin: ASIN });

    await world.run(id, { payload: { sourcePath: join(world.library, DIRECTORY), cleanupSource: true } });

    expect(await world.reason(id)).to.include({ code: 'invalid_plan' });
    expect(await inLibrary()).to.include('01 - Dune.mp3');
  });
});
