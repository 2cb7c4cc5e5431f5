import { join } from 'node:path';
import type { DemoBook, DemoRelease } from '@lectern/simulators';
import { contentFrom, makeBookFolder, makeTorrent } from '@lectern/testbed';

const FILES = 3;
const DAY_MS = 86_400_000;

function author(book: DemoBook): string {
  return book.authors[0]?.name ?? 'Unknown';
}

function published(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** Releases that only look right: they show why the ranking refuses them. */
export function decoys(book: DemoBook): DemoRelease[] {
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
    {
      title: `${book.title} by ${author(book)} [ENG / M4B] [Narrated by Ottilie Crane]`,
      size: (book.durationMinutes ?? 60) * 60 * 8000,
      protocol: 'torrent',
      seeders: 25,
      indexerId: 2,
      publishedAt: published(200),
      payload: magnet(seed + 3),
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

/** Creates a book's audio below `sourceDir`, and the release that offers it. */
export async function makeRelease(book: DemoBook, sourceDir: string): Promise<{ readonly folder: string; readonly release: DemoRelease }> {
  const narrator = book.narrators?.[0];
  const folder = join(sourceDir, `${author(book)} - ${book.title} (${narrator ?? 'Various'}) [MP3]`);
  await makeBookFolder(folder, {
    author: author(book),
    title: book.title,
    narrator,
    files: FILES,
    bitrateKbps: 32,
    secondsPerFile: ((book.durationMinutes ?? 1) * 60) / FILES,
  });
  const torrent = makeTorrent({ content: contentFrom(folder).dir });
  const release: DemoRelease = {
    title: `${book.title} by ${author(book)} [ENG / MP3] [Narrated by ${narrator ?? 'Various'}]`,
    size: torrent.size,
    protocol: 'torrent',
    seeders: 12,
    leechers: 1,
    indexerId: 1,
    infoHash: torrent.infoHash,
    publishedAt: published(14),
    payload: { torrent: torrent.bytes },
  };
  return { folder, release };
}
