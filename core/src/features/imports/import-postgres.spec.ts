import { expect } from 'chai';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { verifyPlacement } from '../../files/placing/placement-manifest.js';
import { hasPostgres } from '../../platform/db/test-databases.js';
import { createImportWorld, DIRECTORY, DUNE } from './import-world.spec.support.js';
import type { ImportWorld } from './import-world.spec.support.js';

describe('import job on postgres (needs PostgreSQL)', () => {
  let world: ImportWorld | undefined;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    world = await createImportWorld('postgres');
  });
  after(() => world?.remove());

  it('postpones, resumes, places, and recognizes the book for the next request', async () => {
    if (!world) throw new Error('no database');
    const first = await world.addRequest();
    await world.run(first);
    await world.makeDownload('Dune');
    await world.run(first);
    const second = await world.addRequest({ user: 'chani' });
    await world.run(second);

    expect(await world.events(first)).to.deep.equal(['import_postponed', 'import_resumed', 'import_planned', 'import_done']);
    expect(await world.events(second)).to.deep.equal(['import_done']);
    const directory = join(world.library, DIRECTORY);
    expect((await world.imports()).map((row) => row.directory)).to.deep.equal([directory, directory]);
  });

  it('places one copy when two processes import the same book at once', async () => {
    const here = world;
    if (!here) throw new Error('no database');
    const book = { asin: 'B000000042', title: 'Children of Dune' };
    here.state.books.set(book.asin, { ...DUNE, ...book, series: [] });
    for (const folder of ['one', 'two']) await here.makeDownload(folder, { title: book.title });
    await cp(join(here.downloads, 'one'), join(here.downloads, 'two'), { recursive: true, force: true });
    const ids = await Promise.all(
      [
        ['gurney', 'one', 'hash:one'],
        ['duncan', 'two', 'hash:two'],
        ['thufir', 'one', 'hash:one'],
      ].map(([user = '', folder = '', releaseKey = '']) => here.addRequest({ ...book, user, folder, releaseKey })),
    );

    // each run has locks of its own, as another process has
    await Promise.all(ids.map((id) => here.run(id)));

    const { library } = here;
    const requests = await Promise.all(ids.map((id) => here.request(id)));
    expect(requests.map((request) => request.status)).to.deep.equal(['downloaded', 'downloaded', 'downloaded']);
    const placed = (await here.imports()).filter(({ requestId }) => ids.includes(requestId));
    expect(new Set(placed.map(({ directory }) => directory)).size).to.equal(1);
    for (const { directory, manifest } of placed) expect(await verifyPlacement(directory, manifest)).to.deep.equal([]);
    const audio = (await readdir(library, { recursive: true })).filter((name) => name.includes(book.title) && name.endsWith('.mp3'));
    expect(audio).to.have.length(3);
    expect((await readdir(library)).filter((name) => name.startsWith('.'))).to.deep.equal([]);
    expect((await readdir(join(here.downloads, 'one'))).filter((name) => name.endsWith('.mp3'))).to.have.length(3);
  });

  it('blocks a broken release', async () => {
    if (!world) throw new Error('no database');
    await world.makeDownload('Nothing', { files: ['readme.txt'], secondsPerFile: 1 });
    const id = await world.addRequest({ user: 'leto', folder: 'Nothing' });

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloading');
    expect(await world.downloadState(id)).to.equal('failed');
  });
});
