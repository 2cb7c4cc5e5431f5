import type { Database } from '../../platform/db/index.js';
import type { AudioInfo, AudioProbe } from '../../files/checking/audio-probe.js';
import { openInside } from '../../files/open-inside.js';
import { placedReleasesOf } from '../lifecycle/placed-releases.js';
import { audioFilesOf, MOST_OF_BOOK } from './evidence.js';

/** Tags that say which book a file holds, and what the answer names them by. */
const SHOWN_TAGS = {
  title: 'title',
  album: 'album',
  artist: 'artist',
  album_artist: 'album_artist',
  composer: 'composer',
  narrator: 'narrator',
  narratedby: 'narrator',
  language: 'language',
  date: 'date',
  publisher: 'publisher',
  asin: 'asin',
} as const;
/** The names that the answer has. */
export const TAG_NAMES = [...new Set(Object.values(SHOWN_TAGS))];
export type TagName = (typeof TAG_NAMES)[number];
const LONGEST_TAG = 300;

/** What the first audio file of a placed book says of itself. */
export interface PlacedTags {
  readonly file: string;
  /** Audio files of the book. */
  readonly files: number;
  readonly durationMinutes: number;
  readonly chapters: number;
  readonly codec: string | undefined;
  readonly tags: readonly { readonly name: TagName; readonly value: string }[];
}

/** Why there are none: Lectern placed no audio of the book; the file is gone; or it cannot be read. */
export type NoTags = 'not_placed' | 'gone' | 'unreadable';

export interface PlacedTagsDeps {
  readonly database: Pick<Database, 'read'>;
  readonly probe: Pick<AudioProbe, 'probe'>;
  /** The library folder. */
  readonly root: () => Promise<string | null>;
}

function shown({ tags }: AudioInfo): PlacedTags['tags'] {
  return Object.entries(SHOWN_TAGS).flatMap(([tag, name]) => {
    const value = tags[tag]?.replaceAll('\0', ', ').slice(0, LONGEST_TAG).trim() ?? '';
    return value === '' ? [] : [{ name, value }];
  });
}

/** Reads the first audio file that Lectern placed last for a book. Nothing outside the library folder is read. */
export async function readPlacedTags(
  { database, probe, root }: PlacedTagsDeps,
  editions: readonly string[],
  signal: AbortSignal,
): Promise<PlacedTags | NoTags> {
  const releases = await placedReleasesOf(database.read, editions, MOST_OF_BOOK);
  const release = releases.find((one) => one.removedAt === null && audioFilesOf(one).length > 0);
  const folder = await root();
  if (!release || folder === null) return 'not_placed';
  const files = audioFilesOf(release);
  const path = `${release.directory}/${files[0] ?? ''}`;
  const file = await openInside(folder, path).catch(() => undefined);
  if (!file) return 'gone';
  await file.handle.close();
  const info = await probe.probe(path, { signal }).catch(() => undefined);
  if (!info?.hasAudio) return 'unreadable';
  const { durationSeconds, chapterCount, codec } = info;
  const facts = { durationMinutes: Math.round(durationSeconds / 60), chapters: chapterCount, codec };
  return { file: files[0] ?? '', files: files.length, ...facts, tags: shown(info) };
}
