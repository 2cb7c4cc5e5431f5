import { join } from 'node:path';
import { makeBookFolder, requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { startAudiobookshelfWorld, type AudiobookshelfWorld } from './audiobookshelf-world.spec.support.js';

interface Book {
  readonly availability: string;
  readonly listen: readonly { readonly url: string }[];
}

requireOrSkip('audiobookshelf', 'ffmpeg')('what Lectern removed from under the real Audiobookshelf', function () {
  let scene: AudiobookshelfWorld;

  before(async () => {
    scene = await startAudiobookshelfWorld();
  });
  after(() => scene?.stop());

  const bookOf = async (asin: string) => (await scene.world.api.user.call<{ book: Book }>('GET', `/api/audiobooks/${asin}`)).book;
  const idOf = ({ listen }: Book) => (listen[0]?.url ?? '').split('/').at(-1) ?? '';
  const itemOf = async (id: string) => (await scene.server.items(scene.library.id)).find((item) => item.id === id);
  const read = async () => {
    const { admin } = scene.world.api;
    const { jobId } = await admin.call<{ jobId: string }>('POST', '/api/admin/library/scan');
    const states = async () => (await admin.call<{ items: { id: string; state: string }[] }>('GET', '/api/admin/jobs')).items;
    await until(async () => !['queued', 'running'].includes((await states()).find(({ id }) => id === jobId)?.state ?? ''), {
      what: 'the reading of the library',
    });
  };

  it('a deleted book is gone at once, also while it is still listed, and can be requested again', async () => {
    const { world } = scene;
    const asin = world.sims.playable[0]?.asin ?? '';
    const id = await world.request(asin);
    await world.until(id, 'available');
    const item = idOf(await bookOf(asin));

    await world.api.admin.call('DELETE', `/api/requests/${id}?files=remove`);
    await until(async () => (await bookOf(asin)).availability === 'none', { what: 'the end of the book' });

    expect((await bookOf(asin)).listen).to.deep.equal([]);
    expect(await itemOf(item)).to.include({ id: item });
    await read();
    expect(await bookOf(asin)).to.deep.include({ availability: 'none', listen: [] });
    await until(async () => (await itemOf(item))?.isMissing === true, { what: 'the missing item' });
    await read();
    expect(await bookOf(asin)).to.deep.include({ availability: 'none', listen: [] });
    await world.until(await world.request(asin), 'available');
    expect((await itemOf(idOf(await bookOf(asin))))?.isMissing).to.equal(false);
  });

  it('a replaced book leads to its new item, while the old one is still listed as missing', async () => {
    const { world } = scene;
    const { admin, user } = world.api;
    const { asin = '', title = '', authors = [] } = world.sims.playable[1] ?? {};
    const id = await world.request(asin);
    await world.until(id, 'available');
    const old = idOf(await bookOf(asin));
    // what is found by itself would come first
    const { items } = await admin.call<{ items: { id: string; name: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    for (const one of items)
      if (one.pluginId === 'indexer-prowlarr')
        await admin.call('PATCH', `/api/admin/integrations/${one.id}`, { name: one.name, enabled: false });
    const { report } = await user.call<{ report: { id: string } }>('POST', `/api/audiobooks/${asin}/report-issue`, {
      kind: 'sound',
      text: 'It crackles.',
    });
    const { replacement } = await admin.call<{ replacement: { requestId: string } }>('POST', `/api/admin/reports/${report.id}/replace`, {
      requestId: id,
    });

    await world.until(replacement.requestId, 'awaiting_search');
    await makeBookFolder(join(scene.dir, 'another copy'), { author: authors[0]?.name ?? '', title, files: 2, secondsPerFile: 31 });
    await admin.call('POST', '/api/admin/manual-import', { requestId: replacement.requestId, path: join(scene.dir, 'another copy') });

    await world.until(replacement.requestId, 'available');

    const fresh = idOf(await bookOf(asin));
    expect(fresh).to.not.equal(old);
    expect((await itemOf(fresh))?.isMissing).to.equal(false);
    expect((await bookOf(asin)).listen).to.have.length(1);
    expect((await itemOf(old))?.isMissing ?? true).to.equal(true);
  });
});
