import { isIntegrationError, type Catalog, type CatalogBook, type InRegion, type PluginLogger } from '@lectern/plugin-api';
import type { AudnexusClient } from './audnexus-client.js';
import { fillGaps, fromAudnexusBook, toChapters } from './audnexus-mapper.js';
import { toAsin } from './asin.js';
import type { StoreClient } from './client.js';
import { toListedProduct } from './product-mapper.js';

export function isAborted(error: unknown): boolean {
  return isIntegrationError(error) && error.code === 'INTEGRATION_ABORTED';
}

/** Faults of the store that Audnexus can compensate for. */
function canFallBack(error: unknown): boolean {
  return (
    isIntegrationError(error) &&
    ['INTEGRATION_UNAVAILABLE', 'INTEGRATION_BAD_RESPONSE', 'INTEGRATION_RATE_LIMITED', 'INTEGRATION_FORBIDDEN'].includes(error.code)
  );
}

/** Asks the second service if the first fails or knows nothing. If both fail, throws the first one's fault. */
export async function firstOf<T>(
  main: () => Promise<T | undefined>,
  fallback: (() => Promise<T | undefined>) | undefined,
  log: PluginLogger,
): Promise<T | undefined> {
  async function tryFallback(): Promise<T | undefined> {
    try {
      return await fallback?.();
    } catch (error) {
      if (isAborted(error)) throw error;
      log.debug('Audnexus could not help out', { error: String(error) });
      return undefined;
    }
  }
  try {
    return (await main()) ?? (await tryFallback());
  } catch (error) {
    const answer = canFallBack(error) ? await tryFallback() : undefined;
    if (answer === undefined) throw error;
    return answer;
  }
}

function hasGaps(book: CatalogBook): boolean {
  return book.description === undefined || book.coverUrl === undefined || book.authors.length === 0 || book.genres.length === 0;
}

/** Books and chapters by id: from the store first, from Audnexus for what is missing. */
export function createBookDetails(
  store: StoreClient,
  audnexus: AudnexusClient | undefined,
  log: PluginLogger,
): Required<Pick<Catalog, 'book' | 'chapters'>> {
  const helper = (region: string): AudnexusClient | undefined => (audnexus?.serves(region) ? audnexus : undefined);

  async function fromAudnexus(client: AudnexusClient, asin: string, call: InRegion): Promise<CatalogBook | undefined> {
    const remote = await client.book(asin, call);
    return remote && fromAudnexusBook(remote, call.region);
  }

  async function enriched(book: CatalogBook, client: AudnexusClient, call: InRegion): Promise<CatalogBook> {
    try {
      const other = await fromAudnexus(client, book.asin, call);
      return other ? fillGaps(book, other) : book;
    } catch (error) {
      if (isAborted(error)) throw error;
      log.debug('Book stays without details of Audnexus', { asin: book.asin, error: String(error) });
      return book;
    }
  }

  return {
    book: async (text, call) => {
      const asin = toAsin(text);
      if (asin === undefined) return undefined;
      const client = helper(call.region);
      return firstOf(
        async () => {
          const listed = toListedProduct(await store.product(asin, call), call.region);
          return listed && client && hasGaps(listed.book) ? enriched(listed.book, client, call) : listed?.book;
        },
        client && (() => fromAudnexus(client, asin, call)),
        log,
      );
    },

    chapters: async (text, call) => {
      const asin = toAsin(text);
      if (asin === undefined) return undefined;
      const client = helper(call.region);
      const info = await firstOf(() => store.chapterInfo(asin, call), client && (() => client.chapters(asin, call)), log);
      return info && toChapters(info);
    },
  };
}
