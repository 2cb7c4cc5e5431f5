import { join } from 'node:path';
import type { CatalogBook, DownloadStatus, Protocol } from '@lectern/plugin-api';
import { expect } from 'chai';
import sinon from 'sinon';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { catalogBook, createTakeInWorld, type TakeInWorld } from './take-in-world.spec.support.js';

const BOOKS = ['Dune', 'Emma', 'Persuasion', 'Ulysses'].map((title, n) =>
  catalogBook(`B00000000${n}`, title, `Author ${title}`, 1260, { releaseDate: '2006-12-31' }),
);

describe('filing books whose files download clients have', () => {
  let world: TakeInWorld;

  beforeEach(async () => {
    world = await createTakeInWorld('sqlite');
    world.scene.books = BOOKS;
  });
  afterEach(() => world.dispose());

  const ALL = { confidences: ['certain', 'likely'] };
  async function file(id: string): Promise<void> {
    await world.admin.post(`/api/admin/take-ins/${id}/accept`, { how: 'file', ...ALL });
    await world.work();
  }
  const shown = async (id: string) => (await world.books(id)).map(({ name, state, fault }) => [name, state, fault] as const);

  /** A download client that was given its downloads by somebody else. */
  function client(protocol: Protocol, items: Partial<DownloadStatus>[] | Error) {
    const list = async (asked: object) => {
      expect(asked).to.include({ category: '', everything: true });
      if (items instanceof Error) throw items;
      return items;
    };
    const call = (_: string, ask: (provider: unknown, rest: object) => unknown) => ask({ protocols: [protocol], list }, {});
    return { integrationId: 'none', name: protocol, call: sinon.spy(call) as never } as unknown as BoundProvider<'downloadClient'>;
  }

  it('leaves alone what clients have of which Lectern knows nothing, and asks each of them once', async () => {
    for (const [n, name] of ['Seeded', 'Fetched', 'Inside/Deep', 'Free'].entries()) {
      const { title, authors } = BOOKS[n] as CatalogBook;
      await world.audio(`${name}/book.m4b`, { minutes: 1260, tags: { album: title, artist: authors[0]?.name ?? '' } });
    }
    const at = (path: string) => ({ contentPath: join(world.root, path), state: 'seeding' as const });
    const torrents = client('torrent', [at('Seeded'), at('Inside/Deep/book.m4b'), { contentPath: '/' }, { contentPath: 'Free' }, {}]);
    const usenet = client('usenet', [
      { ...at('Free'), state: 'completed' },
      { name: 'Fetched', savePath: world.root, state: 'downloading' },
    ]);
    world.scene.clients = [torrents, usenet];
    const id = await world.takeIn();

    await file(id);

    const faults = Object.fromEntries((await shown(id)).map(([name, , fault]) => [name, String(fault).replace(/“[^”]+”/, '…')]));
    expect(faults).to.deep.include({
      Seeded: '… is still used by the download client torrent.',
      'Inside/Deep': '… is still used by the download client torrent.',
      Fetched: '… is still used by the download client usenet.',
    });
    expect(faults['Free']).to.equal('null');
    expect([torrents, usenet].map((one) => (one.call as unknown as sinon.SinonSpy).callCount)).to.deep.equal([1, 1]);
  });

  it('files nothing while a client does not say what it has, and names it', async () => {
    await world.audio('Dune/book.m4b', { minutes: 1260, tags: { album: 'Dune', artist: 'Author Dune' } });
    world.scene.clients = [client('torrent', new Error('It does not answer.'))];
    const id = await world.takeIn();

    const preview = await world.admin.get<{ items: { reason: string | null }[] }>(`/api/admin/take-ins/${id}/filing?limit=50`);
    await file(id);

    const reason = 'torrent does not answer, and it may use the files. Check it among the integrations, then file the book again.';
    expect(preview.body.items.map((item) => item.reason)).to.deep.equal([reason]);
    expect((await shown(id)).map(([, state, fault]) => [state, fault])).to.deep.equal([['refused', reason]]);
    world.scene.clients = [];
    await file(id);
    expect((await shown(id)).map(([, state]) => state)).to.deep.equal(['filed']);
  });
});
