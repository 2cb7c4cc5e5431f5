import { join } from 'node:path';
import { type DemoWorld } from '@lectern/demo';
import { demoBooks, type DemoBook, type DemoRelease } from '@lectern/simulators';
import {
  contentFrom,
  makeBookFolder,
  makeNzb,
  makeTorrent,
  startFileServer,
  startNntp,
  startSeeder,
  startTracker,
  type TestContent,
} from '@lectern/testbed';

const USENET_INDEXER = { id: 9, name: 'News Stand', protocol: 'usenet' } as const;
/** Discs, so that folders have to survive; the same on both discs, so that files must not be mixed up. */
const FILES = ['CD1/01 - A Scandal.mp3', 'CD1/02 - The League.mp3', 'CD2/01 - The Carbuncle.mp3', 'CD2/02 - The Band.mp3'];
const SLOW_WEB_SEED_MS = 1_000;
const SLOW_ARTICLE_MS = 1_500;

/** A book that can be downloaded, as it was before. */
export interface OfferedBook {
  readonly title: string;
  readonly content: TestContent;
  /** The info hash, for torrents. */
  readonly infoHash?: string;
  /** The .torrent or .nzb. */
  readonly file?: Buffer;
  readonly magnet?: string;
}

/** What the tags of files say. */
export interface SaidBook {
  readonly title: string;
  readonly author: string;
}

/** A made book, and where it stands among releases. */
interface MadeBook {
  readonly title: string;
  readonly releaseTitle: string;
  readonly content: TestContent;
  /** Seeders or grabs. */
  readonly popularity: number;
}

/** The source of these specs' books for a real client. */
export interface BookSource {
  /** Variables of the client's start script. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Makes one of the demo's books and offers it in the place of the demo's own release of it.
   *
   * @param open not a private torrent, whose seeders tell nobody what a magnet link leaves out
   */
  offer(sims: DemoWorld, asin: string, open?: boolean): Promise<OfferedBook>;
  /** Offers files under the name of one of the demo's books that say they are another one. They rank before its own release. */
  offerWrong(sims: DemoWorld, asin: string, said: SaidBook): Promise<OfferedBook>;
  /** A slow source takes ten seconds and more for a book. */
  setSlow(isSlow: boolean): void;
  close(): Promise<void>;
}

function demoBook(asin: string): DemoBook {
  const book = demoBooks.find((entry) => entry.asin === asin);
  if (!book) throw new Error(`no demo book ${asin}`);
  return book;
}

async function makeBook(dir: string, asin: string, said?: SaidBook): Promise<MadeBook> {
  const { title, authors, narrators } = demoBook(asin);
  const [author, narrator] = [authors[0]?.name ?? '', narrators?.[0] ?? ''];
  const folder = join(dir, `${author} - ${title} (${narrator}) [MP3]${said ? ' [2019]' : ''}`);
  const tags = said ?? { title, author, narrator };
  await makeBookFolder(folder, { ...tags, files: FILES, bitrateKbps: 32, secondsPerFile: 60 / FILES.length });
  const releaseTitle = `${title} by ${author}${said ? ' [2019]' : ''} [ENG / MP3] [Narrated by ${narrator}]`;
  return { title, releaseTitle, content: contentFrom(folder), popularity: said ? 900 : 1 };
}

/** The demo's own release has nothing real behind it. */
function replaceRelease({ prowlarr }: DemoWorld, release: DemoRelease): void {
  const own = prowlarr.releases.findIndex((entry) => entry.title === release.title);
  prowlarr.releases.splice(own, 1, release);
}

function torrentRelease({ releaseTitle, popularity }: MadeBook, torrent: ReturnType<typeof makeTorrent>): DemoRelease {
  const { size, infoHash, bytes } = torrent;
  return { title: releaseTitle, size, protocol: 'torrent', seeders: popularity, indexerId: 1, infoHash, payload: { torrent: bytes } };
}

/** A source from what makes a book in its folder and a release of that. */
function offersFrom(
  dir: string,
  release: (
    sims: DemoWorld,
    book: MadeBook,
    open: boolean,
  ) => Promise<{ readonly release: DemoRelease } & Pick<OfferedBook, 'infoHash' | 'file' | 'magnet'>>,
): Pick<BookSource, 'offer' | 'offerWrong'> {
  return {
    async offer(sims, asin, open = false) {
      const book = await makeBook(dir, asin);
      const { release: offered, ...facts } = await release(sims, book, open);
      replaceRelease(sims, offered);
      return { title: book.title, content: book.content, ...facts };
    },
    async offerWrong(sims, asin, said) {
      const book = await makeBook(dir, asin, said);
      const { release: offered, infoHash } = await release(sims, book, false);
      sims.prowlarr.releases.push(offered);
      return { title: book.title, content: book.content, infoHash };
    },
  };
}

/** A tracker and a real seeder; it cannot be slowed down. */
export async function startSwarmSource(dir: string): Promise<BookSource> {
  const tracker = await startTracker({ interval: 2 });
  const seeder = await startSeeder({ workDir: join(dir, 'seeder'), tracker });
  return {
    env: {},
    ...offersFrom(join(dir, 'seeds'), async (_sims, book, open) => {
      const torrent = makeTorrent({ content: book.content.dir, announce: tracker.announce, private: !open, pieceLength: 16_384 });
      await seeder.seed(torrent, book.content.dir);
      const { infoHash, bytes: file, magnet } = torrent;
      return { release: torrentRelease(book, torrent), infoHash, file, magnet };
    }),
    setSlow() {
      throw new Error('a swarm cannot be slowed down');
    },
    async close() {
      await seeder.stop();
      await tracker.close();
    },
  };
}

/** Torrents with a web seed. */
export async function startWebSeedSource(dir: string): Promise<BookSource> {
  const root = join(dir, 'web-seeds');
  const server = await startFileServer({ root });
  return {
    env: {},
    ...offersFrom(root, async (_sims, book) => {
      const torrent = makeTorrent({ content: book.content.dir, webseeds: [`${server.url}/`], pieceLength: 16_384 });
      return { release: torrentRelease(book, torrent), infoHash: torrent.infoHash };
    }),
    setSlow: (isSlow) => server.setDelay(isSlow ? SLOW_WEB_SEED_MS : 0),
    close: () => server.close(),
  };
}

/** A news server with packed posts, which the client has to unpack. */
export async function startNewsSource(dir: string): Promise<BookSource> {
  const server = await startNntp({ spool: join(dir, 'spool') });
  return {
    env: server.env,
    ...offersFrom(join(dir, 'posts'), async (sims, { releaseTitle, content, popularity }) => {
      const nzb = await makeNzb({
        content: content.dir,
        spool: server.spool,
        title: releaseTitle,
        pack: '7z',
        par2: 20,
        articleSize: 10_000,
      });
      if (!sims.prowlarr.indexers.some(({ id }) => id === USENET_INDEXER.id)) sims.prowlarr.indexers.push({ ...USENET_INDEXER });
      const publishedAt = new Date(Date.now() - 86_400_000).toISOString();
      const release: DemoRelease = {
        title: releaseTitle,
        size: nzb.size,
        protocol: 'usenet',
        grabs: 50 * popularity,
        indexerId: USENET_INDEXER.id,
        publishedAt,
        payload: { nzb: nzb.bytes },
      };
      return { release, file: nzb.bytes };
    }),
    setSlow: (isSlow) => server.setDelay(isSlow ? SLOW_ARTICLE_MS : 0),
    close: () => server.close(),
  };
}
