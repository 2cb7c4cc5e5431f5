import { withoutSubtitle, type CatalogService } from '../catalog/index.js';
import { matchShelfBook, type Match, type ShelfEntry } from './book-mapping.js';

const FOUND_AT_ONCE = 20;

/** The catalogue did not answer, so the book may or may not exist there. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed';
}

/**
 * Looks up a shelf's book in the catalogue.
 *
 * @throws LookupFailed or the catalogue's ApiError if it does not answer; that never means "no match"
 */
export async function lookUpBook(
  catalog: Pick<CatalogService, 'book' | 'search'>,
  wanted: ShelfEntry,
  region: string,
  signal: AbortSignal,
): Promise<Match> {
  if (wanted.asin !== undefined) {
    const named = await catalog.book(wanted.asin, { signal });
    const match = matchShelfBook(wanted, named ? [named] : [], region);
    if (match.kind === 'match') return match;
  }
  const [author] = wanted.authors;
  if (author === undefined) return { kind: 'none' };
  let last: Match = { kind: 'none' };
  for (const title of new Set([wanted.title, withoutSubtitle(wanted.title)])) {
    signal.throwIfAborted();
    const page = await catalog.search({ text: `${title.replace(/[([][^()[\]]*[)\]]/g, ' ')} ${author}`, page: 1, limit: FOUND_AT_ONCE });
    last = matchShelfBook(wanted, page.items, region);
    if (last.kind === 'match') return last;
    // the stored books are only part of the catalogue
    if (page.stale) throw new LookupFailed('The catalogue is not answering at the moment.');
    if (last.kind === 'ambiguous') return last;
  }
  return last;
}
