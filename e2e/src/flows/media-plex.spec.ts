import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

interface LibraryItems {
  readonly items: readonly { readonly asin?: string; readonly matchedBy?: string; readonly path?: string }[];
}

describe('a finished book and Plex', () => {
  let world: World;

  before(async () => {
    world = await startWorld({
      integrations: (defaults, sims) => [...defaults.filter(({ pluginId }) => pluginId !== 'media-audiobookshelf'), sims.plexIntegration],
    });
  });

  after(() => world?.stop());

  it('is scanned in its own folder, by its path in Plex, and becomes available', async () => {
    const book = world.sims.playable[0];
    const id = await world.request(book?.asin ?? '');

    const request = await world.until(id, 'available');

    const folder = (request.files?.directory ?? '').replace(world.dirs.library, '/data/audiobooks');
    expect(folder).to.match(/^\/data\/audiobooks\/./);
    expect(world.sims.plex.scans).to.include(folder);
    expect(world.sims.plex.albums('5').map(({ title }) => title)).to.have.length(1);
  });

  it('is recognized by the content of its files, by their path in Lectern', async () => {
    const { items } = await world.api.admin.call<LibraryItems>('GET', '/api/admin/library');

    expect(items.map(({ asin, matchedBy }) => [asin, matchedBy])).to.deep.equal([[world.sims.playable[0]?.asin, 'hash']]);
    expect(items[0]?.path?.startsWith(world.dirs.library)).to.equal(true);
  });
});
