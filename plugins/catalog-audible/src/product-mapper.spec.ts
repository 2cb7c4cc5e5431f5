import { expect } from 'chai';
import { recorded } from './fixture-services.spec.support.js';
import { isDelisted, toListedProduct } from './product-mapper.js';
import type { Product } from './schema.js';

function product(name: string): Product {
  return (recorded(`store/${name}`).body as { product: Product }).product;
}

describe('product mapper', () => {
  it('reads every member of a product', () => {
    const listed = toListedProduct(product('product.B08G9PRS1K'), 'us');

    expect(listed?.hasPlaceholderDate).to.equal(false);
    expect(listed?.book).to.deep.include({
      asin: 'B08G9PRS1K',
      region: 'us',
      title: 'Project Hail Mary',
      authors: [{ name: 'Andy Weir', id: 'B00G0WYW92' }],
      narrators: ['Ray Porter'],
      series: [],
      durationMinutes: 970,
      releaseDate: '2021-05-04',
      language: 'en',
      publisher: 'Audible Studios',
      isbn: '9781603935470',
      description: '<p>(shortened for the fixture; real text is HTML)</p>',
      coverUrl: 'https://m.media-amazon.com/images/I/81wvR09gLRL._SL1024_.jpg',
      genres: ['Science Fiction & Fantasy', 'Science Fiction', 'Adventure', 'Hard Science Fiction', 'Space Opera'],
      rating: { average: 4.87, count: 158505 },
      abridged: false,
      adult: false,
    });
  });

  it('puts the series named like the publication first', () => {
    const twoSeries = product('product.B017V4IM1G.two-series');
    const swapped = { ...twoSeries, series: [...(twoSeries.series as object[])].reverse() };

    expect(toListedProduct(swapped, 'us')?.book.series).to.deep.equal([
      { name: 'Harry Potter', id: 'B0182NWM9I', part: '1' },
      { name: 'Wizarding World Collection', id: 'B07CM5ZDJL', part: '1' },
    ]);
  });

  it('takes series from the parents when the product lists none', () => {
    const { relationships } = product('book.relationships');
    const { series: _series, ...rest } = product('product.B017V4IM1G.two-series');

    expect(toListedProduct({ ...rest, relationships }, 'us')?.book.series).to.deep.equal([
      { name: 'Harry Potter', id: 'B0182NWM9I', part: '1' },
    ]);
  });

  it('keeps the text of odd positions and drops empty ones', () => {
    const base = product('product.B08G9PRS1K');
    const part = (sequence: string) =>
      toListedProduct({ ...base, series: [{ title: 'S', sequence }] }, 'us')?.book.series.map((entry) => entry.part)[0];

    expect(['2.5', '1-7', 'Book 1', '2, Dramatized Adaptation', ''].map(part)).to.deep.equal([
      '2.5',
      '1-7',
      '1',
      '2, Dramatized Adaptation',
      undefined,
    ]);
  });

  it('does not take a stub, a product without title or a podcast for a book', () => {
    const names = ['product.stub-unknown-asin', 'product.B07BS4RKGH.no-title', 'product.podcast-parent'];

    expect(names.map((name) => toListedProduct(product(name), 'us'))).to.deep.equal([undefined, undefined, undefined]);
  });

  it('keeps a product without delivery type and an audio drama', () => {
    expect(toListedProduct(product('product.no-delivery-type'), 'us')?.book.asin).to.equal('B0GM8R53L2');
    const drama = toListedProduct(product('product.B08C6YJ1LS.original-recording'), 'us')?.book;
    expect(drama?.narrators.length).to.be.greaterThan(1);
    expect(drama).to.not.have.property('abridged');
  });

  it('reads a placeholder date as unknown', () => {
    const listed = toListedProduct({ ...product('product.B08G9PRS1K'), release_date: '2200-01-01' }, 'us');

    expect(listed?.hasPlaceholderDate).to.equal(true);
    expect(listed?.book).to.not.have.property('releaseDate');
  });

  it('recognizes a delisted product', () => {
    expect(isDelisted(product('product.delisted'))).to.equal(true);
    expect(isDelisted(product('product.B08G9PRS1K'))).to.equal(false);
  });

  it('leaves out translators unless nobody else is named, and distrusts invalid ids', () => {
    const base = product('product.B08G9PRS1K');
    const authors = (list: object[]) => toListedProduct({ ...base, authors: list }, 'us')?.book.authors;

    expect(authors([{ name: 'Jules Verne', asin: 'junk' }, { name: 'F. P. Walter - translator' }])).to.deep.equal([
      { name: 'Jules Verne' },
    ]);
    expect(authors([{ name: 'F. P. Walter - translator' }])).to.deep.equal([{ name: 'F. P. Walter - translator' }]);
  });

  it('treats zero minutes and zero ratings as unknown, and unknown languages as none', () => {
    const book = toListedProduct(
      {
        asin: '172135859x',
        title: 'T',
        runtime_length_min: 0,
        language: 'klingon',
        rating: { overall_distribution: { average_rating: 0, num_ratings: 0 } },
      },
      'us',
    )?.book;

    expect(book).to.deep.equal({ asin: '172135859X', region: 'us', title: 'T', authors: [], narrators: [], series: [], genres: [] });
  });
});
