import type { CatalogService } from '../catalog/index.js';
import { matchBook, withoutSubtitle, type Match, type WantedBook } from './book-mapping.js';

const FOUND_AT_ONCE = 20;

/** The catalogue did not answer: nothing can be said of the book. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed';
}

/**
 * Looks a book of a shelf up in the catalogue.
 *
 * @throws LookupFailed or the catalogue's ApiError when it does not answer; that is never "no match"
 */
export async function lookUpBook(
  catalog: Pick<CatalogService, 'book' | 'search'>,
  wanted: WantedBook,
  region: string,
  signal: AbortSignal,
): Promise<Match> {
  if (wanted.asin !== undefined) {
    const named = await catalog.book(wanted.asin, { signal });
    const match = matchBook(wanted, named ? [named] : [], region);
    if (match.kind === 'match') return match;
  }
  const [author] = wanted.authors;
  if (author === undefined) return { kind: 'none' };
  let last: Match = { kind: 'none' };
  for (const title of new Set([wanted.title, withoutSubtitle(wanted.title)])) {
    signal.throwIfAborted();
    const page = await catalog.search({ text: `${title.replace(/[([][^()[\]]*[)\]]/g, ' ')} ${author}`, page: 1, limit: FOUND_AT_ONCE });
    last = matchBook(wanted, page.items, region);
    if (last.kind === 'match') return last;
    // the stored books are a part of the catalogue only
    if (page.stale) throw new LookupFailed('The catalogue does not answer at the moment.');
    if (last.kind === 'ambiguous') return last;
  }
  return last;
}
