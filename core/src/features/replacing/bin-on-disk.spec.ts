import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { mountSmallDisk, type SmallDisk } from '../../platform/testing/test-small-disk.js';
import { createReplaceWorld, isThere, type ReplaceWorld } from './replace-world.spec.support.js';

const run = promisify(execFile);
const NAMES = ['CD1/01.mp3', 'CD2/01.mp3'];

describe('the bin of a disk that is mounted below the library folder', () => {
  let world: ReplaceWorld;
  let disk: SmallDisk;
  let itemId: string;
  let isMounted = false;

  before(async function () {
    const mounted = await mountSmallDisk(4);
    if (!mounted) this.skip();
    disk = mounted;
  });
  beforeEach(async () => {
    world = await createReplaceWorld('sqlite');
    await world.forgetPlaced();
    await mkdir(top(), { recursive: true });
    await run('mount', ['--bind', disk.dir, top()]);
    isMounted = true;
    for (const name of NAMES) {
      await mkdir(dirname(at(name)), { recursive: true });
      await writeFile(at(name), `foreign ${name}`);
    }
    itemId = await world.listed(at(''));
  });
  afterEach(async () => {
    await disk.remount('rw');
    await disk.empty();
    for (const name of ['Dune', '.lectern-bin']) await rm(join(top(), name), { recursive: true, force: true });
    if (isMounted) await run('umount', [top()]);
    isMounted = false;
    await world?.remove();
  });
  after(() => disk?.dispose());

  const top = () => join(world.library, 'Second disk');
  const at = (name: string) => join(top(), 'Dune', name);
  const inBin = (id: string, name: string) => join(top(), '.lectern-bin', id, 'Dune', name);
  async function placed(): Promise<string> {
    const { row } = await world.replacing.replaceItem(world.reportId, { itemId, files: NAMES, text: '' }, world.by('ada'));
    await world.bring(row.requestId, 'Other', 1205);
    return row.requestId;
  }
  /** Each old file is at one of both places, and only there. */
  async function expectAll(id: string, place: 'library' | 'bin'): Promise<void> {
    for (const name of NAMES)
      expect([await isThere(at(name)), await isThere(inBin(id, name))], name).to.deep.equal([place === 'library', place === 'bin']);
  }

  it('is on that disk, and takes files and gives them back where the disk is full', async () => {
    const id = await placed();
    await disk.fill();

    await world.work(id);
    await expectAll(id, 'bin');
    expect(await isThere(join(world.library, '.lectern-bin'))).to.equal(false);
    expect(await world.libraryBin.restore(id, { name: 'ada' })).to.equal(NAMES.length);

    await expectAll(id, 'library');
    expect((await world.libraryBin.page({ page: 1, limit: 20 })).total).to.equal(0);
  });

  it('loses nothing where the disk cannot be written, and goes on once it can', async () => {
    const id = await placed();
    await disk.remount('ro');

    expect(await world.work(id)).to.have.property('againAt');
    await expectAll(id, 'library');
    await disk.remount('rw');
    await world.work(id);
    await expectAll(id, 'bin');
    await disk.remount('ro');
    const refused: unknown = await world.libraryBin.restore(id, { name: 'ada' }).catch((error: unknown) => error);

    expect(refused).to.have.property('code', 'bin_fault');
    await expectAll(id, 'bin');
    await disk.remount('rw');
    expect(await world.libraryBin.restore(id, { name: 'ada' })).to.equal(NAMES.length);
    await expectAll(id, 'library');
  });
});
