import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { makeBookFolder } from '@lectern/testbed';
import { CLEAN_SOURCE } from '../lifecycle/request-jobs.js';
import { importJobs } from './import-job.js';
import { createImportPreview } from './import-preview.js';
import { createImportWorld, type ImportWorld } from './import-world.spec.support.js';

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z');

describe('files that were uploaded for a request', () => {
  let world: ImportWorld;
  let uploads: string;

  beforeEach(async () => {
    world = await createImportWorld();
    uploads = join(world.deps.dataDir, 'uploads');
  });
  afterEach(() => world.remove());

  async function makeBook(path: string): Promise<string> {
    await makeBookFolder(path, { author: 'Frank Herbert', title: 'Dune', files: 3, secondsPerFile: 1200 });
    for (const name of await readdir(path)) await utimes(join(path, name), LONG_AGO, LONG_AGO);
    return path;
  }
  const book = () => makeBook(join(uploads, 'mine', 'book'));
  async function statusAfter(path: string, user: string): Promise<string> {
    const id = await world.addRequest({ downloaded: false, user });
    await world.run(id, { payload: { sourcePath: path, cleanupSource: true } });
    return (await world.request(id)).status;
  }
  const named = (path: string, isUploaded?: (real: string) => Promise<boolean>) =>
    createImportPreview(world.deps)
      .name(path, 'audiobook', new AbortController().signal, isUploaded)
      .then(
        () => 'taken',
        (error: { code: string }) => error.code,
      );

  it('are imported, and deleted once the library has them', async () => {
    const path = await book();
    world.state.uploaded = path;
    const id = await world.addRequest({ downloaded: false });

    await world.run(id, { payload: { sourcePath: path, cleanupSource: true } });
    const definition = importJobs(world.deps).find(({ name }) => name === CLEAN_SOURCE.name);
    const signal = new AbortController().signal;
    const job = { payload: { requestId: id, path }, log: pino({ level: 'silent' }), signal, hold: async () => undefined };
    await definition?.run(job as never);

    expect((await world.request(id)).status).to.equal('downloaded');
    expect(existsSync(path)).to.equal(false);
    expect(existsSync(uploads)).to.equal(true);
    const row = await world.database.read.get<{ message: string; detail: string }>(
      "SELECT message, detail FROM request_events WHERE event = 'source_cleaned'",
    );
    expect(row?.message).to.equal('The uploaded files were deleted.');
    expect(row?.detail).to.not.include(world.deps.dataDir);
  });

  it('are the only files of the data folder that are imported', async () => {
    const mine = await book();
    world.state.uploaded = mine;
    const others = [await makeBook(join(uploads, 'theirs', 'book')), await makeBook(join(world.deps.dataDir, 'backups')), join(mine, '..')];

    for (const [index, path] of others.entries()) expect(await statusAfter(path, `user-${index}`), path).to.not.equal('downloaded');
    expect(await statusAfter(mine, 'paul')).to.equal('downloaded');
  });

  it('are named by the server alone, by their real path', async () => {
    const mine = await book();
    const theirs = await makeBook(join(uploads, 'theirs', 'book'));
    const link = join(world.dir, 'link');
    await symlink(theirs, link);
    const isMine = async (real: string) => real === mine;

    expect(await named(mine)).to.equal('path_not_found');
    expect(await named(mine, isMine)).to.equal('taken');
    for (const path of [theirs, link, uploads, join(uploads, 'mine'), world.deps.dataDir]) {
      expect(await named(path, isMine), path).to.equal('path_not_found');
    }
    await mkdir(join(mine, 'CD 2'));
    expect(await named(join(mine, 'CD 2'), isMine)).to.equal('path_not_found');
  });
});
