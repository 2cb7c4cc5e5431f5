import { expect } from 'chai';
import { sampleBook } from './catalog-world.spec.support.js';
import { cleanBooks } from './clean-book.js';

describe('cleanBooks', () => {
  it('lets other work run while it cleans a page of descriptions that take long', async () => {
    const description = `<p>${'<b>'.repeat(80_000 / 3)}x`;
    // so many that also a fast machine gives way several times
    const books = Array.from({ length: 300 }, (_, n) => ({ ...sampleBook(1), asin: `B${String(n).padStart(9, '0')}`, description }));
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);

    const clean = await cleanBooks(books, 'us').finally(() => clearInterval(other));

    expect(clean.length).to.equal(300);
    expect(turns).to.be.above(2);
  });

  it('keeps the first of books with one ASIN', async () => {
    const clean = await cleanBooks([sampleBook(1, { title: 'First' }), sampleBook(1, { title: 'Second' })], 'us');

    expect(clean.map(({ title }) => title)).to.deep.equal(['First']);
  });

  it('leaves out days of release that do not exist, of which no request could be made', async () => {
    const days = ['9999-99-99', '2026-00-10', '2026-13-01', '2026-01-32', '2026-02-30', '2026-02-28'];

    const clean = await cleanBooks(
      days.map((releaseDate, n) => sampleBook(n, { releaseDate })),
      'us',
    );

    expect(clean.flatMap(({ releaseDate }) => releaseDate ?? [])).to.deep.equal(['2026-02-28']);
  });
});
