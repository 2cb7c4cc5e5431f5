import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import type { HardcoverClient } from './client.js';
import { toShelfBook } from './shelf-book.js';
import { createShelfProvider } from './shelf-provider.js';
import { listShelves } from './shelf-choices.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const { signal } = new AbortController();

function clientWith(rows: readonly unknown[]): HardcoverClient {
  const answer = () => Promise.resolve(rows);
  return { me: () => Promise.resolve({ id: 1, username: 'a' }), lists: answer, booksOfStatus: answer } as unknown as HardcoverClient;
}

describe('answers of Hardcover', () => {
  it('are read in linear time', async () => {
    const book = (text: string) => ({
      id: 1,
      title: text,
      cached_contributors: [{ author: { name: text }, contribution: text }],
      cached_image: { url: text },
      default_audio_edition: { asin: text, isbn_13: text, reading_format_id: 2 },
    });

    await expectBoundedReading({ 'a book': (text) => toShelfBook({ date_added: text, book: book(text) }) }, [' ', '-', '1', '(']);
  });

  it('may list any number of books, people and lists', async () => {
    const people = (size: number) => ({
      book: { id: 1, title: 'T', cached_contributors: many(size, (n) => ({ author: { name: `A${n}` } })) },
    });
    const books = (size: number) => clientWith(many(size, (id) => ({ book: { id, title: `T${id}` } })));
    const lists = (size: number) => clientWith(many(size, (id) => ({ id, name: `L${id}` })));

    await expectBoundedGrowth('people', people, toShelfBook, ENTRIES);
    await expectBoundedGrowth('books', books, (client) => createShelfProvider(client, 'status:1').books({ signal }), ENTRIES);
    await expectBoundedGrowth('lists', lists, (client) => listShelves(client, signal), ENTRIES);
  });
});
