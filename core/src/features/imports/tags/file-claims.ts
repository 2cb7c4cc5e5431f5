import type { ProbedFile } from '../../../files/checking/verify.js';
import { createGiveWay } from '../../../platform/jobs/give-way.js';
import { splitPeople } from '../../search/release-title/people.js';
import { textKey } from '../../search/text-key.js';

/** What the tags of one audio file say of its book. Whatever says nothing is left out. */
export interface FileClaims {
  readonly album?: string;
  readonly title?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  /** Upper case. */
  readonly asins: readonly string[];
}

/** Files whose tags say the same. */
export interface ClaimGroup extends FileClaims {
  readonly files: number;
  readonly seconds: number;
}

/** No title and no name is longer; the rest of a tag is not read. */
const LONGEST = 200;
/** Several values of one tag stand behind one another. */
const LONGEST_VALUE = 1000;
const MOST_PEOPLE = 12;
/** Files whose tags differ from those of all others are judged up to this many; the rest counts as untagged. */
const MOST_GROUPS = 40;

const ASIN = /^[A-Z0-9]{10}$/;
const ASIN_TAGS = ['asin', 'audible_asin', 'cdek'];

/** Words that programs write where nobody filled anything in, folded. */
const FILLERS = new Set(
  (
    'unknown|unknown artist|unknown album|unknown author|unknown title|unknown narrator|unbekannt|unbekannter kunstler|unbekanntes album|' +
    'artiste inconnu|various|various artists|various authors|va|diverse|none|null|undefined|na|n a|no title|no name|no artist|no album|' +
    'untitled|new album|new title|title|titel|album|artist|author|narrator|audiobook|audiobooks|audio book|audio books|horbuch|horbucher|' +
    'livre audio|audiolibro|luisterboek|speech|spoken word|book|books|mp3|m4b|fiction|nonfiction|non fiction|science fiction|sci fi|' +
    'fantasy|intro|outro|prologue|epilogue|opening credits|end credits|credits|copyright|audible'
  ).split('|'),
);

/** The number of a piece, and no more. */
const PIECE =
  /^(?:(?:track|trk|titel|title|chapter|chap|ch|kapitel|kap|chapitre|capitulo|capitolo|hoofdstuk|part|pt|teil|partie|parte|section|file|audio|disc|disk|disque|cd|side|seite|book|volume|vol) ?)*(?:(?:\d+|[ivxl]{1,6})(?: (?:of |von |de |di |van )?\d+)?)?$/;
/** Addresses, and what a program or somebody says of their own work. */
const ADVERTISEMENT =
  /:\/\/|\\|(?:^|\s)\/\S|\bwww\.|\.(?:com|net|org|info|ru|to|cc|me|io|de)(?![a-z])|@|\d\.\d+\.\d+\.\d|\b(?:ripp(?:ed|er)|encod(?:ed|er|ing)|convert(?:ed|er)|upload(?:ed|er)|download(?:ed|er)|itunes|ffmpeg|lavf\d*|torrents?|freac|inaudible|openaudible|libation|m4b[- ]?tool)\b/i;

/** Whether a tag says nothing of the book: empty, a filler, the number of a piece, or an advertisement. */
export function isJunk(text: string): boolean {
  const key = textKey(text);
  return key === '' || /^[A-Z]{1,5}[\s.-]?\d{1,3}$/.test(text.trim()) || FILLERS.has(key) || PIECE.test(key) || ADVERTISEMENT.test(text);
}

function read(tags: Readonly<Record<string, string>>, ...names: readonly string[]): string[] {
  const values = names.flatMap((name) => tags[name]?.slice(0, LONGEST_VALUE).split('\0').slice(0, MOST_PEOPLE) ?? []);
  const texts = values.map((text) => text.slice(0, LONGEST).replace(/\s+/g, ' ').trim());
  return [...new Set(texts)].filter((text) => !isJunk(text));
}

function people(texts: readonly string[]): string[] {
  const names = texts.flatMap(splitPeople).filter((name) => !isJunk(name));
  return [...new Set(names)].slice(0, MOST_PEOPLE);
}

/** Reads what a file's tags say, whose names are those of `AudioInfo.tags`. */
export function claimsOf(tags: Readonly<Record<string, string>>): FileClaims {
  const artists = read(tags, 'artist', 'album_artist', 'author');
  const isArtist = (text: string): boolean => artists.some((artist) => textKey(artist) === textKey(text));
  // one word for everything is the mark of somebody who made the files
  const [album] = read(tags, 'album').filter((text) => !isArtist(text));
  const [title] = read(tags, 'title').filter((text) => !isArtist(text));
  const asins = ASIN_TAGS.flatMap((name) =>
    (tags[name] ?? '')
      .slice(0, LONGEST)
      .toUpperCase()
      .split(/[^A-Z0-9]+/),
  );
  return {
    ...(album === undefined ? {} : { album }),
    ...(title === undefined ? {} : { title }),
    authors: people(artists),
    narrators: people(read(tags, 'narrator', 'narratedby', 'composer', '©nrt')),
    asins: [...new Set(asins)].filter((asin) => ASIN.test(asin) && /\d/.test(asin)),
  };
}

/** `Dune - Chapter 3`, `03 - Dune`, `Dune (2)` without their numbers. */
function withoutNumbers(title: string): string {
  return title
    .replace(/^\d{1,4}(?:\s?[-–.:)]\s?|\s)(?=\S)/, '')
    .replace(/[\s\-–_,:([#]{1,4}(?:(?:chapter|track|part|kapitel|teil|disc|cd)\s?)?\d{1,4}(?:\s?(?:of|\/)\s?\d{1,4})?[)\]]?$/i, '')
    .trim();
}

/**
 * Reads the tags of a book's files and puts those together that say the same. The titles of several files name their
 * pieces: they count only where an album is missing and all agree but for their numbers.
 */
export async function groupClaims(files: readonly ProbedFile[]): Promise<readonly ClaimGroup[]> {
  const giveWay = createGiveWay();
  const read: { readonly claims: FileClaims; readonly seconds: number }[] = [];
  for (const file of files) {
    if ('info' in file && file.info.hasAudio) read.push({ claims: claimsOf(file.info.tags), seconds: file.info.durationSeconds });
    await giveWay();
  }
  const titles = new Set(read.map(({ claims }) => textKey(withoutNumbers(claims.title ?? ''))));
  const isOneTitle = read.length === 1 || titles.size === 1;
  const groups = new Map<string, ClaimGroup>();
  for (const { claims, seconds } of read) {
    const { title, ...rest } = claims;
    const named = title === undefined || read.length === 1 ? title : withoutNumbers(title);
    const kept = isOneTitle && named !== undefined && !isJunk(named) ? { ...rest, title: named } : rest;
    const key = JSON.stringify([kept.album, 'title' in kept ? kept.title : '', kept.authors, kept.narrators, kept.asins]);
    const before = groups.get(key);
    if (before) groups.set(key, { ...before, files: before.files + 1, seconds: before.seconds + seconds });
    else if (groups.size < MOST_GROUPS) groups.set(key, { ...kept, files: 1, seconds });
    else {
      const silent = groups.get('') ?? { authors: [], narrators: [], asins: [], files: 0, seconds: 0 };
      groups.set('', { ...silent, files: silent.files + 1, seconds: silent.seconds + seconds });
    }
  }
  return [...groups.values()];
}
