import type { PersonRef, SeriesRef } from '@lectern/plugin-api';
import { isTrue, readJson, type Json } from '../../platform/db/index.js';
import { calendarDay, type Book } from '../catalog/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';

/** The columns of a book that a list needs, from a LEFT JOIN as `b`; descriptions would only make pages heavy. */
export const BOOK_COLUMNS = `b.title AS book_title, b.subtitle, b.authors, b.narrators, b.series_list, b.duration_minutes, b.release_date, b.language,
  b.publisher, b.cover_url, b.genres, b.abridged`;

/** {@link BOOK_COLUMNS}; all null for a book the catalogue has never described. */
export interface BookColumns {
  readonly bookTitle: string | null;
  readonly subtitle: string | null;
  readonly authors: Json<PersonRef[]> | null;
  readonly narrators: Json<string[]> | null;
  readonly seriesList: Json<SeriesRef[]> | null;
  readonly durationMinutes: number | null;
  readonly releaseDate: string | null;
  readonly language: string | null;
  readonly publisher: string | null;
  readonly coverUrl: string | null;
  readonly genres: Json<string[]> | null;
  readonly abridged: unknown;
}

/** The book of a listed request; the request's own title and author replace unknown ones. */
export function requestBook(row: RequestRow & BookColumns): Book {
  return {
    asin: row.asin,
    region: row.region,
    title: row.bookTitle ?? row.title,
    subtitle: row.subtitle ?? undefined,
    authors: readJson(row.authors)?.map(({ name, id }) => ({ name, id })) ?? (row.author === '' ? [] : [{ name: row.author }]),
    narrators: readJson(row.narrators) ?? [],
    series: readJson(row.seriesList)?.map(({ name, id, part }) => ({ name, id, part })) ?? [],
    durationMinutes: row.durationMinutes ?? undefined,
    releaseDate: calendarDay(row.releaseDate),
    language: row.language ?? undefined,
    publisher: row.publisher ?? undefined,
    coverUrl: row.coverUrl === null ? null : `/api/covers/${row.asin}`,
    genres: readJson(row.genres) ?? [],
    abridged: row.abridged === null || row.abridged === undefined ? undefined : isTrue(row.abridged),
  };
}
