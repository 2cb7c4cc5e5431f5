import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type DemoIntegration } from '@lectern/demo';
import {
  makeTorrent,
  nativeTorrent,
  requireOrSkip,
  startDaemon,
  until,
  type Daemon,
  type DaemonName,
  type RealPart,
} from '@lectern/testbed';
import { expect } from 'chai';
import { oneIn } from '../long-run.spec.support.js';
import { startNewsSource, startSwarmSource, startWebSeedSource } from './real-clients-source.spec.support.js';
import type { BookSource, OfferedBook } from './real-clients-source.spec.support.js';
import { startWorld, type World } from '../world.js';

const ASIN = 'B0DEMO0001';
const ANOTHER_ASIN = 'B0DEMO0006';
const MISLED_ASIN = 'B0DEMO0002';
const BROUGHT_FILE_ASIN = 'B0DEMO0007';
const BROUGHT_MAGNET_ASIN = 'B0DEMO0017';
const SAID = { title: 'The Moonstone', author: 'Wilkie Collins' };

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

/** Remembers how many links each inode below a folder had when it was first seen: a client renames finished files. */
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

/** Counts the jobs in SABnzbd's queue and history. */
async function sabnzbdJobs(daemon: Daemon): Promise<number> {
  const ask = async (mode: string) => {
    const answer = await fetch(`${daemon.url}/api?mode=${mode}&output=json&apikey=${daemon.apiKey}`);
    return ((await answer.json()) as Record<string, { slots: unknown[] }>)[mode]?.slots.length ?? 0;
  };
  return (await ask('queue')) + (await ask('history'));
}

/** Counts the jobs in NZBGet's queue and history. */
async function nzbgetJobs(daemon: Daemon): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${daemon.username}:${daemon.password}`).toString('base64')}`;
  const ask = async (method: string) => {
    // it leaves the connection in a bad state after some answers
    const headers = { authorization, connection: 'close' };
    const answer = await fetch(`${daemon.url}/jsonrpc`, { method: 'POST', headers, body: JSON.stringify({ method, params: [] }) });
    return ((await answer.json()) as { result: unknown[] }).result.length;
  };
  return (await ask('listgroups')) + (await ask('history'));
}

interface RealClient {
  readonly part: DaemonName;
  readonly needs: readonly RealPart[];
  readonly name: string;
  readonly settings: (daemon: Daemon) => Record<string, unknown>;
  readonly start: (dir: string) => Promise<BookSource>;
  /** Starts a source that can be slowed down, where the usual one cannot. */
  readonly startSlow?: (dir: string) => Promise<BookSource>;
  /** Counts the jobs that a Usenet client has. */
  readonly jobs?: (daemon: Daemon) => Promise<number>;
}

const IMPORTED = 'lectern-imported';

function torrents(daemon: Daemon): Record<string, unknown> {
  return { ...byPassword(daemon), importedCategory: IMPORTED };
}

function byPassword({ url, username, password }: Daemon): Record<string, unknown> {
  return { baseUrl: url, username, password };
}

const CLIENTS: readonly RealClient[] = [
  {
    part: 'transmission',
    needs: ['qbittorrent'],
    name: 'Transmission',
    settings: torrents,
    start: startSwarmSource,
    startSlow: startWebSeedSource,
  },
  {
    part: 'qbittorrent',
    needs: [],
    name: 'qBittorrent',
    settings: torrents,
    start: startSwarmSource,
    startSlow: startWebSeedSource,
  },
  {
    part: 'sabnzbd',
    needs: ['par2', '7z'],
    name: 'SABnzbd',
    settings: ({ url, apiKey, category }) => ({ baseUrl: url, apiKey, category }),
    start: startNewsSource,
    jobs: sabnzbdJobs,
  },
  {
    part: 'nzbget',
    needs: ['par2', '7z'],
    name: 'NZBGet',
    settings: (daemon) => ({ ...byPassword(daemon), category: daemon.category }),
    start: startNewsSource,
    jobs: nzbgetJobs,
  },
];

const EVENTS = [
  'created',
  'search_started',
  'winner_found',
  'grabbed',
  'download_completed',
  'import_planned',
  'import_done',
  'library_match',
];

/** Those of which nothing is left to the long run: one of torrents, and one of Usenet. */
const IN_FULL = oneIn(2, CLIENTS);

