import { requireOrSkip, until, type RealAudiobookshelf, type RealLibrary } from '@lectern/testbed';
import { expect } from 'chai';
import type { World } from '../world.js';
import { startAudiobookshelfWorld, type AudiobookshelfWorld } from './audiobookshelf-world.spec.support.js';

interface RenameView {
  readonly id: string;
  readonly state: string;
}

requireOrSkip('audiobookshelf', 'ffmpeg')('renaming a book in the library of the real Audiobookshelf', () => {
  let scene: AudiobookshelfWorld;
  let server: RealAudiobookshelf;
  let library: RealLibrary;
  let world: World;

  before(async () => {
    scene = await startAudiobookshelfWorld();
    ({ server, library, world } = scene);
  });
  after(() => scene?.stop());

  const call = <T>(method: 'GET' | 'POST', path: string, body?: object) => world.api.admin.call<T>(method, path, body);
  const untilState = (id: string, state: string) =>
    until(async () => (await call<RenameView>('GET', `/api/admin/renames/${id}`)).state === state, { what: state });
  const availability = async (asin: string) =>
    (await world.api.user.call<{ book: { availability: string } }>('GET', `/api/audiobooks/${asin}`)).book.availability;

  it('keeps the item, its match and the request, on the way there and back', async () => {
    const asin = world.sims.playable[0]?.asin ?? '';
    const requestId = await world.request(asin);
    const placed = (await world.until(requestId, 'available')).files?.directory ?? '';
    const [before] = await server.items(library.id);
    expect(before?.path).to.equal(placed);
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { pathTemplate: 'Shelf/{author}/{title} ({asin})' } });

    const { id } = await call<RenameView>('POST', '/api/admin/renames', { everything: true });
    await untilState(id, 'ready');
    await call('POST', `/api/admin/renames/${id}/start`);
    await untilState(id, 'done');

    const moved = async () => (await server.items(library.id)).filter(({ isMissing }) => !isMissing);
    const isAt = async (test: (path: string) => boolean) => {
      const items = await moved();
      return items.length === 1 && test(items[0]?.path ?? '');
    };
    await until(() => isAt((path) => path.includes('/Shelf/')), { what: 'the new folder in Audiobookshelf' });
    expect((await moved())[0]?.id).to.equal(before?.id);
    for (const _ of [1, 2]) {
      const { jobId } = await call<{ jobId: string }>('POST', '/api/admin/library/scan');
      const { jobs } = world.app.services;
      await until(async () => ['done', 'failed'].includes((await jobs.get(jobId))?.state ?? ''), { what: 'the scan' });
    }
    expect((await world.look(requestId)).status).to.equal('available');
    expect(await availability(asin)).to.equal('available');

    await call('POST', `/api/admin/renames/${id}/undo`);
    await untilState(id, 'undone');

    await until(() => isAt((path) => path === placed), { what: 'the old folder in Audiobookshelf' });
    expect((await moved())[0]?.id).to.equal(before?.id);
    expect((await world.look(requestId)).status).to.equal('available');
  });
});
