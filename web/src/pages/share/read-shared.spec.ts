import { expect } from 'chai';
import { readShared } from './read-shared.js';

describe('readShared', () => {
  it('finds the ASIN in links of shops, wherever an app puts the link', () => {
    const links = [
      { url: 'https://www.audible.com/pd/The-Salt-Path-Audiobook/B07B3XYZ12?ref=share' },
      { text: 'Look: https://www.audible.co.uk/pd/B07B3XYZ12' },
      { title: 'https://www.amazon.de/Salzpfad/dp/b07b3xyz12/ref=sr_1_1' },
      { text: 'https://www.amazon.com.au/gp/product/B07B3XYZ12' },
      { url: 'https://www.audible.com/ep/share?asin=B07B3XYZ12' },
      { text: 'Listen to this (https://www.audible.com/pd/B07B3XYZ12).' },
      { text: '“https://www.audible.com/pd/B07B3XYZ12”, she said' },
    ];

    for (const link of links) expect(readShared(link), JSON.stringify(link)).to.deep.include({ kind: 'asin', asin: 'B07B3XYZ12' });
    expect(readShared({ url: 'https://www.audible.com/pd/Old-Audiobook/1234567890' })).to.deep.include({ asin: '1234567890' });
  });

  it('takes no ASIN from other sites, nor from a host that only looks like a shop', () => {
    for (const host of ['example.org', 'audible.com.example.org', 'notamazon.com', 'amazon.example']) {
      const read = readShared({ url: `https://${host}/dp/B07B3XYZ12`, title: 'Some book' });
      expect(read, host).to.deep.equal({ kind: 'words', words: 'Some book', host });
    }
  });

  it('reads the title from the address of tracking sites', () => {
    const links = {
      'https://www.goodreads.com/book/show/186074.The_Salt_Path': 'The Salt Path',
      'https://www.goodreads.com/book/show/186074-the-salt-path?from_search=true': 'the salt path',
      'https://hardcover.app/books/the-salt-path': 'the salt path',
      'https://www.goodreads.com/de/book/show/1.Stra%C3%9Fe': 'Straße',
    };

    for (const [text, words] of Object.entries(links)) expect(readShared({ text })).to.deep.include({ kind: 'words', words });
  });

  it('falls back on the words beside the link when the address names only an id', () => {
    const url = 'https://app.thestorygraph.com/books/0f9b2c1e-1234-4abc-8def-0123456789ab';

    expect(readShared({ text: `The Salt Path ${url}` })).to.deep.equal({
      kind: 'words',
      words: 'The Salt Path',
      host: 'app.thestorygraph.com',
    });
    expect(readShared({ text: 'The  Salt\nPath' })).to.deep.equal({ kind: 'words', words: 'The Salt Path' });
  });

  it('says so if no book is named, and copes with anything', () => {
    for (const nothing of [{}, { url: 'https://example.org/' }, { text: 'https://%zz' }, { text: ' ' }])
      expect(readShared(nothing)).to.equal(undefined);
    expect(readShared({ url: 'https://www.goodreads.com/book/show/1-%E0%A4%A' })).to.deep.include({ kind: 'words' });
    const long = readShared({ text: `${'word '.repeat(100_000)}` });
    expect(long?.kind === 'words' && long.words.length).to.be.at.most(150);
  });
});
