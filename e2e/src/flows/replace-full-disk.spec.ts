import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { makeBookFolder, until } from '@lectern/testbed';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';
import { mountOrSkip, run } from './mount-tmpfs.spec.support.js';

interface Replacement {
  readonly requestId: string;
  readonly state: string;
  readonly removed: number;
  readonly kept: number;
}

describe('another copy of a book on a disk that is full', () => {
  let world: World;
  let library: string;
  let shelf: string;
  let isMounted = false;

  before(async function () {
    world = await startWorld({ timeScale: 0.002 });
    library = world.dirs.library;
    shelf = await mkdtemp(join(tmpdir(), 'lectern-shelf-'));
    await mountOrSkip(this, library, 1024);
    isMounted = true;
  });
  after(async () => {
    if (isMounted) await run('umount', ['-l', library]);
    await world?.stop();
    if (shelf) await rm(shelf, { recursive: true, force: true });
  });

  const admin = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => world.api.admin.call<T>(method, path, body);

  async function filesIn(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  }

  /** What is found by itself would come first. */
  async function disconnectIndexers(): Promise<void> {
    const { items } = await admin<{ items: { id: string; name: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    for (const { id, name, pluginId } of items)
      if (pluginId === 'indexer-prowlarr') await admin('PATCH', `/api/admin/integrations/${id}`, { name, enabled: false });
  }

  it('leaves the copy in the library whole while it waits, and takes its place when there is room', async () => {
    const { asin = '', title = '', authors = [] } = world.sims.playable[0] ?? {};
    const first = await world.request(asin);
    const directory = (await world.until(first, 'available')).files?.directory ?? '';
    const before = await filesIn(directory);
    expect(before.length).to.be.greaterThan(2);
    await disconnectIndexers();
    const said = { kind: 'sound', text: 'It crackles.' };
    const { report } = await world.api.user.call<{ report: { id: string } }>('POST', `/api/audiobooks/${asin}/report-issue`, said);
    const { replacement } = await admin<{ replacement: Replacement }>('POST', `/api/admin/reports/${report.id}/replace`, {
      requestId: first,
    });
    const second = replacement.requestId;
    await world.until(second, 'awaiting_search');
    await makeBookFolder(shelf, { author: authors[0]?.name ?? '', title, files: 2, secondsPerFile: 31 });
    const ballast = join(library, 'ballast');
    await writeFile(ballast, Buffer.alloc(1024 * 1024)).catch(() => undefined);

    await admin('POST', '/api/admin/manual-import', { requestId: second, path: shelf });
    await world.untilRequest(
      second,
      'two tries that end with a full disk',
      ({ status, reason, timeline }) =>
        status === 'awaiting_import' &&
        reason?.code === 'disk_full' &&
        timeline.filter(({ event }) => event === 'import_postponed').length >= 2,
    );

    expect(await filesIn(directory)).to.have.members(before);
    expect((await world.look(first)).status).to.equal('available');
    const stateNow = async () =>
      (await admin<{ replacement: Replacement }>('GET', `/api/admin/reports/${report.id}/replacement`)).replacement;
    expect(await stateNow()).to.deep.include({ state: 'waiting' });

    await rm(ballast, { force: true });

    const placed = (await world.until(second, 'available')).files?.directory ?? '';
    await until(async () => (await stateNow()).state === 'done', { what: 'the end of the replacement' });
    expect(await stateNow()).to.deep.include({ kept: 0, removed: before.length });
    expect(placed).not.to.equal(directory);
    expect((await filesIn(placed)).filter((name) => name.endsWith('.mp3'))).to.have.length(2);
    expect(await readdir(directory).catch((error: NodeJS.ErrnoException) => error.code)).to.equal('ENOENT');
    expect((await world.until(first, 'available')).files?.directory).to.equal(placed);
    const closed = async () =>
      (await admin<{ report: { state: string } }>('GET', `/api/admin/reports/${report.id}`)).report.state === 'resolved';
    await until(closed, { what: 'the report' });
  });
});