for (const real of CLIENTS) {
  const { part, name, jobs } = real;
  const isInFull = IN_FULL.includes(real);

  requireOrSkip(part, ...real.needs)(`from a request to the library with the real ${name}`, () => {
    let dir: string;
    let source: BookSource;
    let slowSource: BookSource;
    let daemon: Daemon;
    let world: World;
    /** The books of the first tests, which later ones need. */
    let shared: OfferedBook;
    let alone: OfferedBook;

    before(async () => {
      dir = await mkdtemp(join(tmpdir(), 'lectern-e2e-real-'));
      source = await real.start(dir);
      slowSource = real.startSlow ? await real.startSlow(dir) : source;
      daemon = await startDaemon(part, join(dir, 'daemon'), { env: source.env });
      const settings = real.settings(daemon);
      const withRealClient = (defaults: readonly DemoIntegration[]): readonly DemoIntegration[] =>
        defaults.map((entry) => (entry.pluginId === 'client-transmission' ? { pluginId: `client-${part}`, name, settings } : entry));
      world = await startWorld({ integrations: withRealClient, downloadDir: daemon.downloads });
    });

    after(async () => {
      await world?.stop();
      await daemon?.stop();
      await source?.close();
      if (slowSource !== source) await slowSource?.close();
      await rm(dir, { recursive: true, force: true });
    });

    /** The library has the book with the bytes of the source. @returns inode by path in the library */
    async function assertInLibrary(directory: string, content: OfferedBook['content']): Promise<Map<string, number>> {
      const audio = (await filesBelow(directory)).filter((path) => path.endsWith('.mp3'));
      const placed = await Promise.all(audio.map(async (path) => ({ path, ...(await factsOf(path)) })));
      const wanted = await Promise.all(content.files.map(async ({ path }) => (await factsOf(join(content.dir, path))).sha256));
      expect(placed.map(({ sha256 }) => sha256)).to.have.members(wanted);
      return new Map(placed.map(({ path, inode }) => [path, inode]));
    }

    it('downloads, hardlinks, finds and announces the book', async () => {
      const { sims, api } = world;
      const book = await source.offer(sims, ASIN);
      shared = book;
      const original = new Map<string, FileFacts>();
      for (const file of book.content.files) original.set(file.path, await factsOf(join(book.content.dir, file.path)));
      const links = watchFirstLinks(daemon.downloads);
      const started = Date.now();

      const id = await world.request(ASIN);
      const request = await world.until(id, 'available').finally(() => links.end());
      console.log(`      available after ${((Date.now() - started) / 1000).toFixed(1)} s`);

      expect(request.timeline.map((entry) => entry.event)).to.deep.equal(EVENTS);
      expect(request.stages.map((entry) => entry.state)).to.deep.equal(['done', 'done', 'done', 'done', 'done', 'done']);
      expect(request.reason).to.equal(null);

      const directory = request.files?.directory ?? '';
      expect(directory.startsWith(world.dirs.library)).to.equal(true);
      expect(request.files?.methods['link'], 'files placed by hardlink').to.equal(book.content.files.length);
      const placed = await assertInLibrary(directory, book.content);
      for (const inode of placed.values()) expect(links.first.get(inode), 'links before the import').to.equal(1);

      const [row, ...more] = await world.app.services.database.read.all<{ contentHash: string; manifest: string }>(
        'SELECT content_hash, manifest FROM imports WHERE request_id = ?',
        [id],
      );
      expect(more).to.deep.equal([]);
      expect(row?.contentHash).to.match(/^[\w-]*:?[0-9a-f]{64}$/);
      const manifest = JSON.parse(row?.manifest ?? '{}') as { files: { path: string; method: string }[] };
      const linked = manifest.files.filter((file) => file.method === 'link').map((file) => file.path);
      expect(linked.map((path) => basename(path))).to.have.length(book.content.files.length);
      for (const path of linked) expect([...placed.keys()]).to.include(join(directory, path));

      const { book: shown } = await api.user.call<{ book: { availability: string; libraryItem: { title: string } | null } }>(
        'GET',
        `/api/audiobooks/${ASIN}`,
      );
      expect(shown.availability).to.equal('available');
      expect(shown.libraryItem?.title).to.equal(book.title);
      expect(sims.audiobookshelf.items().filter((item) => item.book.metadata.title === book.title)).to.have.length(1);

      const announced = () => sims.discord.messages.filter((message) => JSON.stringify(message).includes(book.title));
      await until(() => announced().length > 0, { what: 'the announcement' });
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(announced()).to.have.length(1);
      // the files it was made of are nobody's business
      for (const [path, facts] of original) expect(await factsOf(join(book.content.dir, path))).to.deep.equal(facts);

      if (jobs) await assertTidiedUp(directory, book, jobs);
      else await assertSeedsOn(book, placed);
    });

    /** A torrent goes on being seeded from the very files that the library links to. */
    async function assertSeedsOn(book: OfferedBook, placed: ReadonlyMap<string, number>): Promise<void> {
      for (const { path } of book.content.files) {
        const after = await factsOf(join(daemon.downloads, book.content.name, path));
        expect(after.links, `links of ${path} after the import`).to.equal(2);
        expect([...placed.values()], `${path} is the file in the library`).to.include(after.inode);
      }
      const native = () => nativeTorrent(daemon, book.infoHash ?? '');
      await until(async () => (await native())?.labels.includes(IMPORTED), { what: 'the category for imported ones' });
      const { isSeeding, labels } = (await native()) ?? {};
      expect(isSeeding, `${name} still seeds it`).to.equal(true);
      expect(labels).to.not.include('lectern');
    }

    /** Nothing of a Usenet download is left in the client, and the library keeps its files. */
    async function assertTidiedUp(directory: string, book: OfferedBook, count: (daemon: Daemon) => Promise<number>): Promise<void> {
      await until(async () => (await count(daemon)) === 0, { what: 'the client to be tidied up' });
      await until(async () => (await filesBelow(daemon.downloads)).length === 0, { what: 'the leftovers to go' });
      await assertInLibrary(directory, book.content);
    }

    it('continues the download after a restart of the server in the middle of it', async () => {
      const book = await slowSource.offer(world.sims, ANOTHER_ASIN);
      slowSource.setSlow(true);
      const id = await world.request(ANOTHER_ASIN);
      const half = await world.untilRequest(
        id,
        'the middle of the download',
        ({ status, progress }) => status === 'downloading' && (progress?.fraction ?? 0) > 0,
      );
      expect(half.progress?.fraction).to.be.lessThan(1);

      await world.restart();
      expect((await world.look(id)).status).to.equal('downloading');
      slowSource.setSlow(false);
      const request = await world.until(id, 'available');

      expect(request.timeline.map((entry) => entry.event)).to.deep.equal(EVENTS);
      await assertInLibrary(request.files?.directory ?? '', book.content);
      if (book.infoHash) expect((await nativeTorrent(daemon, book.infoHash))?.isSeeding).to.equal(true);
      alone = book;
    });

    /** Has the client seed the files of a book by a torrent of somebody else's. @returns its info hash */
    async function crossSeed(book: OfferedBook): Promise<string> {
      const { bytes, infoHash } = makeTorrent({ content: book.content.dir, pieceLength: 32_768 });
      const options = { name: 'Cross-seed', category: 'mine', savePath: daemon.downloads };
      const [client] = world.app.services.host.providers('downloadClient').filter((one) => one.name === name);
      await client?.call('add', (provider, call) => provider.add({ kind: 'torrent', bytes, infoHash }, { ...options, ...call }));
      const seeds = async () => (await nativeTorrent(daemon, infoHash))?.isSeeding === true;
      await until(seeds, { what: 'the cross-seed' });
      return infoHash;
    }

    if (!jobs)
      it('removes torrents that were seeded enough, but neither the library’s files nor those of another torrent', async () => {
        const { admin } = world.api;
        const foreign = await crossSeed(shared);
        await admin.call('PATCH', '/api/admin/settings', { downloads: { seedMinutes: 0 } });
        await admin.call('POST', '/api/admin/jobs/downloads.seeding-sweep/run', {});

        const isGone = async ({ infoHash = '' }: OfferedBook) => (await nativeTorrent(daemon, infoHash)) === undefined;
        const areGone = async () => (await isGone(shared)) && (await isGone(alone));
        await until(areGone, { what: 'both torrents to go' });
        const left = join(daemon.downloads, alone.content.name);
        await until(async () => (await filesBelow(left)).length === 0, { what: 'the data to go' });

        expect((await nativeTorrent(daemon, foreign))?.isSeeding, 'the cross-seed still seeds').to.equal(true);
        const placed = (await filesBelow(world.dirs.library)).filter((path) => path.endsWith('.mp3'));
        const links = await Promise.all(placed.map(async (path) => (await factsOf(path)).links));
        const [own, both] = [alone, shared].map(({ content }) => content.files.length);
        expect(links.sort()).to.deep.equal([...Array<number>(own ?? 0).fill(1), ...Array<number>(both ?? 0).fill(2)]);
      });

    // the client does here what it does for each book; that it is told so is seen with one of its kind
    if (isInFull)
      it('blocks a release whose files are another book, and takes the next one', async () => {
        const { sims, app, api } = world;
        await api.admin.call('PATCH', '/api/admin/settings', { downloads: { seedRatio: 3, seedMinutes: null } });
        const book = await source.offer(sims, MISLED_ASIN);
        const wrong = await source.offerWrong(sims, MISLED_ASIN, SAID);

        const id = await world.request(MISLED_ASIN);
        const request = await world.until(id, 'available');

        expect(request.timeline.map((entry) => entry.event)).to.deep.equal([
          ...EVENTS.slice(0, EVENTS.indexOf('import_planned')),
          'import_broken',
          ...EVENTS.slice(EVENTS.indexOf('grabbed')),
        ]);
        const said = request.timeline.find(({ event }) => event === 'import_broken')?.message;
        expect(said).to.equal(`The files say they are “${SAID.title}” by ${SAID.author}.`);
        await assertInLibrary(request.files?.directory ?? '', book.content);
        const blocked = await app.services.database.read.all<{ reason: string }>('SELECT reason FROM blocklist WHERE asin = ?', [
          MISLED_ASIN,
        ]);
        expect(blocked).to.deep.equal([{ reason: said }]);
        if (wrong.infoHash) {
          // its rule says a ratio of 3, which nobody has taken from it
          expect((await nativeTorrent(daemon, wrong.infoHash))?.isSeeding, 'the wrong torrent is still seeded').to.equal(true);
          expect(await filesBelow(join(daemon.downloads, wrong.content.name))).to.have.length(wrong.content.files.length);
        } else {
          await until(async () => (await jobs?.(daemon)) === 0, { what: 'the client to be tidied up' });
        }
      });

    /** Brings a release to a request as an admin, whose trackers may be in the home network. @returns the candidate's id */
    async function bring(id: string, brought: { readonly magnet: string } | { readonly file: Buffer }): Promise<string> {
      const path = `/api/requests/${id}/own-release`;
      const { admin } = world.api;
      type Answer = { candidate: { id: string } };
      if ('magnet' in brought) return (await admin.call<Answer>('POST', `${path}/magnet`, brought)).candidate.id;
      const [to, type] = jobs ? ['nzb?name=brought.nzb', 'application/x-nzb'] : ['torrent', 'application/x-bittorrent'];
      return (await admin.call<Answer>('POST', `${path}/${to}`, new Blob([new Uint8Array(brought.file)], { type }))).candidate.id;
    }

    for (const [what, asin] of [
      ['file', BROUGHT_FILE_ASIN],
      ['magnet', BROUGHT_MAGNET_ASIN],
    ] as const) {
      // there are no magnets of Usenet
      if (!isInFull || (what === 'magnet' && jobs)) continue;
      it(`takes a ${what} that a person brings, and nothing else`, async () => {
        const { sims, api } = world;
        const book = await source.offer(sims, asin, what === 'magnet');
        sims.prowlarr.releases.splice(0);
        const id = await world.request(asin);
        await world.until(id, 'awaiting_search');
        const { file = Buffer.alloc(0), magnet = '' } = book;

        const candidateId = await bring(id, what === 'file' ? { file } : { magnet });
        await api.admin.call('POST', `/api/requests/${id}/select`, { candidateId, overrideGates: true });
        const request = await world.until(id, 'available');

        expect(request.timeline.map(({ event }) => event)).to.include.members([
          'release_brought',
          'candidate_chosen',
          'grabbed',
          'import_done',
        ]);
        await assertInLibrary(request.files?.directory ?? '', book.content);
      });
    }
  });
}
