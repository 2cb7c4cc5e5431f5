import { expect } from 'chai';
import { DUNE, goodRelease } from '../requests/request-fakes.spec.support.js';
import { guessBooks, MOST_LOOKUPS, type LookupCatalog } from './guess-books.js';
import { fakeCatalog, MESSIAH } from './release-search-world.spec.support.js';

const BOOKS = new Map([DUNE, MESSIAH].map((book) => [book.asin, book]));
const never = () => new AbortController().signal;

function guess(titles: readonly string[], catalog: object, { words = 'dune', deadline = never(), signal = never() } = {}) {
  const found = titles.map((title) => ({ integrationId: 'indexer-1', release: goodRelease({ title }) }));
  return guessBooks(catalog as LookupCatalog, { words, type: 'audiobook' }, found, { signal, deadline });
}

describe('looking releases up', () => {
  it('names the book of each, what was read, and what became of the others', async () => {
    const catalog = fakeCatalog(BOOKS);

    const read = await guess(['Frank Herbert - Dune Messiah [M4B]', 'Ursula Le Guin - The Dispossessed [M4B]', '[M4B]'], catalog);

    expect(read.map(({ lookup, guess: book }) => [lookup, book?.book.asin])).to.deep.equal([
      ['found', MESSIAH.asin],
      ['nothing', undefined],
      ['unreadable', undefined],
    ]);
    expect(read[1]?.reading).to.deep.equal({ title: 'The Dispossessed', authors: ['Ursula Le Guin'] });
  });

  it('asks once for many releases of one book, and by number where a name has one', async () => {
    const catalog = fakeCatalog(BOOKS);

    await guess(['Frank Herbert - Dune [MP3]', 'Frank Herbert - Dune [M4B]', 'Dune [B002V1OF70]', 'Something [B002V1OF70]'], catalog);

    expect(catalog.asked).to.deep.equal(['dune', 'Dune Frank Herbert', DUNE.asin]);
  });

  it('asks a bounded number of questions, and what one finds helps the others', async () => {
    const catalog = fakeCatalog(BOOKS);
    const strangers = Array.from({ length: 30 }, (_, index) => `Author Number${index} - Strange Title ${index} [M4B]`);

    const read = await guess([...strangers, 'Frank Herbert - Dune [M4B]'], catalog);

    expect(catalog.asked).to.have.length(MOST_LOOKUPS);
    expect(read.at(-1)?.guess?.book.asin, 'found by the words').to.equal(DUNE.asin);
    expect(read.filter(({ lookup }) => lookup === 'nothing')).to.have.length(MOST_LOOKUPS - 1);
    expect(read.filter(({ lookup }) => lookup === 'unasked')).to.have.length(30 - MOST_LOOKUPS + 1);
  });

  it('says of which the catalogue told nothing: it failed, or the time was over', async () => {
    const over = new AbortController();
    const silent = {
      search: ({ text }: { text: string }) => {
        if (text === 'dune') return Promise.reject(new Error('down'));
        over.abort();
        return new Promise(() => undefined);
      },
    };

    const read = await guess(['Frank Herbert - Dune [M4B]'], silent, { deadline: over.signal });

    expect(read.map(({ lookup }) => lookup)).to.deep.equal(['failed']);
  });

  it('ends with the caller', async () => {
    const gone = new AbortController();
    const catalog = {
      search: () => {
        gone.abort(new Error('gone'));
        return new Promise(() => undefined);
      },
    };

    const error: unknown = await guess(['Frank Herbert - Dune [M4B]'], catalog, { signal: gone.signal }).catch((thrown: unknown) => thrown);

    expect(error).to.have.property('message', 'gone');
  });
});
