import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { demoBooks, type DemoBook, type DemoRelease, type Simulator } from '@lectern/simulators';
import { makeTorrent, type TestTorrent } from '@lectern/testbed';
import { decoys, makeRelease } from './demo-releases.js';
import {
  demoIntegrations,
  demoPlexIntegration,
  scanAudiobookshelf,
  startDemoServices,
  type DemoIntegration,
  type DemoServices,
} from './demo-services.js';
import { startDemoShelves, type DemoShelves } from './demo-shelves.js';

/** Every remote service on loopback, with books that can really be downloaded. */
export interface DemoWorld extends DemoServices {
  /** Book-tracking sites with shelves of the reader. */
  readonly shelves: DemoShelves;
  readonly libraryDir: string;
  readonly downloadDir: string;
  readonly integrations: readonly DemoIntegration[];
  /** A second media server for the same library folder, if needed. */
  readonly plexIntegration: DemoIntegration;
  /** Books that have a release with real audio. */
  readonly playable: readonly DemoBook[];
  /** Offers a folder for download: as a torrent that the download client can fetch, found under the release's title. */
  offer(folder: string, release: { readonly title: string; readonly size?: number; readonly seeders?: number }): TestTorrent;
  /** Has the media server read the library folder; Plex is left alone. */
  scanLibrary(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the world in `dir`, which must exist. */
export async function startDemoWorld(
  dir: string,
  options: {
    readonly secondsPerDownload?: number;
    /** The waiting time of the ebook archive. Default 6: long enough to be visible. */
    readonly ebookWaitSeconds?: number;
    /** Books in addition to the demo catalogue. */
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
    const { folder, release } = await makeRelease(book, sourceDir);
    if (release.infoHash !== undefined) folders.set(release.infoHash, folder);
    releases.push(release);
  }

  const services = await startDemoServices({
    libraryDir,
    downloadDir,
    releases,
    books: options.books,
    playable,
    secondsPerDownload: options.secondsPerDownload ?? 6,
    ebookWaitSeconds: options.ebookWaitSeconds ?? 6,
    folderOf: (infoHash) => folders.get(infoHash),
  });
  const shelves = await startDemoShelves();
  return {
    ...services,
    shelves,
    libraryDir,
    downloadDir,
    playable,
    integrations: demoIntegrations(services),
    plexIntegration: demoPlexIntegration(services.plex, libraryDir),
    offer(folder, { title, size, seeders = 12 }) {
      const torrent = makeTorrent({ content: folder });
      folders.set(torrent.infoHash, folder);
      const { infoHash, bytes } = torrent;
      const payload = { torrent: bytes };
      services.prowlarr.addRelease({ title, size: size ?? torrent.size, protocol: 'torrent', seeders, indexerId: 1, infoHash, payload });
      return torrent;
    },
    scanLibrary: () => scanAudiobookshelf(services.audiobookshelf),
    async close() {
      await shelves.close();
      await Promise.all(Object.values(services).map((simulator: Simulator) => simulator.close()));
    },
  };
}
