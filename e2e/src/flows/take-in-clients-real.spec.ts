import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoBooks } from '@lectern/simulators';
import { makeBookFolder, makeTorrent, nativeTorrent, requireOrSkip, startDaemon, until, type Daemon } from '@lectern/testbed';
import { expect } from 'chai';
import { startWorld, type World } from '../world.js';

/** The books of the folder, and the client in which somebody else seeds each. */
const BOOKS = [
  { asin: 'B0DEMO0001', client: 'Transmission' },
  { asin: 'B0DEMO0002', client: 'qBittorrent' },
  { asin: 'B0DEMO0006', client: undefined },
] as const;

const FILES_EACH = 2;
const SETTLED = new Set(['read', 'refused', 'filed']);

interface TakenBook {
  readonly path: string;
  readonly state: string;
  readonly book: { readonly asin: string } | null;
  readonly fault: string | null;
}

requireOrSkip('transmission', 'qbittorrent')('filing a folder that real download clients seed', () => {
  let dir: string;
  let shelf: string;
  let world: World;
  let taken: string;
  const daemons = new Map<string, Daemon>();
  const hashes = new Map<string, string>();

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-e2e-take-in-'));
    shelf = join(dir, 'shelf');
    await mkdir(shelf);
    daemons.set('Transmission', await startDaemon('transmission', join(dir, 'transmission')));
    daemons.set('qBittorrent', await startDaemon('qbittorrent', join(dir, 'qbittorrent')));
    const clients = [...daemons].map(([name, { url, username, password }]) => ({
      pluginId: `client-${name.toLowerCase()}`,
      name,
      settings: { baseUrl: url, username, password },
    }));
    world = await startWorld({
      integrations: (defaults) => [...defaults.filter(({ pluginId }) => !pluginId.startsWith('client-')), ...clients],
      env: { LECTERN_BROWSE_ROOTS: shelf },
    });
    for (const { asin, client } of BOOKS) {
      const folder = await makeFolder(asin);
      if (client) hashes.set(client, await seedByOther(client, folder));
    }
  });

  after(async () => {
    await world?.stop();
    for (const daemon of daemons.values()) await daemon.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function makeFolder(asin: string): Promise<string> {
    const book = demoBooks.find((one) => one.asin === asin);
    if (!book) throw new Error(`no demo book ${asin}`);
    const author = book.authors[0]?.name ?? '';
    const folder = join(shelf, `${author} - ${book.title}`);
    await makeBookFolder(folder, { author, title: book.title, files: FILES_EACH, secondsPerFile: 30 });
    return folder;
  }

  const daemonOf = (client: string): Daemon => {
    const daemon = daemons.get(client);
    if (!daemon) throw new Error(`no client ${client}`);
    return daemon;
  };
  const native = (client: string) => nativeTorrent(daemonOf(client), hashes.get(client) ?? '');
  const provider = (client: string) => {
    const found = world.app.services.host.providers('downloadClient').find(({ name }) => name === client);
    if (!found) throw new Error(`no integration ${client}`);
    return found;
  };

  /** Has a client seed a folder where it is, in no category of Lectern's. @returns the info hash */
  async function seedByOther(client: string, folder: string): Promise<string> {
    const { bytes, infoHash } = makeTorrent({ content: folder, pieceLength: 32_768 });
    const options = { name: 'Of somebody else', category: 'mine', savePath: shelf };
    await provider(client).call('add', (api, call) => api.add({ kind: 'torrent', bytes, infoHash }, { ...options, ...call }));
    const isSeeding = async () => (await nativeTorrent(daemonOf(client), infoHash))?.isSeeding === true;
    await until(isSeeding, { what: `${client} to seed` });
    return infoHash;
  }

  async function filesOf(folder: string): Promise<Map<string, string>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.mp3'))
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(await Promise.all(paths.map(async (path) => [path, (await readFile(path)).toString('base64')] as const)));
  }

  /** The books once none of them is being worked on, by ASIN. */
  async function books(id: string): Promise<Map<string, TakenBook>> {
    const list = async () => (await world.api.admin.call<{ items: TakenBook[] }>('GET', `/api/admin/take-ins/${id}/books`)).items;
    const settled = async () => {
      const found = await list();
      return found.length === BOOKS.length && found.every(({ state }) => SETTLED.has(state)) ? found : undefined;
    };
    const found = await until(settled, { what: 'the books of the folder' }).catch(async (error: unknown) => {
      throw new Error(`They are ${JSON.stringify((await list()).map(({ state, fault }) => [state, fault]))}`, { cause: error });
    });
    return new Map(found.map((book) => [book.book?.asin ?? '', book]));
  }

  const file = (id: string) =>
    world.api.admin.call('POST', `/api/admin/take-ins/${id}/accept`, { confidences: ['certain', 'likely', 'unsure'], how: 'file' });

  it('moves what is free, leaves what is seeded, and names the client', async () => {
    const { admin } = world.api;
    const before = await filesOf(shelf);
    await admin.call('POST', '/api/admin/take-ins', { path: shelf });
    const { items } = await admin.call<{ items: { id: string }[] }>('GET', '/api/admin/take-ins');
    taken = items[0]?.id ?? '';
    await books(taken);

    await file(taken);

    const after = await books(taken);
    const left = await filesOf(shelf);
    for (const { asin, client } of BOOKS) {
      const { state, fault, path } = after.get(asin) ?? {};
      if (client === undefined) {
        expect([state, fault]).to.deep.equal(['filed', null]);
        expect([...left.keys()].filter((name) => name.startsWith(`${path}/`))).to.deep.equal([]);
      } else {
        expect([state, fault]).to.deep.equal(['refused', `“${path}” is still used by the download client ${client}.`]);
        const ofBook = (files: Map<string, string>) => [...files].filter(([name]) => name.startsWith(`${path}/`));
        expect(ofBook(left)).to.have.length(FILES_EACH);
        expect(ofBook(left)).to.deep.equal(ofBook(before));
        expect((await native(client))?.isSeeding, `${client} still seeds`).to.equal(true);
      }
    }
    expect(await filesOf(world.dirs.library)).to.have.length(FILES_EACH);
  });

  it('moves the rest once the clients have let go of it', async () => {
    for (const [client, infoHash] of hashes)
      await provider(client).call('remove', (api, call) => api.remove(infoHash, { deleteData: false, ...call }));

    await file(taken);

    const after = await books(taken);
    expect([...after.values()].map(({ state, fault }) => [state, fault])).to.deep.equal(BOOKS.map(() => ['filed', null]));
    expect(await filesOf(world.dirs.library)).to.have.length(BOOKS.length * FILES_EACH);
  });
});
