import type { CatalogBook, ReleaseQuery } from '@lectern/plugin-api';
import type { RequestRow } from '../lifecycle/request-record.js';
import { buildQueries } from './query-builder.js';
import { wantedBook } from './wanted-from-request.js';

/** The most results requested from an indexer. */
const SEARCH_LIMIT = 100;

/**
 * The queries for a request, before plugins change them.
 *
 * @param book absent if the catalogue's description is unavailable; then the request's own words are used
 */
export function plannedQueries(
  request: Pick<RequestRow, 'type' | 'title' | 'author' | 'customSearchTerms'>,
  book: CatalogBook | undefined,
): readonly ReleaseQuery[] {
  const { type, title, author, customSearchTerms } = request;
  const wanted = book ? wantedBook(request, book) : { title, authors: [author], narrators: [], format: type };
  return buildQueries(wanted, {
    searchTerms: customSearchTerms === null ? [] : [customSearchTerms],
    limit: SEARCH_LIMIT,
    isbn: book?.isbn,
  });
}
