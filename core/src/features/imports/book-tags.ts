import type { CatalogBook } from '@lectern/plugin-api';
import type { BookTags } from '../../files/tagging/book-tags.js';
import type { RequestRow } from '../lifecycle/request-record.js';

/** The tags of a requested book, as the catalogue describes it. */
export function bookTags(request: Pick<RequestRow, 'title' | 'author' | 'asin'>, book: CatalogBook | undefined): BookTags {
  const year = Number(book?.releaseDate?.slice(0, 4));
  const [series] = book?.series ?? [];
  const authors = book?.authors.map(({ name }) => name) ?? [];
  return {
    title: book?.title ?? request.title,
    ...(book?.subtitle === undefined ? {} : { subtitle: book.subtitle }),
    authors: authors.length > 0 ? authors : [request.author],
    narrators: book?.narrators ?? [],
    ...(series === undefined ? {} : { series: { name: series.name, ...(series.part === undefined ? {} : { part: series.part }) } }),
    ...(Number.isInteger(year) && year > 0 ? { year } : {}),
    ...(book?.publisher === undefined ? {} : { publisher: book.publisher }),
    ...(book?.description === undefined ? {} : { description: book.description }),
    genres: book?.genres ?? [],
    ...(book?.language === undefined ? {} : { language: book.language }),
    asin: request.asin,
  };
}
