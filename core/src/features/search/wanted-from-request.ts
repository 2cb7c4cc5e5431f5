import type { CatalogBook } from '@lectern/plugin-api';
import type { CatalogService } from '../catalog/catalog-service.js';
import { isTrue } from '../../platform/db/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import type { WantedBook } from './ranking/wanted-book.js';

/**
 * The wanted book of a request, from the catalogue's description.
 *
 * @param otherBooksOfSeries titles of the other parts of its series
 * @param siblings other ASINs of the same recording
 */
export function wantedBook(
  request: Pick<RequestRow, 'type'>,
  book: CatalogBook,
  otherBooksOfSeries: readonly string[] = [],
  siblings: readonly string[] = [],
): WantedBook {
  const [series, ...otherSeries] = book.series;
  return {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors.map((author) => author.name),
    narrators: book.narrators,
    series: series?.name,
    seriesPart: series?.part,
    alsoInSeries: otherSeries.map(({ name, part }) => ({ series: name, part })),
    siblings,
    isbn: book.isbn,
    language: book.language,
    durationMinutes: book.durationMinutes,
    abridged: book.abridged,
    asin: book.asin,
    format: request.type,
    otherBooksOfSeries,
  };
}

/** The wanted book of a request with what the catalogue knows of its series and of its other editions. */
export async function wantedFromCatalog(
  catalog: Pick<CatalogService, 'siblings' | 'otherTitlesOfSeries'>,
  request: Pick<RequestRow, 'type' | 'anyReading'>,
  book: CatalogBook,
): Promise<WantedBook> {
  const siblings = await catalog.siblings([book.asin]);
  const wanted = wantedBook(request, book, await catalog.otherTitlesOfSeries(book), siblings.get(book.asin));
  return { ...wanted, anyReading: isTrue(request.anyReading) };
}
