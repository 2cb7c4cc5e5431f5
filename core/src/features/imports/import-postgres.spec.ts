import { expect } from 'chai';
import { join } from 'node:path';

import { hasPostgres } from '../../platform/db/test-databases.js';
import { createImportWorld, DIRECTORY } from './import-world.spec.support.js';
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

  it('blocks a broken release', async () => {
    if (!world) throw new Error('no database');
    await world.makeDownload('Nothing', { files: ['readme.txt'], secondsPerFile: 1 });
    const id = await world.addRequest({ user: 'leto', folder: 'Nothing' });

    await world.run(id);

    expect((await world.request(id)).status).to.equal('downloading');
    expect(await world.downloadState(id)).to.equal('failed');
  });
});
