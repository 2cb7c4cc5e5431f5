import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startAnnasSimulator, type AnnasSimulator } from '@lectern/simulators';
import { demoBooks, startAudibleSimulator, type DemoBook } from '@lectern/simulators';
import { makeBookFolder } from '@lectern/testbed';
import { startAudiobookshelfSimulator, type AudiobookshelfSimulator } from '@lectern/simulators';
import { startDiscordSimulator, type DiscordSimulator } from '@lectern/simulators';
import { startPlexSimulator, type PlexSimulator } from '@lectern/simulators';
import { startProwlarrSimulator, type DemoRelease, type ProwlarrSimulator } from '@lectern/simulators';
import { startPushoverSimulator, type PushoverSimulator } from '@lectern/simulators';
import { ebooksOf } from './ebooks.js';
import { contentFrom, makeTorrent, type TestTorrent } from '@lectern/testbed';
import { startTransmissionSimulator, type TransmissionSimulator } from '@lectern/simulators';
import { startDemoShelves, type DemoShelves } from './demo-shelves.js';

const ABS_KEY = 'demo-audiobookshelf-key';
const PLEX_TOKEN = 'demo-plex-token';
/** The library folder as Plex sees it, as if it ran in a container of its own. */
const PLEX_FOLDER = '/data/audiobooks';
const TRANSMISSION_PASSWORD = 'demo-transmission-password';
const FILES = 3;
const DAY_MS = 86_400_000;

/** What an admin would type into an integration's form. */
export interface DemoIntegration {
  readonly pluginId: string;
  readonly name: string;
  readonly settings: Record<string, unknown>;
  /** Events it is told of; for notifiers. */
  readonly subscriptions?: readonly string[];
}

/** Every remote service on loopback, with books that can really be downloaded. */
export interface DemoWorld {
  readonly audible: Awaited<ReturnType<typeof startAudibleSimulator>>;
  readonly prowlarr: ProwlarrSimulator;
  readonly transmission: TransmissionSimulator;
  readonly audiobookshelf: AudiobookshelfSimulator;
  readonly plex: PlexSimulator;
  /** An ebook archive with an ebook of each playable book. */
  readonly annas: AnnasSimulator;
  readonly discord: DiscordSimulator;
  readonly pushover: PushoverSimulator;
  /** Book-tracking sites with shelves of the reader. */
  readonly shelves: DemoShelves;
  readonly libraryDir: string;
  readonly downloadDir: string;
  readonly integrations: readonly DemoIntegration[];
  /** A second media server over the same library folder, for who wants one. */
  readonly plexIntegration: DemoIntegration;
  /** Books that have a release with real audio. */
  readonly playable: readonly DemoBook[];
  /** Offers a folder for download: as a torrent the download client can fetch, found under the release's title. */
  offer(folder: string, release: { readonly title: string; readonly size?: number; readonly seeders?: number }): TestTorrent;
  close(): Promise<void>;
}

function author(book: DemoBook): string {
  return book.authors[0]?.name ?? 'Unknown';
}

