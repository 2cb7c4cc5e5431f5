import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { recorded } from './annas-world.spec.support.js';
import { foreignPage } from './page-kind.js';
import { readSearchPage } from './search-page.js';

const HASHES = {
  epub: '16f0152b341e46b5f808d18f3fd57373',
  pdf: '1def4781578516b26e14927bd865ef4f',
  french: '8d5db732be346cacfc4c13a39a6de0e3',
  german: '41c1d7f651f6f4b7ba5e46835750b5c4',
  score: '80a6b1509bd9b5dedbe2d3aae2b035a7',
  azw3: 'c473b5da1982c5bdc42c557bbd02ca5f',
};

describe('the search page', () => {
  it('is read in the list layout, including rows inside comments and excluding unrelated lists', () => {
    const files = readSearchPage(recorded('search.list.html'), 'archive.example');

    expect(files.map((file) => file.md5)).to.deep.equal(Object.values(HASHES));
    expect(files[0]).to.deep.equal({
      md5: HASHES.epub,
      title: 'Pride and Prejudice',
      authors: ['Jane Austen'],
      languages: ['en'],
      format: 'epub',
      size: 900_000,
      year: 2003,
      kind: 'book (fiction)',
    });
    expect(files[1]).to.deep.include({ authors: ['Jane Austen', 'Patricia Meyer Spacks'], format: 'pdf', size: 41_600_000 });
    expect(files[2]).to.deep.include({ year: undefined, languages: ['fr'] });
    expect(files[3]).to.deep.include({ languages: ['de', 'en'], format: 'mobi' });
    expect(files[4]?.kind).to.equal('musical score');
  });

  it('is read in the table layout, without advertisements', () => {
    const files = readSearchPage(recorded('search.table.html'), 'archive.example');

    expect(files.map((file) => file.md5)).to.deep.equal([HASHES.epub, HASHES.pdf, HASHES.french, HASHES.german]);
    expect(files[0]).to.deep.include({
      title: 'Pride and Prejudice',
      authors: ['Jane Austen'],
      format: 'epub',
      size: 900_000,
      year: 2003,
      languages: ['en'],
    });
  });

  for (const name of ['search.empty.html', 'search.empty-with-partial-matches.html']) {
    it(`is empty when it says so (${name})`, () => expect(readSearchPage(recorded(name), 'archive.example')).to.deep.equal([]));
  }

  for (const name of ['search.layout-drift.html', 'parked-domain.html', 'challenge.cloudflare.html', 'detail.html']) {
    it(`is never taken for "nothing found" when it is something else (${name})`, () => {
      try {
        readSearchPage(recorded(name), 'archive.example');
        expect.fail('was read');
      } catch (error) {
        if (!isIntegrationError(error)) throw error;
        expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
        expect(error.message).to.match(/archive\.example: .*not found: .*js-aarecord-list-outer/);
      }
    });
  }

  it('names titles or formats if those are missing', () => {
    const page = recorded('search.list.html');
    const read = (html: string) => () => readSearchPage(html, 'archive.example');

    expect(read(page.replaceAll('js-vim-focus', 'x').replaceAll('text-lg', 'y').replaceAll('data-content', 'z'))).to.throw(/titles/);
    expect(read(page.replaceAll(' · ', ' / '))).to.throw(/formats/);
  });
});

describe('pages in front of the archive', () => {
  for (const [name, kind] of [
    ['challenge.cloudflare.html', 'challenge'],
    ['challenge.ddos-guard.html', 'challenge'],
    ['parked-domain.html', 'parked'],
    ['search.list.html', undefined],
    ['search.layout-drift.html', undefined],
  ] as const) {
    it(`${name} → ${kind ?? 'none of them'}`, () => expect(foreignPage(recorded(name))).to.equal(kind));
  }
});
