import { isIntegrationError, type Catalog, type CatalogBook, type Page } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readObject, readText, readTexts } from './read.js';

type Entry = Readonly<Record<string, unknown>>;

function readBook(entry: Entry, region: string): CatalogBook {
  return {
    asin: readText(entry.asin, 'an ASIN'),
    region,
    title: readText(entry.title, 'a title'),
    authors: readTexts(entry.authors, 'the authors').map((name) => ({ name })),
    narrators: readTexts(entry.narrators, 'the narrators'),
    series: [],
    genres: [],
  };
}

export function createCatalog(client: Client): Catalog {
  async function list(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
    { region, page, limit }: { readonly region: string; readonly page: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<CatalogBook>> {
    // one more than needed shows whether there is another page
    const window = { offset: (page - 1) * limit, limit: limit + 1, region };
    const books = readList(await client.json(path, { query: { ...query, ...window }, signal }), 'the books');
    const items = books.slice(0, limit).map((entry) => readBook(entry, region));
    return books.length > limit ? { items, next: String(page + 1) } : { items };
  }

  return {
    regions: [{ id: 'us', name: 'United States' }],
    search: (search, { signal }) => list('/books', { q: search.text ?? search.title, author: search.author }, search, signal),
    async book(asin, { region, signal }) {
      try {
        const answer = await client.json(`/books/${encodeURIComponent(asin)}`, { query: { region }, signal });
        return readBook(readObject(answer, 'a book'), region);
      } catch (error) {
        if (isIntegrationError(error) && error.code === 'INTEGRATION_NOT_FOUND') return undefined;
        throw error;
      }
    },
    popular: (listing) => list('/popular', {}, listing, listing.signal),
  };
}
