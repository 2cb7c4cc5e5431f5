import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startWorld, type World, type WorldRequest } from '../world.js';
import { mountOrSkip, run } from './mount-tmpfs.spec.support.js';

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a library folder on a file system that fails', () => {
  let world: World;
  let library: string;
  let isMounted = false;

  before(async function () {
    world = await startWorld({ timeScale: 0.002 });
    library = world.dirs.library;
    await mountOrSkip(this, library, 1024);
    isMounted = true;
  });

  after(async () => {
    if (isMounted) await run('umount', ['-l', library]);
    await world?.stop();
  });

  /** Waits until an import was put off more than once: the server retries while the disk is not mended. */
  function putOff(id: string, code: string): Promise<WorldRequest> {
    return world.untilRequest(
      id,
      `two tries that end with ${code}`,
      ({ status, reason, timeline }) =>
        status === 'awaiting_import' && reason?.code === code && timeline.filter((entry) => entry.event === 'import_postponed').length >= 2,
    );
  }

  async function sees(id: string): Promise<void> {
    const request = await world.until(id, 'available');
    expect(request.files?.methods['copy'] ?? request.files?.methods['link']).to.equal(3);
    expect(request.timeline.filter((entry) => entry.event === 'import_done')).to.have.length(1);
  }

  it('waits if the folder has become read-only, and continues when it is writable again', async () => {
    await run('mount', ['-o', 'remount,ro', library]);
    const id = await world.request('B0DEMO0001');
    try {
      const { reason } = await putOff(id, 'read_only');
      expect(reason?.message).to.match(/read-only/);
      expect(reason?.component).to.deep.equal({ kind: 'library', name: 'Library folder' });
      expect(reason?.nextAt).to.be.a('string');
      expect(reason?.todo).to.be.a('string');
      expect(await readdir(library)).to.deep.equal([]);
    } finally {
      await run('mount', ['-o', 'remount,rw', library]);
    }
    await sees(id);
  });

  it('waits if the disk is too full to begin, and continues when there is room', async () => {
    const before = await filesBelow(library);
    const ballast = join(library, 'ballast');
    await writeFile(ballast, Buffer.alloc(600_000));
    const id = await world.request('B0DEMO0002');
    try {
      const { reason } = await putOff(id, 'disk_full');
      expect(reason?.message).to.match(/full|space/i);
      expect(reason?.component).to.deep.equal({ kind: 'library', name: 'Library folder' });
      expect(await filesBelow(library)).to.have.members([...before, 'ballast']);
    } finally {
      await rm(ballast, { force: true });
    }
    await sees(id);
  });

  it('leaves nothing behind if the disk fills during the copy, and continues when there is room', async () => {
    const before = await readdir(library, { recursive: true });
    const { files, ffree } = await statfs(library);
    // bytes are left for the whole book, but file entries only for a part of it
    const entries = files - ffree + 4;
    await run('mount', ['-o', `remount,nr_inodes=${entries}`, library]);
    const id = await world.request('B0DEMO0006');
    try {
      const { reason } = await putOff(id, 'disk_full');
      expect(reason?.message).to.match(/^Could not .* the disk is full/);

      expect(reason?.component).to.deep.equal({ kind: 'library', name: 'Library folder' });
      expect(await readdir(library, { recursive: true })).to.have.members(before);
    } finally {
      await run('mount', ['-o', `remount,nr_inodes=${entries + 1000}`, library]);
    }
    await sees(id);
  });
});
