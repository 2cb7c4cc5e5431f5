import type { CatalogBook, ReleaseQuery } from '@lectern/plugin-api';
import type { RequestRow } from '../lifecycle/request-record.js';
import { buildQueries } from './query-builder.js';
import { wantedBook } from './wanted-from-request.js';

/** Asked of an indexer at most. */
const SEARCH_LIMIT = 100;

/**
 * What indexers are asked for a request, before plugins change it.
 *
 * @param book absent: the catalogue's description is not at hand, and the request's own words have to do
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
