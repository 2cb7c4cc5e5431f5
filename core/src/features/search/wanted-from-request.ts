import type { CatalogBook } from '@lectern/plugin-api';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { WantedBook } from './ranking/wanted-book.js';

/**
 * The wanted book of a request, from the catalogue's description.
 *
 * @param otherBooksOfSeries titles of the other parts of its series
 */
export function wantedBook(request: Pick<RequestRow, 'type'>, book: CatalogBook, otherBooksOfSeries: readonly string[] = []): WantedBook {
  const [series] = book.series;
  return {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors.map((author) => author.name),
    narrators: book.narrators,
    series: series?.name,
    seriesPart: series?.part,
    language: book.language,
    durationMinutes: book.durationMinutes,
    abridged: book.abridged,
    asin: book.asin,
    format: request.type,
    otherBooksOfSeries,
  };
}
