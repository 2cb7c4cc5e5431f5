/** What is written into audio files about their book. Absent members leave what the file says. */
export interface BookTags {
  readonly title: string;
  readonly subtitle?: string;
  readonly authors: readonly string[];
  readonly narrators: readonly string[];
  readonly series?: { readonly name: string; readonly part?: string };
  readonly year?: number;
  readonly publisher?: string;
  readonly description?: string;
  readonly genres: readonly string[];
  /** ISO 639-1. */
  readonly language?: string;
  readonly asin?: string;
}

/** What one file is in its book. */
export interface TaggedPart {
  /** The only file of the book gets the book's title; one of several keeps the title of its chapter. */
  readonly isWhole: boolean;
  /** Path of a picture, JPEG or PNG. Absent: the file keeps its own. */
  readonly cover?: string;
  /** What messages call it. Default: the name of the file. */
  readonly name?: string;
}

/** Fields by the names of the tag library, and by names alone. All values are text without control characters. */
export interface TagFields {
  readonly common: Readonly<Record<string, string>>;
  readonly named: Readonly<Record<string, string>>;
  readonly year?: number;
}

const LONGEST = 10_000;

/** Readers cut at a NUL, and show other control characters as they are. Line breaks of descriptions stay. No file can hold half a character. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .replace(/\p{Cs}/gu, '');
}

/** Several names in one field. Media servers split at commas; `/` would be split by ID3v2.3 readers, too. */
function names(all: readonly string[]): string {
  return all.map(plain).filter(Boolean).join(', ');
}

function withoutEmpty(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''));
}

/**
 * The fields from which Audiobookshelf and Plex read a book. Audiobookshelf reads the title from the album, narrators from the composer, and
 * what has no field of its own by its name; the series also as `Name #part` in the grouping, because it survives a copy by ffmpeg.
 */
export function tagFields(tags: BookTags, { isWhole }: Pick<TaggedPart, 'isWhole'>): TagFields {
  const title = plain(tags.title);
  const authors = names(tags.authors);
  const part = tags.series?.part === undefined ? '' : plain(tags.series.part);
  const series = tags.series && plain(tags.series.name);
  const description = tags.description && plain(tags.description);
  return {
    common: withoutEmpty({
      ...(isWhole ? { title } : {}),
      album: title,
      performers: authors,
      albumArtists: authors,
      composers: names(tags.narrators),
      genres: tags.genres.map(plain).filter(Boolean).join('; '),
      subtitle: tags.subtitle && plain(tags.subtitle),
      publisher: tags.publisher && plain(tags.publisher),
      description,
      comment: description,
      grouping: series && (part === '' ? series : `${series} #${part}`),
    }),
    named: withoutEmpty({
      ASIN: tags.asin,
      AUDIBLE_ASIN: tags.asin,
      SERIES: series,
      'SERIES-PART': part,
      SUBTITLE: tags.subtitle && plain(tags.subtitle),
      PUBLISHER: tags.publisher && plain(tags.publisher),
      LANGUAGE: tags.language && plain(tags.language),
    }),
    ...(tags.year === undefined ? {} : { year: tags.year }),
  };
}
