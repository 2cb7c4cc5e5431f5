import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { RunTakenOver } from '../../platform/jobs/job-queue.js';
import { REMOVE_LEFTOVERS, TELL_IMPORTED } from '../lifecycle/request-jobs.js';
import { importJobs } from './import-job.js';
import { createImportWorld, DIRECTORY } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';

describe('leftovers of an imported download', () => {
  let world: ImportWorld;

  beforeEach(async () => {
    world = await createImportWorld();
  });
  afterEach(() => world.remove());

  async function importBook(folder: string, options: Parameters<ImportWorld['addRequest']>[0] = {}): Promise<string> {
    const id = await world.addRequest({ protocol: 'usenet', folder, ...options });
    await world.run(id);
    expect((await world.request(id)).status).to.equal('downloaded');
    return (await world.request(id)).currentDownloadId ?? '';
  }

  async function tidyUp(downloadId: string, hold = async (): Promise<void> => undefined): Promise<unknown> {
    const definition = importJobs(world.deps).find(({ name }) => name === REMOVE_LEFTOVERS.name);
    return definition?.run({ payload: { downloadId }, hold, log: pino({ level: 'silent' }) } as never);
  }

  async function tellPath(downloadId: string, path: string): Promise<void> {
    await world.database.transaction((tx) => tx.run('UPDATE download_history SET download_path = ? WHERE id = ?', [path, downloadId]));
  }

  it('are deleted with their folder and the folders left empty; the library keeps its files', async () => {
    await world.makeDownload('audiobooks/Job/Dune');
    await writeFile(join(world.downloads, 'audiobooks/Job/Dune/Dune.par2'), 'recovery');
    const id = await importBook('audiobooks/Job/Dune');
    expect(await world.queued(REMOVE_LEFTOVERS.name)).to.have.length(1);

    await tidyUp(id);
    await tidyUp(id);

    expect(await readdir(world.downloads)).to.deep.equal([]);
    expect(await readdir(join(world.library, DIRECTORY))).to.include('01 - Dune.mp3');
  });

  it('are left to the next run by one that was taken over', async () => {
    await world.makeDownload('Dune');
    const id = await importBook('Dune');
    const takenOver = (): Promise<never> => Promise.reject(new RunTakenOver());

    const ended: unknown = await tidyUp(id, takenOver).catch((error: unknown) => error);

    expect(ended).to.be.instanceOf(RunTakenOver);
    expect(existsSync(join(world.downloads, 'Dune/01 - Dune.mp3'))).to.equal(true);
  });

  it('leave parent folders that contain something else', async () => {
    await world.makeDownload('audiobooks/Job/Dune');
    await world.makeDownload('audiobooks/Other');
    const id = await importBook('audiobooks/Job/Dune');

    await tidyUp(id);

    expect(await readdir(join(world.downloads, 'audiobooks'))).to.deep.equal(['Other']);
  });

  it('may be a single file', async () => {
    await world.makeDownload('Job', { files: ['Dune.mp3'], secondsPerFile: 3600 });
    const id = await importBook('Job/Dune.mp3');

    await tidyUp(id);

    expect(await readdir(world.downloads)).to.deep.equal([]);
  });

  it('stay if they contain a book that was not imported from there', async () => {
    await world.makeDownload('Dune');
    const id = await importBook('Dune');
    await world.makeDownload('Dune/Somebody else', { files: 1, secondsPerFile: 10 });

    await tidyUp(id);

    expect(existsSync(join(world.downloads, 'Dune/01 - Dune.mp3'))).to.equal(true);
    expect(existsSync(join(world.downloads, 'Dune/Somebody else'))).to.equal(true);
  });

  it('stay while another request still has to import them, and go when that one ended in another way', async () => {
    await world.makeDownload('Dune');
    const other = await world.addRequest({ protocol: 'usenet', user: 'anna' });
    const id = await importBook('Dune');

    const answer = await tidyUp(id);

    expect(existsSync(join(world.downloads, 'Dune/01 - Dune.mp3'))).to.equal(true);
    expect(answer).to.deep.equal({ againAt: new Date(world.state.now.getTime() + 1_800_000) });

    // the book turned up for the other one, and the job took its download out of the client
    await world.database.transaction((tx) => tx.run("UPDATE download_history SET state = 'removed' WHERE request_id = ?", [other]));

    expect(await tidyUp(id)).to.equal(undefined);
    expect(await readdir(world.downloads)).to.deep.equal([]);
  });

  it('stay with the client of a torrent of ours, which is told of the import', async () => {
    await world.makeDownload('Dune');
    const seeded = await importBook('Dune', { protocol: 'torrent' });
    await importBook('Dune', { protocol: 'usenet', user: 'anna' });
    await importBook('Dune', { protocol: 'torrent', ours: false, user: 'maria' });

    expect((await world.queued(TELL_IMPORTED.name)).map(({ payload }) => payload)).to.deep.equal([{ downloadId: seeded }]);
  });

  it('stay if they are seeded, or not ours', async () => {
    await world.makeDownload('Dune');
    const seeded = await importBook('Dune', { protocol: 'torrent' });
    const foreign = await importBook('Dune', { ours: false, user: 'anna' });

    await tidyUp(seeded);
    await tidyUp(foreign);

    expect(existsSync(join(world.downloads, 'Dune/01 - Dune.mp3'))).to.equal(true);
  });

  describe('are located with suspicion, because the client names the path', () => {
    const places: readonly (readonly [string, (world: ImportWorld) => string])[] = [
      ['the folder of all downloads', ({ downloads }) => downloads],
      ['a folder above it', ({ dir }) => dir],
      ['the library', ({ library }) => library],
      ['a book in the library', ({ library }) => join(library, DIRECTORY)],
      ['a way out by dots', ({ downloads }) => `${downloads}/../library`],
      ['the root of the file system', () => '/'],
      ['a relative path', () => 'Dune'],
    ];
    for (const [what, place] of places) {
      it(`are never deleted ${what}`, async () => {
        await world.makeDownload('Dune');
        const id = await importBook('Dune');
        await tellPath(id, place(world));

        await tidyUp(id);

        expect(existsSync(join(world.downloads, 'Dune/01 - Dune.mp3'))).to.equal(true);
        expect(existsSync(join(world.library, DIRECTORY, '01 - Dune.mp3'))).to.equal(true);
      });
    }

    it('are never deleted through a link that leads out', async () => {
      await world.makeDownload('Dune');
      const id = await importBook('Dune');
      const outside = join(world.dir, 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'precious.txt'), 'precious');
      await rename(join(world.downloads, 'Dune'), join(world.dir, 'moved'));
      await symlink(outside, join(world.downloads, 'Dune'));

      await tidyUp(id);

      expect(await readdir(outside)).to.deep.equal(['precious.txt']);
    });
  });
});
