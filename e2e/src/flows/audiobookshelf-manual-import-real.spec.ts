import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBookFolder, requireOrSkip, until, type RealAudiobookshelf, type RealLibrary } from '@lectern/testbed';
import { expect } from 'chai';
import type { World } from '../world.js';
import { startAudiobookshelfWorld, type AudiobookshelfWorld } from './audiobookshelf-world.spec.support.js';

requireOrSkip('audiobookshelf', 'ffmpeg')('files imported by hand into the library of the real Audiobookshelf', () => {
  let scene: AudiobookshelfWorld;
  let server: RealAudiobookshelf;
  let library: RealLibrary;
  let world: World;
  let asin = '';
  let first = '';

  const call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => world.api.admin.call<T>(method, path, body);
  const paths = async () => (await server.items(library.id)).filter(({ isMissing }) => !isMissing).map(({ path }) => path);
  const directoryOf = async (id: string) => (await world.look(id)).files?.directory ?? '';

  async function makeFiles(name: string, secondsPerFile: number): Promise<string> {
    const { title = '', authors = [] } = world.sims.playable[0] ?? {};
    const path = join(scene.dir, name);
    await makeBookFolder(path, { author: authors[0]?.name ?? '', title, files: 2, secondsPerFile });
    return path;
  }

  before(async () => {
    scene = await startAudiobookshelfWorld();
    ({ server, library, world } = scene);
    asin = world.sims.playable[0]?.asin ?? '';
  });
  after(() => scene?.stop());

  it('appear there, and the request becomes available', async () => {
    const path = await makeFiles('by hand', 30);
    const { request } = await call<{ request: { id: string } }>('POST', '/api/admin/manual-import', { asin, path });
    first = request.id;

    const { files } = await world.until(first, 'available');

    expect(await paths()).to.deep.equal([files?.directory]);
    expect(await readdir(path)).to.have.length(2);
  });

  it('take the place of a reported book', async () => {
    const old = await directoryOf(first);
    const { items } = await call<{ items: { id: string; name: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    for (const { id, name, pluginId } of items)
      if (pluginId === 'indexer-prowlarr') await call('PATCH', `/api/admin/integrations/${id}`, { name, enabled: false });
    const said = { kind: 'sound', text: 'It crackles.' };
    const { report } = await world.api.user.call<{ report: { id: string } }>('POST', `/api/audiobooks/${asin}/report-issue`, said);
    const { replacement } = await call<{ replacement: { requestId: string } }>('POST', `/api/admin/reports/${report.id}/replace`, {
      requestId: first,
    });
    await world.until(replacement.requestId, 'awaiting_search');

    await call('POST', '/api/admin/manual-import', { requestId: replacement.requestId, path: await makeFiles('another', 31) });

    const placed = (await world.until(replacement.requestId, 'available')).files?.directory ?? '';
    expect(placed).not.to.equal(old);
    const isAlone = async () => (await paths()).join() === placed;
    await until(isAlone, { everyMs: 500, what: 'the new copy alone in Audiobookshelf' });
    expect(await directoryOf(first)).to.equal(placed);
    expect((await world.until(first, 'available')).files?.directory).to.equal(placed);
    const stateOf = async () => (await call<{ report: { state: string } }>('GET', `/api/admin/reports/${report.id}`)).report.state;
    await until(async () => (await stateOf()) === 'resolved', { what: 'the end of the report' });
  });
});
