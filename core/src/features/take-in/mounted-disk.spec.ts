import { execFile } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { mountSmallDisk, type SmallDisk } from '../../platform/testing/test-small-disk.js';
import { lookAgainJob } from './look-again-job.js';
import { catalogBook, createTakeInWorld, type TakeInWorld } from './take-in-world.spec.support.js';

const run = promisify(execFile);
const DUNE = catalogBook('B000000001', 'Dune', 'Frank Herbert', 1260, { releaseDate: '2006-12-31' });

describe('taken books on a disk that is mounted below their folder', () => {
  let world: TakeInWorld;
  let disk: SmallDisk | undefined;
  let place: string | undefined;

  before(async function () {
    disk = await mountSmallDisk(4);
    if (!disk) this.skip();
  });
  beforeEach(async () => {
    world = await createTakeInWorld('sqlite');
    world.scene.books = [DUNE];
  });
  afterEach(async () => {
    if (place !== undefined) await away();
    await world?.dispose();
  });
  after(() => disk?.dispose());

  async function mounted(at: string): Promise<string> {
    await mkdir(at, { recursive: true });
    await run('mount', ['--bind', disk?.dir ?? '', at]);
    place = at;
    return at;
  }
  async function away(): Promise<void> {
    await run('umount', [place ?? '']);
    place = undefined;
  }
  async function book(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify({ minutes: 1260, tags: { album: 'Dune', artist: 'Frank Herbert' } }));
  }
  const decide = async (id: string, how: 'leave' | 'file') => {
    await world.admin.post(`/api/admin/take-ins/${id}/accept`, { how, confidences: ['certain', 'likely', 'unsure'] });
    await world.work();
  };
  const look = () => lookAgainJob(world.jobDeps).run({ ...world.world.job({}), signal: world.world.signal });
  const shown = async (id: string) => (await world.books(id)).map(({ state, later }) => [state, later]);

  it('are noted once, not filed across disks, and not taken for gone without their disk', async () => {
    const at = await mounted(join(world.root, 'second disk'));
    await book(join(at, 'Frank Herbert/Dune/book.m4b'));
    await writeFile(join(world.root, 'list.txt'), 'x');
    const id = await world.takeIn();
    expect((await world.state(id)).notes).to.deep.equal([{ kind: 'mount', count: 1, examples: ['second disk'] }]);

    await decide(id, 'file');
    expect((await world.books(id)).map(({ state, fault }) => [state, fault?.includes('is on another file system')])).to.deep.equal([
      ['refused', true],
    ]);
    await decide(id, 'leave');
    await away();
    await look();
    expect(await shown(id)).to.deep.equal([['left', 'unseen']]);
  });

  it('are filed within the disk, and wait for it', async () => {
    const at = await mounted(join(world.library, 'Frank Herbert'));
    await writeFile(join(world.library, 'list.txt'), 'x');
    await book(join(at, 'incoming/Dune/book.m4b'));
    const id = await world.start(join(at, 'incoming'));
    await world.work();
    await decide(id, 'file');
    await look();
    expect(await shown(id)).to.deep.equal([['filed', null]]);

    await away();
    await look();
    await world.admin.post(`/api/admin/take-ins/${id}/undo`, {});
    await world.work();
    expect(await shown(id)).to.deep.equal([['filed', 'unseen']]);

    await mounted(at);
    await world.admin.post(`/api/admin/take-ins/${id}/undo`, {});
    await world.work();
    expect((await shown(id)).map(([state]) => state)).to.deep.equal(['read']);
    expect((await stat(join(at, 'incoming/Dune/book.m4b'))).isFile()).to.equal(true);
  });
});
