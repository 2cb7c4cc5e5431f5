import type { CatalogBook, CatalogChapter, SeriesRef } from '@lectern/plugin-api';
import { toAsin } from './asin.js';
import { toLanguageCode } from './languages.js';
import { compact, toAbridged, toDuration, toPart, toPeople } from './product-mapper.js';
import { toReleaseDate } from './release-date.js';
import { isRemote, numberOf, objectsOf, textOf, type Remote } from './schema.js';

function toSeries(entry: unknown): SeriesRef[] {
  const name = isRemote(entry) ? textOf(entry.name) : undefined;
  if (!isRemote(entry) || name === undefined) return [];
  return [compact({ name, id: textOf(entry.asin), part: toPart(entry.position) })];
}

/** A book from Audnexus; `undefined` without id or title. */
export function fromAudnexusBook(remote: Remote, region: string): CatalogBook | undefined {
  const asin = toAsin(textOf(remote.asin));
  const title = textOf(remote.title);
  if (asin === undefined || title === undefined) return undefined;
  const genres = objectsOf(remote.genres);
  const named = (type: string): string[] => genres.filter((entry) => entry.type === type).flatMap(({ name }) => textOf(name) ?? []);
  return compact({
    asin,
    region,
    title,
    subtitle: textOf(remote.subtitle),
    authors: toPeople(remote.authors),
    narrators: toPeople(remote.narrators).map(({ name }) => name),
    series: [...toSeries(remote.seriesPrimary), ...toSeries(remote.seriesSecondary)],
    durationMinutes: toDuration(remote.runtimeLengthMin),
    releaseDate: toReleaseDate(textOf(remote.releaseDate)),
    language: toLanguageCode(textOf(remote.language)),
    publisher: textOf(remote.publisherName),
    isbn: textOf(remote.isbn),
    description: textOf(remote.summary) ?? textOf(remote.description),
    coverUrl: textOf(remote.image),
    genres: [...new Set([...named('genre'), ...named('tag')])],
    abridged: toAbridged(remote.formatType),
    adult: typeof remote.isAdult === 'boolean' ? remote.isAdult : undefined,
  });
}

/** Fills gaps in a book from another description of it. Empty lists count as gaps. */
export function fillGaps(book: CatalogBook, other: CatalogBook): CatalogBook {
  const orOther = <T>(list: readonly T[], otherList: readonly T[]): readonly T[] => (list.length > 0 ? list : otherList);
  return {
    ...other,
    ...book,
    authors: orOther(book.authors, other.authors),
    narrators: orOther(book.narrators, other.narrators),
    series: orOther(book.series, other.series),
    genres: orOther(book.genres, other.genres),
  };
}

/** Chapters from either service, nested ones flattened; `undefined` if they do not fit the audio or cannot be read. */
export function toChapters(info: Remote): readonly CatalogChapter[] | undefined {
  if (info.is_accurate === false || info.isAccurate === false) return undefined;
  const read = (entries: unknown): CatalogChapter[] =>
    objectsOf(entries).flatMap((entry) => {
      const startMs = numberOf(entry.start_offset_ms ?? entry.startOffsetMs);
      const lengthMs = numberOf(entry.length_ms ?? entry.lengthMs);
      if (startMs === undefined || lengthMs === undefined) return [];
      return [{ title: textOf(entry.title) ?? '', startMs, lengthMs }, ...read(entry.chapters)];
    });
  const chapters = read(info.chapters).sort((a, b) => a.startMs - b.startMs);
  return chapters.length > 0 ? chapters : undefined;
}