function published(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** Releases that look right and are not: they show why the ranking refuses them. */
function decoys(book: DemoBook): DemoRelease[] {
  const [series] = book.series ?? [];
  const magnet = (n: number) => ({ magnet: `magnet:?xt=urn:btih:${n.toString(16).padStart(2, '0').repeat(20)}` });
  const seed = [...book.asin].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 200;
  return [
    {
      title: `${book.title} by ${author(book)} [ENG / EPUB]`,
      size: 900_000,
      protocol: 'torrent',
      seeders: 40,
      indexerId: 1,
      publishedAt: published(90),
      payload: magnet(seed),
    },
    {
      title: `${author(book)} - ${book.title} (Abridged) MP3 64kbps`,
      size: 40_000_000,
      protocol: 'torrent',
      seeders: 9,
      indexerId: 2,
      publishedAt: published(700),
      payload: magnet(seed + 1),
    },
    ...(series
      ? [
          {
            title: `${series.name} 9 - ${book.title} Companion - ${author(book)} [M4B]`,
            size: 210_000_000,
            protocol: 'torrent' as const,
            seeders: 3,
            indexerId: 2,
            publishedAt: published(30),
            payload: magnet(seed + 2),
          },
        ]
      : []),
  ];
}

/** Starts the world in `dir`, which must exist. */
export async function startDemoWorld(
  dir: string,
  options: {
    readonly secondsPerDownload?: number;
    /** What the ebook archive makes one wait. Default 6: long enough to be seen. */
    readonly ebookWaitSeconds?: number;
    /** Books beside the demo catalogue. */
    readonly books?: readonly DemoBook[];
  } = {},
): Promise<DemoWorld> {
  const libraryDir = join(dir, 'library');
  const downloadDir = join(dir, 'downloads');
  const sourceDir = join(dir, 'seeds');
  await Promise.all([libraryDir, downloadDir, sourceDir].map((path) => mkdir(path, { recursive: true })));

  const books = [...demoBooks, ...(options.books ?? [])];
  const playable = books.filter((book) => book.playable === true);
  const folders = new Map<string, string>();
  const releases: DemoRelease[] = books.flatMap(decoys);
  for (const book of playable) {
    const name = `${author(book)} - ${book.title} (${book.narrators?.[0] ?? 'Various'}) [MP3]`;
    const folder = join(sourceDir, name);
    await makeBookFolder(folder, {
      author: author(book),
      title: book.title,
      narrator: book.narrators?.[0],
      files: FILES,
      bitrateKbps: 32,
      secondsPerFile: ((book.durationMinutes ?? 1) * 60) / FILES,
    });
    const content = contentFrom(folder);
    const torrent = makeTorrent({ content: content.dir });
    folders.set(torrent.infoHash, folder);
    releases.push({
      title: `${book.title} by ${author(book)} [ENG / MP3] [Narrated by ${book.narrators?.[0] ?? 'Various'}]`,
      size: torrent.size,
      protocol: 'torrent',
      seeders: 12,
      leechers: 1,
      indexerId: 1,
      infoHash: torrent.infoHash,
      publishedAt: published(14),
      payload: { torrent: torrent.bytes },
    });
  }

  const [audible, prowlarr, transmission, audiobookshelf, plex, annas, discord, pushover] = await Promise.all([
    startAudibleSimulator({ books: options.books }),
    startProwlarrSimulator({
      releases,
      indexers: [
        { id: 1, name: 'Story Harbour' },
        { id: 2, name: 'Open Shelf', privacy: 'public', priority: 30 },
      ],
    }),
    startTransmissionSimulator({
      downloadDir,
      content: (infoHash) => folders.get(infoHash),
      username: 'demo',
      password: TRANSMISSION_PASSWORD,
      speed: { seconds: options.secondsPerDownload ?? 6 },
    }),
    startAudiobookshelfSimulator({
      apiKey: ABS_KEY,
      libraries: [{ id: 'lib-audiobooks', name: 'Audiobooks', root: libraryDir }],
      scanDelayMs: 500,
    }),
    startPlexSimulator({
      token: PLEX_TOKEN,
      libraries: [{ id: '5', title: 'Audiobooks', roots: [{ path: libraryDir, shown: PLEX_FOLDER }] }],
      scanDelayMs: 500,
    }),
    startAnnasSimulator({ files: playable.flatMap(ebooksOf), countdownSeconds: options.ebookWaitSeconds ?? 6 }),
    startDiscordSimulator(),
    startPushoverSimulator(),
  ]);
  const shelves = await startDemoShelves();
  return {
    audible,
    shelves,
    prowlarr,
    transmission,
    audiobookshelf,
    plex,
    annas,
    discord,
    pushover,
    libraryDir,
    downloadDir,
    playable,
    integrations: [
      { pluginId: 'catalog-audible', name: 'Audible', settings: { region: 'us', apiBaseUrl: audible.url, audnexusUrl: audible.url } },
      { pluginId: 'indexer-prowlarr', name: 'Prowlarr', settings: { baseUrl: prowlarr.baseUrl, apiKey: prowlarr.apiKey } },
      {
        pluginId: 'client-transmission',
        name: 'Transmission',
        settings: { baseUrl: transmission.url, username: 'demo', password: TRANSMISSION_PASSWORD },
      },
      { pluginId: 'media-audiobookshelf', name: 'Audiobookshelf', settings: { baseUrl: audiobookshelf.url, apiKey: ABS_KEY } },
      {
        pluginId: 'ebook-annas',
        name: 'Ebook archive',
        settings: { baseUrls: [annas.url], confirmLawful: true, allowPlainHttp: true },
      },
      {
        pluginId: 'notify-discord',
        name: 'Discord',
        settings: { webhookUrl: discord.webhookUrl, allowOtherHost: true },
        subscriptions: ['request_pending_approval', 'request_available', 'request_error'],
      },
      {
        pluginId: 'notify-pushover',
        name: 'Pushover',
        settings: { token: pushover.token, userKey: pushover.user, apiUrl: pushover.url },
        subscriptions: ['request_available', 'integration_unhealthy'],
      },
    ],
    plexIntegration: {
      pluginId: 'media-plex',
      name: 'Plex',
      settings: {
        baseUrl: plex.url,
        token: PLEX_TOKEN,
        plexTvUrl: plex.tv.url,
        pathMappings: [{ plex: PLEX_FOLDER, lectern: libraryDir }],
      },
    },
    offer(folder, { title, size, seeders = 12 }) {
      const torrent = makeTorrent({ content: folder });
      folders.set(torrent.infoHash, folder);
      const { infoHash, bytes } = torrent;
      const payload = { torrent: bytes };
      prowlarr.addRelease({ title, size: size ?? torrent.size, protocol: 'torrent', seeders, indexerId: 1, infoHash, payload });
      return torrent;
    },
    async close() {
      await shelves.close();
      await Promise.all(
        [audible, prowlarr, transmission, audiobookshelf, plex, annas, discord, pushover].map((simulator) => simulator.close()),
      );
    },
  };
}
