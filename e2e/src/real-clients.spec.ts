import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  contentFrom,
  demoBooks,
  makeBookFolder,
  makeTorrent,
  requireOrSkip,
  startDaemon,
  startSeeder,
  startTracker,
  until,
  type Daemon,
  type DaemonName,
  type DemoIntegration,
  type DemoRelease,
  type Seeder,
  type TestContent,
  type TestTorrent,
  type Tracker,
} from '@lectern/demo';
import { expect } from 'chai';
import { startWorld, type World } from './world.js';

const ASIN = 'B0DEMO0001';
const FILES = ['CD1/01 - A Scandal.mp3', 'CD1/02 - The League.mp3', 'CD2/01 - The Carbuncle.mp3', 'CD2/02 - The Band.mp3'];

/** Bytes and link count of a file. */
interface FileFacts {
  readonly sha256: string;
  readonly inode: number;
  readonly links: number;
}

async function factsOf(path: string): Promise<FileFacts> {
  const { ino, nlink } = await stat(path);
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { sha256, inode: ino, links: nlink };
}

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Remembers how many links each inode below a folder had when it was first seen: a client renames what it finishes. */
function watchFirstLinks(dir: string): { readonly first: Map<number, number>; end(): void } {
  const first = new Map<number, number>();
  const look = async () => {
    for (const path of await filesBelow(dir)) {
      const found = await stat(path).catch(() => undefined);
      if (found && !first.has(found.ino)) first.set(found.ino, found.nlink);
    }
  };
  const timer = setInterval(() => void look(), 25);
  return { first, end: () => clearInterval(timer) };
}

/** What Transmission itself says of a torrent: 6 is seeding. */
async function transmissionSeeds(daemon: Daemon, infoHash: string): Promise<boolean> {
  const call = (session: string) =>
    fetch(`${daemon.url}/transmission/rpc`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${daemon.username}:${daemon.password}`).toString('base64')}`,
        'x-transmission-session-id': session,
      },
      body: JSON.stringify({ method: 'torrent-get', arguments: { ids: [infoHash], fields: ['status', 'percentDone', 'error'] } }),
    });
  const refused = await call('');
  const answer = (await (await call(refused.headers.get('x-transmission-session-id') ?? '')).json()) as {
    arguments: { torrents: { status: number; percentDone: number; error: number }[] };
  };
  const [torrent] = answer.arguments.torrents;
  return torrent?.status === 6 && torrent.percentDone === 1 && torrent.error === 0;
}

/** What qBittorrent itself says of a torrent. */
async function qbittorrentSeeds(daemon: Daemon, infoHash: string): Promise<boolean> {
  const { username, password } = daemon;
  const login = await fetch(`${daemon.url}/api/v2/auth/login`, { method: 'POST', body: new URLSearchParams({ username, password }) });
  const cookie = login.headers.getSetCookie().map((line) => line.split(';')[0]);
  const answer = await fetch(`${daemon.url}/api/v2/torrents/info?hashes=${infoHash}`, { headers: { cookie: cookie.join('; ') } });
  const [torrent] = (await answer.json()) as { state: string; progress: number }[];
  return torrent?.progress === 1 && ['uploading', 'stalledUP', 'forcedUP', 'queuedUP'].includes(torrent.state);
}

const CLIENTS: readonly {
  readonly part: DaemonName;
  readonly name: string;
  readonly pluginId: string;
  readonly seeds: (daemon: Daemon, infoHash: string) => Promise<boolean>;
}[] = [
  { part: 'transmission', name: 'Transmission', pluginId: 'client-transmission', seeds: transmissionSeeds },
  { part: 'qbittorrent', name: 'qBittorrent', pluginId: 'client-qbittorrent', seeds: qbittorrentSeeds },
];

