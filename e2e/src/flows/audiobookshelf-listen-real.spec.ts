import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import { startAudiobookshelfWorld, type AudiobookshelfWorld } from './audiobookshelf-world.spec.support.js';

interface Listen {
  readonly listen?: readonly { readonly server: string; readonly url: string }[];
}

requireOrSkip('audiobookshelf', 'ffmpeg')('listening in the real Audiobookshelf', () => {
  let scene: AudiobookshelfWorld;

  before(async () => {
    scene = await startAudiobookshelfWorld();
  });
  after(() => scene?.stop());

  it('a book that came leads members to its page there, from everywhere, without another word about the server', async () => {
    const { world, server } = scene;
    const { user, admin } = world.api;
    const asin = world.sims.playable[0]?.asin ?? '';
    const id = await world.request(asin);
    await world.until(id, 'available');

    const { book } = await user.call<{ book: Listen }>('GET', `/api/audiobooks/${asin}`);
    const [link] = book.listen ?? [];
    const { request } = await user.call<{ request: Listen }>('GET', `/api/requests/${id}`);
    const { sections } = await user.call<{ sections: { items: (Listen & { asin: string })[] }[] }>('GET', '/api/home');
    const { items: news } = await user.call<{ items: (Listen & { event: string })[] }>('GET', '/api/notifications');
    const { items: entries } = await admin.call<{ items: { asin?: string; url?: string }[] }>('GET', '/api/admin/library');
    const { items: found } = await user.call<{ items: Listen[] }>('GET', `/api/audiobooks/search?q=${asin}`);

    const itemId = (link?.url ?? '').replace(`${server.url}/item/`, '');
    expect(book.listen).to.deep.equal([{ server: 'Audiobookshelf', url: `${server.url}/item/${itemId}` }]);
    expect(request.listen).to.deep.equal(book.listen);
    expect(sections.flatMap(({ items }) => items.filter((one) => one.asin === asin)).map(({ listen }) => listen)).to.deep.include(
      book.listen,
    );
    expect(news.find(({ event }) => event === 'request_available')?.listen).to.deep.equal(book.listen);
    expect(entries.map(({ url }) => url)).to.deep.equal([link?.url]);
    expect(found.map(({ listen }) => listen)).to.deep.include(book.listen);
    const item = await server.call<{ media: { metadata: { asin: string } } }>('GET', `/api/items/${itemId}`);
    expect(item.media.metadata.asin).to.equal(asin);
    // its web client has a page under this path; others answer 404
    expect((await fetch(link?.url ?? '')).status).to.equal(200);
    expect((await fetch(`${server.url}/items/${itemId}`)).status).to.equal(404);
  });

  it('the address that people use takes effect at once', async () => {
    const { world } = scene;
    const asin = world.sims.playable[0]?.asin ?? '';
    const { items } = await world.api.admin.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    const id = items.find(({ pluginId }) => pluginId === 'media-audiobookshelf')?.id ?? '';

    await world.api.admin.call('PATCH', `/api/admin/integrations/${id}`, {
      settings: { publicUrl: 'https://listen.example.org/books/', apiKey: scene.server.apiKey },
    });

    const { book } = await world.api.user.call<{ book: Listen }>('GET', `/api/audiobooks/${asin}`);
    expect(book.listen?.[0]?.url).to.match(/^https:\/\/listen\.example\.org\/books\/item\/[\w-]+$/);
  });

  describe('and what comes next', () => {
    interface State {
      readonly on: boolean;
      readonly servers: readonly string[];
      readonly heard: number;
    }
    interface Row {
      readonly asin: string;
      readonly series: readonly { readonly id?: string; readonly part?: string }[];
    }

    const own = (on: boolean, asks: boolean) => scene.world.api.user.call<State>('PUT', '/api/user/listening', { on, asks });
    const nextRow = async () => {
      const { sections } = await scene.world.api.user.call<{ sections: { id: string; items: { asin: string }[] }[] }>('GET', '/api/home');
      return sections.find(({ id }) => id === 'next-parts')?.items.map(({ asin }) => asin);
    };
    const partOf = ({ series }: Row) => Number(series[0]?.part);

    /** A playable book of a series that goes on with a part that is not the same book. */
    async function bookAndNext(): Promise<{ readonly asin: string; readonly next: string }> {
      const { user } = scene.world.api;
      for (const { asin } of scene.world.sims.playable) {
        const { book } = await user.call<{ book: Row }>('GET', `/api/audiobooks/${asin}`);
        const id = book.series[0]?.id;
        if (id === undefined || Number.isNaN(partOf(book))) continue;
        const { items } = await user.call<{ items: Row[] }>('GET', `/api/series/${id}/books?limit=50`);
        const next = items.find((other) => partOf(other) === partOf(book) + 1 && other.series[0]?.id === id);
        if (next) return { asin, next: next.asin };
      }
      throw new Error('no playable book is continued');
    }

    it('stands on the home page of whoever linked their account and switched it on, and is requested when they are nearly through', async () => {
      const { world, server } = scene;
      const { user, admin } = world.api;
      const { items } = await admin.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
      const integration = items.find(({ pluginId }) => pluginId === 'media-audiobookshelf')?.id ?? '';
      const { asin, next } = await bookAndNext();
      const { book } = await user.call<{ book: { availability: string } }>('GET', `/api/audiobooks/${asin}`);
      if (book.availability !== 'available') await world.until(await world.request(asin), 'available');
      await admin.call('PATCH', `/api/admin/integrations/${integration}`, { settings: { allowSignIn: true } });
      await user.call('POST', `/api/user/identities/${integration}/login`, { ...server.root, currentPassword: world.userPassword });
      const listed = (await server.items(scene.library.id)).find(({ media }) => media.metadata.asin === asin);
      const hear = (progress: number) =>
        server.call('PATCH', `/api/me/progress/${listed?.id}`, { duration: 1000, currentTime: progress * 1000, progress });

      await hear(0.4);
      expect(await user.call<State>('GET', '/api/user/listening')).to.include({ on: false, heard: 0 });
      expect(await nextRow()).to.equal(undefined);
      expect((await own(true, true)).servers).to.deep.equal(['Audiobookshelf']);
      await until(async () => (await nextRow())?.includes(next), { what: 'the next part' });
      const asked = async () =>
        (await user.call<{ items: { book: { asin: string }; origin: string }[] }>('GET', '/api/requests')).items.filter(
          (request) => request.book.asin === next,
        );
      expect(await asked()).to.deep.equal([]);

      await hear(0.95);
      await own(true, true);
      await until(async () => (await asked()).length > 0, { what: 'the request for the next part' });
      expect((await asked()).map(({ origin }) => origin)).to.deep.equal(['listening']);

      expect(await own(false, false)).to.include({ on: false, heard: 0 });
      expect(await nextRow()).to.equal(undefined);
    });
  });
});
