import type { LibraryFile, LibraryItem } from '@lectern/plugin-api';
import type { ReadAsin } from './guid-asin.js';
import { numberOf, rawList, textOf } from './schema.js';
import type { Raw } from './schema.js';
import type { AlbumFiles } from './track-files.js';

const SERIES_MOOD = /^Series:\s*/i;
/** Longer than any sort title. Each series searches for itself in it. */
const LONGEST_SORT_TITLE = 1_000;

export interface ItemParts {
  readonly libraryId: string;
  readonly readAsin: ReadAsin;
  readonly toLectern: (path: string) => string;
  readonly files?: AlbumFiles & { readonly list?: readonly LibraryFile[] };
}

/** Converts a time that Plex gives in seconds to milliseconds; 0 if it is absent. */
export function timeOf(raw: Raw, field: 'addedAt' | 'updatedAt'): number {
  return (numberOf(raw[field]) ?? 0) * 1000;
}

/** Whether a listed album lacks the fields in which audiobook agents store narrators, authors and series. */
export function lacksPeople(album: Raw): boolean {
  return !Array.isArray(album.Style) && !Array.isArray(album.Mood);
}

/** @returns nothing for an album without id */
export function toLibraryItem(album: Raw, { libraryId, readAsin, toLectern, files }: ItemParts): LibraryItem | undefined {
  const itemId = textOf(album.ratingKey);
  if (itemId === undefined) return undefined;
  const asin = readAsin(album);
  const people = asin === undefined ? undefined : peopleOf(album);
  const artist = textOf(album.parentTitle);
  const authors = people && people.authors.length > 0 ? people.authors : artist === undefined ? [] : [artist];
  const addedAt = timeOf(album, 'addedAt');
  return {
    itemId,
    libraryId,
    title: textOf(album.title) ?? itemId,
    authors,
    narrators: people?.narrators ?? [],
    ...(people && people.series.length > 0 ? { series: people.series } : {}),
    ...(asin === undefined ? {} : { asin }),
    ...(files?.durationSeconds === undefined ? {} : { durationSeconds: files.durationSeconds }),
    ...(files?.path === undefined ? {} : { path: toLectern(files.path) }),
    formats: ['audiobook'],
    ...(files?.list === undefined ? {} : { files: files.list.map(({ path, size }) => ({ path: toLectern(path), size })) }),
    addedAt: new Date(addedAt).toISOString(),
    updatedAt: new Date(timeOf(album, 'updatedAt') || addedAt).toISOString(),
    hasCover: textOf(album.thumb) !== undefined,
  };
}

/**
 * Audiobook agents have no fields of their own: they store narrators as styles, authors and series as moods. In other
 * libraries styles and moods are just that, so this is only for albums of such agents.
 */
function peopleOf(album: Raw): Pick<LibraryItem, 'authors' | 'narrators'> & { readonly series: NonNullable<LibraryItem['series']> } {
  const moods = tagsOf(album.Mood);
  const titleSort = textOf(album.titleSort)?.slice(0, LONGEST_SORT_TITLE);
  const series = moods.filter((mood) => SERIES_MOOD.test(mood)).map((mood) => mood.replace(SERIES_MOOD, ''));
  return {
    authors: moods.filter((mood) => !SERIES_MOOD.test(mood)),
    narrators: tagsOf(album.Style),
    series: series.map((name) => {
      const part = partOf(name, titleSort);
      return part === undefined ? { name } : { name, part };
    }),
  };
}

function tagsOf(value: unknown): readonly string[] {
  return rawList(value).flatMap(({ tag }) => textOf(tag) ?? []);
}

/** Only the sort title contains the number, as `<series>, Book 2 - <title>`. */
function partOf(series: string, titleSort: string | undefined): string | undefined {
  if (titleSort === undefined || !titleSort.toLowerCase().startsWith(`${series.toLowerCase()}, `)) return undefined;
  const rest = titleSort.slice(series.length + 2);
  const end = rest.indexOf(' - ');
  const volume = (end < 0 ? '' : rest.slice(0, end)).replace(/^\D+(?=\d)/, '').trim();
  return volume === '' ? undefined : volume;
}
