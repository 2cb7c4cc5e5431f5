import {
  startAnnasSimulator,
  startAudibleSimulator,
  startAudiobookshelfSimulator,
  startDiscordSimulator,
  startPlexSimulator,
  startProwlarrSimulator,
  startPushoverSimulator,
  startTransmissionSimulator,
  type AnnasSimulator,
  type AudiobookshelfSimulator,
  type DemoBook,
  type DemoRelease,
  type DiscordSimulator,
  type PlexSimulator,
  type ProwlarrSimulator,
  type PushoverSimulator,
  type TransmissionSimulator,
} from '@lectern/simulators';
import { ebooksOf } from './ebooks.js';

const ABS_KEY = 'demo-audiobookshelf-key';
const ABS_LIBRARY = 'lib-audiobooks';
const PLEX_TOKEN = 'demo-plex-token';
/** The library folder as Plex sees it, as if it ran in a container. */
const PLEX_FOLDER = '/data/audiobooks';
const TRANSMISSION_PASSWORD = 'demo-transmission-password';

/** An admin's input for an integration's form. */
export interface DemoIntegration {
  readonly pluginId: string;
  readonly name: string;
  readonly settings: Record<string, unknown>;
  /** Events that it announces; for notifiers. */
  readonly subscriptions?: readonly string[];
}

/** The simulated services, one of each. */
export interface DemoServices {
  readonly audible: Awaited<ReturnType<typeof startAudibleSimulator>>;
  readonly prowlarr: ProwlarrSimulator;
  readonly transmission: TransmissionSimulator;
  readonly audiobookshelf: AudiobookshelfSimulator;
  readonly plex: PlexSimulator;
  /** An ebook archive with an ebook of each playable book. */
  readonly annas: AnnasSimulator;
  readonly discord: DiscordSimulator;
  readonly pushover: PushoverSimulator;
}

/** The content and the speed of the services. */
export interface DemoServiceOptions {
  readonly libraryDir: string;
  readonly downloadDir: string;
  readonly releases: readonly DemoRelease[];
  /** Books in addition to the demo catalogue. */
  readonly books: readonly DemoBook[] | undefined;
  /** Books that have a release with real audio. */
  readonly playable: readonly DemoBook[];
  readonly secondsPerDownload: number;
  readonly ebookWaitSeconds: number;
  /** The folder of a torrent. */
  readonly folderOf: (infoHash: string) => string | undefined;
}

/** Starts all of them on loopback. */
export async function startDemoServices(options: DemoServiceOptions): Promise<DemoServices> {
  const { libraryDir, downloadDir, releases, playable } = options;
  const [audible, prowlarr, transmission, audiobookshelf, plex, annas, discord, pushover] = await Promise.all([
    startAudibleSimulator({ books: options.books }),
    startProwlarrSimulator({
      releases: [...releases],
      indexers: [
        { id: 1, name: 'Story Harbour' },
        { id: 2, name: 'Open Shelf', privacy: 'public', priority: 30 },
      ],
    }),
    startTransmissionSimulator({
      downloadDir,
      content: options.folderOf,
      username: 'demo',
      password: TRANSMISSION_PASSWORD,
      speed: { seconds: options.secondsPerDownload },
    }),
    startAudiobookshelfSimulator({
      apiKey: ABS_KEY,
      libraries: [{ id: ABS_LIBRARY, name: 'Audiobooks', root: libraryDir }],
      scanDelayMs: 500,
    }),
    startPlexSimulator({
      token: PLEX_TOKEN,
      libraries: [{ id: '5', title: 'Audiobooks', roots: [{ path: libraryDir, shown: PLEX_FOLDER }] }],
      scanDelayMs: 500,
    }),
    startAnnasSimulator({ files: playable.flatMap(ebooksOf), countdownSeconds: options.ebookWaitSeconds }),
    startDiscordSimulator(),
    startPushoverSimulator(),
  ]);
  return { audible, prowlarr, transmission, audiobookshelf, plex, annas, discord, pushover };
}

/** Has it read its library folder, as its owner would. */
export async function scanAudiobookshelf(audiobookshelf: AudiobookshelfSimulator): Promise<void> {
  const headers = { authorization: `Bearer ${ABS_KEY}` };
  const answer = await fetch(`${audiobookshelf.url}/api/libraries/${ABS_LIBRARY}/scan`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`The media server did not read its library: ${answer.status}.`);
  await audiobookshelf.idle();
}

/** An admin's input for connecting Lectern to them, except Plex. */
export function demoIntegrations(services: DemoServices): readonly DemoIntegration[] {
  const { audible, prowlarr, transmission, audiobookshelf, annas, discord, pushover } = services;
  return [
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
  ];
}

/** A second media server for the same library folder. */
export function demoPlexIntegration(plex: PlexSimulator, libraryDir: string): DemoIntegration {
  return {
    pluginId: 'media-plex',
    name: 'Plex',
    settings: {
      baseUrl: plex.url,
      token: PLEX_TOKEN,
      plexTvUrl: plex.tv.url,
      pathMappings: [{ plex: PLEX_FOLDER, lectern: libraryDir }],
    },
  };
}
