import type { ShelfBook, ShelfProvider } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readList, readNumber, readObject, readText, readTexts } from './read.js';

const PAGE_SIZE = 50;

function readBook(entry: Readonly<Record<string, unknown>>): ShelfBook {
  return {
    bookId: readText(entry.id, 'a book'),
    title: readText(entry.title, 'a title'),
    authors: readTexts(entry.authors, 'the authors'),
    addedAt: readText(entry.added, 'a date'),
  };
}

export function createShelfProvider(client: Client): ShelfProvider {
  return {
    async describe({ signal }) {
      const shelf = readObject(await client.json('/shelf', { signal }), 'the shelf');
      return { name: readText(shelf.name, 'the name of the shelf'), count: readNumber(shelf.count, 'the number of books') };
    },
    async books({ signal, cursor = '0' }) {
      const query = { offset: cursor, limit: PAGE_SIZE };
      const items = readList(await client.json('/shelf/books', { query, signal }), 'the books').map(readBook);
      // throws if a page cannot be read, because a walk that ends early would look as if books had been removed
      return items.length < PAGE_SIZE ? { items } : { items, next: String(Number(cursor) + PAGE_SIZE) };
    },
  };
}
