import type { EbookQuery } from '@lectern/plugin-api';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { withBoundedAuthors, withBoundedTitles } from './bounded-titles.js';
import { ebookRelease } from './ebook-release.js';
import type { SearchSource } from './entities.js';
import type { FoundRelease, SearchHarvest } from './search-run.js';
import { answeredSource, failedSource } from './source-of.js';
import type { WantedBook } from './ranking/wanted-book.js';

/** Long enough for a source behind a challenge page. */
const LONGEST_MS = 150_000;
const LIMIT = 50;
/** Indexers rank from 1 (best) to 50. */
const WORST_PRIORITY = 50;

/** The query for ebook sources. An admin's search terms replace title and author. */
export function ebookQuery(wanted: WantedBook, formats: readonly string[], terms: string | null, isbn: string | undefined): EbookQuery {
  const book =
    terms === null || terms.trim() === '' ? { title: wanted.title, authors: wanted.authors } : { title: terms.trim(), authors: [] };
  return { ...book, asin: wanted.asin, isbn, language: wanted.language, formats, limit: LIMIT };
}

async function askOne(
  provider: BoundProvider<'ebookSource'>,
  place: number,
  query: EbookQuery,
  signal: AbortSignal,
  limitMs: number,
): Promise<SearchHarvest> {
  const { integrationId, name } = provider;
  try {
    const { candidates, sources } = await provider.call('search', (source, call) => source.search(query, call), {
      timeoutMs: limitMs,
      signal,
    });
    const shown = { id: integrationId, name };
    const seen = new Set<string>();
    const found = withBoundedTitles(candidates)
      .filter(({ id }) => !seen.has(id) && seen.add(id))
      .map(withBoundedAuthors)
      .map((candidate): FoundRelease => ({ integrationId, release: ebookRelease(candidate, shown, Math.min(WORST_PRIORITY, place + 1)) }));
    return {
      found,
      sources: sources.map((source) => answeredSource(provider, source, sources.length === 1 ? found.length : 0)),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { found: [], sources: [failedSource(provider, error)] };
  }
}

/** Queries every ebook source, in parallel and independently. The results are in the admin's order. */
export async function runEbookSearch(
  providers: readonly BoundProvider<'ebookSource'>[],
  query: EbookQuery,
  signal: AbortSignal,
  onSource: (sources: readonly SearchSource[]) => void,
  limitMs: number = LONGEST_MS,
): Promise<SearchHarvest> {
  const asked: SearchSource[] = [];
  const harvests = await Promise.all(
    providers.map(async (provider, place) => {
      const harvest = await askOne(provider, place, query, signal, limitMs);
      asked.push(...harvest.sources);
      onSource(asked);
      return harvest;
    }),
  );
  return { found: harvests.flatMap(({ found }) => found), sources: harvests.flatMap(({ sources }) => sources) };
}
