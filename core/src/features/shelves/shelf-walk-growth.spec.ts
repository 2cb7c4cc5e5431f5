import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import type { ShelfBook } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { ShelfCalls } from './shelf-instance.js';
import { cleanShelfBook, walkShelf } from './shelf-walk.js';

const books = (size: number): ShelfBook[] => Array.from({ length: size }, (_, n) => ({ bookId: `${n}`, title: 'T', authors: [] }));
const calls = (items: readonly ShelfBook[]): ShelfCalls => (() => Promise.resolve({ items })) as unknown as ShelfCalls;
const ignore = (): Promise<void> => Promise.resolve();

describe('the content of a shelf', () => {
  it('is read in linear time', async () => {
    const book = (text: string) => ({ bookId: '1', title: text, authors: [text], isbn: text, asin: text, addedAt: text });

    await expectBoundedReading({ cleanShelfBook: (text) => cleanShelfBook(book(text)) }, [' ', '\n', '1', '(']);
  });

  it('is walked in time linear in the number of books', async () => {
    await expectBoundedGrowth('a page', books, (items) => walkShelf(calls(items), ignore), { from: 190, to: 19_000 });
  });

  it('ends with a fault if a page exceeds any real shelf, and lets other work run meanwhile', async () => {
    let turns = 0;
    let handedOut = 0;
    const other = setInterval(() => (turns += 1), 0);
    const count = (some: readonly ShelfBook[]): Promise<void> => Promise.resolve(void (handedOut += some.length));

    const fault: unknown = await walkShelf(calls(books(100_000)), count).catch((error: unknown) => error);
    clearInterval(other);

    expect(fault).to.be.an('error').with.property('code', 'INTEGRATION_UNSUPPORTED');
    expect(handedOut).to.be.within(20_000, 20_200);
    expect(turns).to.be.above(2);
  });
});
