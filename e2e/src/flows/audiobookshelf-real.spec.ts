import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { LecternApiError } from '@lectern/demo';
import { requireOrSkip, until, type RealAudiobookshelf, type RealLibrary } from '@lectern/testbed';
import { expect } from 'chai';
import type { World } from '../world.js';
import { startAudiobookshelfWorld, type AudiobookshelfWorld } from './audiobookshelf-world.spec.support.js';

interface Book {
  readonly availability: string;
  readonly ebookItem: { readonly title: string } | null;
}

interface CatalogueBook {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly { readonly name: string }[];
  readonly narrators: readonly string[];
  readonly series: readonly { readonly name: string; readonly part?: string }[];
}

interface Check {
  readonly ok: boolean;
  readonly version?: string;
  readonly details?: readonly string[];
  readonly error?: { readonly code: string; readonly field?: string };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof LecternApiError ? `${error.status} ${error.code}` : String(error);
}

requireOrSkip('audiobookshelf', 'ffmpeg')('with the real Audiobookshelf', () => {
  let scene: AudiobookshelfWorld;
  let server: RealAudiobookshelf;
  let library: RealLibrary;
  let world: World;

  const asinOf = (index: number) => world.sims.playable[index]?.asin ?? '';
  const bookOf = async (asin: string) => (await world.api.user.call<{ book: Book }>('GET', `/api/audiobooks/${asin}`)).book;
  const catalogueBook = async (asin: string) => {
    const answer = await world.api.user.call<{ book: CatalogueBook }>('GET', `/api/audiobooks/${asin}`);
    return answer.book;
  };
  const scanUntil = (what: string, test: () => Promise<boolean>) =>
    until(
      async () => {
        await world.api.admin.call('POST', '/api/admin/library/scan');
        return test();
      },
      { everyMs: 500, what },
    );
  const check = (apiKey: string, settings: Record<string, unknown> = {}) =>
    world.api.admin.call<Check>('POST', '/api/admin/integrations/check', {
      pluginId: 'media-audiobookshelf',
      settings: { baseUrl: server.url, apiKey, ...settings },
    });

  before(async () => {
    scene = await startAudiobookshelfWorld();
    ({ server, library, world } = scene);
  });
  after(() => scene?.stop());

  it('a requested book becomes available through its scan, as one item with what the catalogue says', async () => {
    const id = await world.request(asinOf(0));
    const done = await world.until(id, 'available');

    const items = await server.items(library.id);
    expect(items.map(({ path }) => path)).to.deep.equal([done.files?.directory]);
    expect(items[0]?.media.metadata).to.include({ title: world.sims.playable[0]?.title });
    await until(async () => (await server.items(library.id))[0]?.media.metadata.asin === asinOf(0), { what: 'the ASIN' });
    await server.scan(library.id);
    expect(await server.items(library.id)).to.have.length(1);
  });

  it('an ebook is the ebook of the book, and not the audiobook', async () => {
    const asin = asinOf(1);
    const { request } = await world.api.user.call<{ request: { id: string } }>('POST', '/api/requests', { asin, type: 'ebook' });
    await world.until(request.id, 'downloaded');
    await server.scan(library.id);

    await scanUntil('the ebook in the library', async () => (await bookOf(asin)).ebookItem !== null);

    const items = await server.items(library.id);
    expect(items.filter(({ media }) => media.ebookFile && !media.tracks?.length)).to.have.length(1);
    expect((await bookOf(asin)).availability).to.equal('none');
    expect(await refusal(world.api.admin.call('POST', '/api/requests', { asin, type: 'ebook' }))).to.equal('409 already_available');
    const audiobook = await world.request(asin);
    expect((await world.look(audiobook)).status).to.not.equal('available');
    await world.until(audiobook, 'available');
  });

  it('a book deleted there is noticed, and its request says so', async () => {
    const asin = asinOf(0);
    const [item] = (await server.items(library.id)).filter(({ media }) => media.metadata.asin === asin);
    await server.call('DELETE', `/api/items/${item?.id}?hard=1`);

    await scanUntil('the loss', async () => (await bookOf(asin)).availability !== 'available');

    const { items } = await world.api.user.call<{ items: { id: string; book: { asin: string }; status: string }[] }>(
      'GET',
      '/api/requests',
    );
    expect(items.find(({ book }) => book.asin === asin)?.status).to.equal('downloaded');
  });

  it('embedding metadata into copied files does not change the download', async () => {
    const hashes = async (folder: string) => {
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mp3')).sort();
      const hash = async (name: string) =>
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex');
      return Promise.all(names.map(hash));
    };
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { copyFiles: true, writeTags: 'never' } });
    const done = await world.until(await world.request(asinOf(2)), 'available');
    const folder = done.files?.directory ?? '';
    const [item] = (await server.items(library.id)).filter(({ path }) => path === folder);
    const before = { downloads: await hashes(world.dirs.downloads), library: await hashes(folder) };

    await server.call('POST', `/api/tools/item/${item?.id}/embed-metadata`);
    await until(async () => (await hashes(folder)).every((hash) => !before.library.includes(hash)), { what: 'the embedded metadata' });

    expect(done.files?.methods).to.include({ copy: before.library.length }).and.not.include.keys('link');
    expect(before.downloads).to.include.members(before.library);
    expect(await hashes(world.dirs.downloads)).to.deep.equal(before.downloads);
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { copyFiles: false, writeTags: 'own' } });
  });

  it('the tags that were written are read from the files, without a file beside them', async () => {
    const asin = asinOf(3);
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { writeTags: 'all', writeSidecar: false } });
    const done = await world.until(await world.request(asin), 'available');
    const [item] = (await server.items(library.id)).filter(({ path }) => path === done.files?.directory);

    const read = await server.call<{ media: { metadata: Record<string, unknown>; audioFiles: { metaTags: Record<string, string> }[] } }>(
      'GET',
      `/api/items/${item?.id}?expanded=1`,
    );
    const { title, subtitle, authors, narrators, series } = await catalogueBook(asin);
    for (const { metaTags } of read.media.audioFiles) expect(metaTags['tagASIN']).to.equal(asin);
    expect(read.media.metadata).to.include({
      title,
      ...(subtitle === undefined ? {} : { subtitle }),
      authorName: authors.map(({ name }) => name).join(', '),
      narratorName: narrators.join(', '),
      seriesName: series.map(({ name, part }) => (part === undefined ? name : `${name} #${part}`)).join(', '),
    });
    await world.api.admin.call('PATCH', '/api/admin/settings', { library: { writeTags: 'own', writeSidecar: true } });
  });

  it('the test reports the version, a key’s rights, and that one may read nothing', async () => {
    const reader = await server.addUser('reader');
    const blind = await server.addUser('blind', { permissions: { accessAllLibraries: false } });

    const full = await check(server.apiKey);
    const readOnly = await check(reader);
    const nothing = await check(blind);

    expect(full).to.include({ ok: true });
    expect(full.version).to.match(/^\d+\.\d+\.\d+$/);
    expect(full.details?.join(' ')).to.match(/can read, start scans and write ASINs\..*One book library can be read/);
    expect(readOnly.details?.join(' ')).to.match(/cannot start scans/);
    expect(nothing).to.deep.include({ ok: false });
    expect(nothing.error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'apiKey' });
  });

  it('the test reports where it and Lectern do not fit together: OpenID with a port, and a folder outside', async () => {
    const hints = async (settings: Record<string, unknown> = {}) =>
      (await check(server.apiKey, settings)).details?.filter((line) => /Lectern/.test(line)) ?? [];
    const openId = { allowSignIn: true, signInWith: 'openid' };
    const allow = (...uris: string[]) => server.call('PATCH', '/api/auth-settings', { authOpenIDMobileRedirectURIs: uris });
    const patch = (change: object) => world.api.admin.call('PATCH', '/api/admin/settings', change);
    expect(await hints(openId)).to.deep.equal([]);

    await patch({ server: { publicUrl: 'http://lectern.example.org:3939' } });
    expect((await hints(openId)).join()).to.match(/cannot come back to http:\/\/lectern\.example\.org:3939/);
    await allow('*');
    expect(await hints(openId)).to.deep.equal([]);
    await allow('audiobookshelf://oauth');
    await patch({ server: { publicUrl: 'https://lectern.example.org' } });
    expect(await hints(openId)).to.deep.equal([]);
    await patch({ server: { publicUrl: null } });

    const elsewhere = join(scene.dir, 'elsewhere');
    await mkdir(elsewhere);
    await patch({ library: { path: elsewhere } });
    const outside = await hints();
    await patch({ library: { path: world.sims.libraryDir } });
    expect(outside.join())
      .to.include(`into ${await realpath(elsewhere)}, which lies in no folder`)
      .and.include(world.sims.libraryDir);
    expect(await hints()).to.deep.equal([]);
  });

  it('a key is not mistaken for an old token if another program used one of the same account', async () => {
    const { user } = await server.call<{ user: { token: string } }>('POST', '/login', server.root);
    await server.call('GET', '/api/me', undefined, user.token);

    expect((await check(user.token)).details?.join(' ')).to.match(/old kind/);
    expect((await check(server.apiKey)).details?.join(' ')).to.not.match(/old kind/);
  });

  it('it takes return addresses for OpenID only without a port, as the README of the plugin says', async () => {
    const allow = (uri: string) =>
      server.call<{ updated: boolean }>('PATCH', '/api/auth-settings', { authOpenIDMobileRedirectURIs: [uri] });

    expect((await allow('http://127.0.0.1:3939/sign-in/return/abs')).updated).to.equal(false);
    expect((await allow('https://lectern.example.org/sign-in/return/abs')).updated).to.equal(true);
  });
});