for (const { part, name, pluginId, seeds } of CLIENTS) {
  requireOrSkip(...new Set<DaemonName>([part, 'qbittorrent']))(`from a request to the library with the real ${name}`, function () {
    this.timeout(60_000);

    let dir: string;
    let tracker: Tracker;
    let seeder: Seeder;
    let daemon: Daemon;
    let content: TestContent;
    let torrent: TestTorrent;
    let world: World;
    const book = demoBooks.find((entry) => entry.asin === ASIN);
    const title = book?.title ?? '';

    before(async function () {
      this.timeout(60_000);
      dir = await mkdtemp(join(tmpdir(), 'lectern-e2e-real-'));
      tracker = await startTracker({ interval: 2 });
      [seeder, daemon] = await Promise.all([
        startSeeder({ workDir: join(dir, 'seeder'), tracker }),
        startDaemon(part, join(dir, 'daemon')),
      ]);
      const folder = join(dir, 'seeds', `${book?.authors[0]?.name} - ${title} (${book?.narrators?.[0]}) [MP3]`);
      await makeBookFolder(folder, {
        author: book?.authors[0]?.name ?? '',
        title,
        narrator: book?.narrators?.[0],
        files: FILES,
        bitrateKbps: 32,
        secondsPerFile: 60 / FILES.length,
      });
      content = contentFrom(folder);
      torrent = makeTorrent({ content: folder, announce: tracker.announce, private: true, pieceLength: 16_384 });
      await seeder.seed(torrent, folder);
      world = await startWorld({ integrations: withRealClient, downloadDir: daemon.downloads });
      const release: DemoRelease = {
        title: `${title} by ${book?.authors[0]?.name} [ENG / MP3] [Narrated by ${book?.narrators?.[0]}]`,
        size: torrent.size,
        protocol: 'torrent',
        seeders: 1,
        indexerId: 1,
        infoHash: torrent.infoHash,
        payload: { torrent: torrent.bytes },
      };
      // instead of the demo's own, which has no tracker
      const own = world.sims.prowlarr.releases.findIndex((entry) => entry.title === release.title);
      world.sims.prowlarr.releases.splice(own, 1, release);
    });

    after(async function () {
      this.timeout(60_000);
      await world?.stop();
      await Promise.all([daemon?.stop(), seeder?.stop()]);
      await tracker?.close();
      await rm(dir, { recursive: true, force: true });
    });

    function withRealClient(defaults: readonly DemoIntegration[]): readonly DemoIntegration[] {
      const { url, username, password } = daemon;
      return defaults.map((entry) =>
        entry.pluginId === 'client-transmission' ? { pluginId, name, settings: { baseUrl: url, username, password } } : entry,
      );
    }

    it('downloads, hardlinks, finds and announces the book, and goes on seeding it', async () => {
      const { sims, api } = world;
      const source = new Map<string, FileFacts>();
      for (const file of content.files) source.set(file.path, await factsOf(join(content.dir, file.path)));
      const links = watchFirstLinks(daemon.downloads);
      const started = Date.now();

      const id = await world.request(ASIN);
      const request = await world.until(id, 'available', 55_000).finally(() => links.end());
      console.log(`      available after ${((Date.now() - started) / 1000).toFixed(1)} s`);

      expect(request.timeline.map((entry) => entry.event)).to.deep.equal([
        'created',
        'search_started',
        'winner_found',
        'grabbed',
        'download_completed',
        'import_planned',
        'import_done',
        'library_match',
      ]);
      expect(request.stages.map((entry) => entry.state)).to.deep.equal(['done', 'done', 'done', 'done', 'done', 'done']);
      expect(request.reason).to.equal(null);

      const directory = request.files?.directory ?? '';
      expect(directory.startsWith(world.dirs.library)).to.equal(true);
      expect(request.files?.methods['link'], 'files placed by hardlink').to.equal(FILES.length);
      const placed = new Map<number, string>();
      for (const path of await filesBelow(directory)) placed.set((await stat(path)).ino, path);
      for (const { path } of content.files) {
        const before = source.get(path);
        const after = await factsOf(join(daemon.downloads, content.name, path));
        expect(links.first.get(after.inode), `links of ${path} before the import`).to.equal(1);
        expect(after.links, `links of ${path} after the import`).to.equal(2);
        expect(placed.has(after.inode), `${path} is the file in the library`).to.equal(true);
        expect(after.sha256, `bytes of ${path} in the seeding copy`).to.equal(before?.sha256);
        // the files the seeder reads are nobody's business
        expect(await factsOf(join(content.dir, path))).to.deep.equal(before);
      }
      expect(await seeds(daemon, torrent.infoHash), `${name} still seeds it`).to.equal(true);

      const [row, ...more] = await world.app.services.database.read.all<{ contentHash: string; manifest: string; directory: string }>(
        'SELECT content_hash, manifest, directory FROM imports WHERE request_id = ?',
        [id],
      );
      expect(more).to.deep.equal([]);
      expect(row?.contentHash).to.match(/^[\w-]*:?[0-9a-f]{64}$/);
      const manifest = JSON.parse(row?.manifest ?? '{}') as { files: { path: string; method: string }[] };
      const linked = manifest.files.filter((file) => file.method === 'link').map((file) => file.path);
      expect(linked.map((path) => basename(path))).to.have.length(FILES.length);
      for (const path of linked) expect([...placed.values()]).to.include(join(directory, path));

      const { book: shown } = await api.user.call<{ book: { availability: string; libraryItem: { title: string } | null } }>(
        'GET',
        `/api/audiobooks/${ASIN}`,
      );
      expect(shown.availability).to.equal('available');
      expect(shown.libraryItem?.title).to.equal(title);
      expect(sims.audiobookshelf.items().filter((item) => item.book.metadata.title === title)).to.have.length(1);

      const announced = () => sims.discord.messages.filter((message) => JSON.stringify(message).includes(title));
      await until(() => announced().length > 0, { timeoutMs: 5_000, what: 'the announcement' });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(announced()).to.have.length(1);
    });
  });
}
