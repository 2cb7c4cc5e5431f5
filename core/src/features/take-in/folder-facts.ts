import { asinOf } from '../library/library-record.js';

/** What the tags of a book's audio files say, where all that say something agree. */
export interface FolderTags {
  readonly album?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: string;
  readonly part?: string;
  readonly asin?: string;
}

/** What is known of files that may be a book, before the catalogue is asked. */
export interface FolderFacts {
  /** The folders from the chosen one down to the book's, and the file where the book is one. */
  readonly names: readonly string[];
  readonly tags: FolderTags;
  /** From a metadata file beside the audio. */
  readonly sidecarAsin?: string;
  /** Of all audio files together; absent where one of them does not say. */
  readonly durationSeconds?: number;
  /** A file cannot be read, or a part of it is missing. */
  readonly isDamaged?: boolean;
}

const LONGEST = 300;
const MOST_PEOPLE = 5;

function first(tags: Readonly<Record<string, string>>, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = tags[name]?.replaceAll('\0', ' ').trim().slice(0, LONGEST);
    if (value) return value;
  }
  return undefined;
}

function people(text: string | undefined): string[] {
  return (text ?? '')
    .split(/[;/&]|, (?=\S+ \S)| and /)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, MOST_PEOPLE);
}

/** Reads the tags of one audio file. */
export function readFileTags(tags: Readonly<Record<string, string>>): FolderTags {
  const album = first(tags, 'album');
  const series = first(tags, 'series', 'mvnm', 'movementname', 'show');
  const part = first(tags, 'series-part', 'mvin', 'movement');
  const asin = asinOf(first(tags, 'asin', 'audible_asin', 'cdek'));
  return {
    ...(album === undefined ? {} : { album }),
    authors: people(first(tags, 'album_artist', 'artist', 'author')),
    narrators: people(first(tags, 'narrator', 'composer', '©nrt')),
    ...(series === undefined ? {} : { series }),
    ...(part === undefined ? {} : { part }),
    ...(asin === undefined ? {} : { asin }),
  };
}

function agreed<T>(values: readonly (T | undefined)[], keyOf: (value: T) => string): T | undefined {
  const said = values.filter((value) => value !== undefined);
  const [one] = said;
  return one !== undefined && said.every((value) => keyOf(value) === keyOf(one)) ? one : undefined;
}

const DISC = /(?<![-\s–:,([])[-\s–:,([]*(?:cd|dis[ck]|part|teil)\s*\d+(?:\s*(?:of|von|\/)\s*\d+)?[)\]]*\s*$/i;

/** The album without the number of its disc. */
export function albumKey(album: string): string {
  return album.replace(DISC, '').toLowerCase().trim();
}

/** Puts the tags of a book's files together. What the files contradict each other about counts as not said. */
export function joinTags(all: readonly FolderTags[]): FolderTags {
  const album = agreed(
    all.map((tags) => tags.album?.replace(DISC, '')),
    albumKey,
  );
  const series = agreed(
    all.map((tags) => tags.series),
    (value) => value,
  );
  const part = agreed(
    all.map((tags) => tags.part),
    (value) => value,
  );
  const asin = agreed(
    all.map((tags) => tags.asin),
    (value) => value,
  );
  const list = (pick: (tags: FolderTags) => readonly string[]) =>
    agreed(
      all.map((tags) => (pick(tags).length === 0 ? undefined : pick(tags))),
      (value) => value.join('|'),
    ) ?? [];
  return {
    ...(album === undefined ? {} : { album }),
    authors: list(({ authors }) => authors),
    narrators: list(({ narrators }) => narrators),
    ...(series === undefined ? {} : { series }),
    ...(part === undefined ? {} : { part }),
    ...(asin === undefined ? {} : { asin }),
  };
}
