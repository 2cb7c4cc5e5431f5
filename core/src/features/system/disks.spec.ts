import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { diskRooms } from './disks.js';

describe('the room on disks', () => {
  let dir: string;
  before(async () => (dir = await mkdtemp(join(tmpdir(), 'lectern-disks-'))));
  after(() => rm(dir, { recursive: true, force: true }));

  it('is told once for each disk, with what it holds, and without folders that are missing', async () => {
    const rooms = await diskRooms({ library: dir, downloads: join(dir, 'missing'), data: dir });
    expect(rooms).to.have.length(1);
    expect(rooms[0]?.holds).to.deep.equal(['library', 'data']);
    expect(rooms[0]?.freeBytes).to.be.within(1, rooms[0]?.totalBytes ?? 0);
    expect(await diskRooms({ library: undefined })).to.deep.equal([]);
  });
});
