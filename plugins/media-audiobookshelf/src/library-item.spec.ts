import { expect } from 'chai';
import { asinOf, isAvailable, needsDetails, toLibraryItem } from './library-item.js';
import { recordedBody } from './recorded-answers.spec.support.js';
import type { Raw } from './schema.js';

function book(metadata: Raw, rest: Raw = {}): Raw {
  return { id: 'i1', addedAt: 1, updatedAt: 2, media: { metadata }, ...rest };
}

describe('library item', () => {
  it('maps the listed form', () => {
    const [row] = recordedBody('items.page0').results as Raw[];

    expect(toLibraryItem(row ?? {}, 'lib')).to.deep.equal({
      itemId: '4ebf6655-0621-4b0e-bf13-f0bab1378938',
      libraryId: 'lib',
      title: 'The Paper Lighthouse',
      authors: ['Ada Quill'],
      narrators: ['Mara Voss'],
      series: [{ name: 'The Lantern Cycle', part: '1' }],
      asin: 'B0TEST0001',
      isbn: '9780000000019',
      durationSeconds: 6,
      formats: ['audiobook'],
      path: '/media/audiobooks/Ada Quill/The Lantern Cycle/Book 1 - The Paper Lighthouse {Mara Voss}',
      addedAt: new Date(1795238526303).toISOString(),
      updatedAt: new Date(1795238526303).toISOString(),
      hasCover: true,
    });
  });

  it('maps the expanded form with its files', () => {
    const item = toLibraryItem(recordedBody('item.multi-file'), 'lib');

    expect(item).to.include({ title: 'Quiet Engines', durationSeconds: 12.14694, hasCover: true });
    expect(item).not.to.have.any.keys('asin', 'series', 'subtitle');
    expect(item?.files?.[0]).to.deep.equal({ path: '/media/audiobooks/Bram Okafor/Quiet Engines/Quiet Engines - 01.mp3', size: 16557 });
    expect(item?.files?.some(({ path }) => path.endsWith('.mp3'))).to.equal(true);
  });

  it('maps an ebook beside an audiobook, a part of a series with a fraction, and a loose file', () => {
    const both = toLibraryItem(recordedBody('item.with-ebook'), 'lib');
    const loose = toLibraryItem(recordedBody('item.is-file'), 'lib');

    expect(both?.formats).to.deep.equal(['audiobook', 'ebook']);
    expect(both?.series).to.deep.equal([{ name: 'Rivers', part: '0.5' }]);
    expect(both?.files?.map(({ path }) => path)).to.include('/media/audiobooks/Dee Farrow/Glass Rivers/Glass Rivers.epub');
    expect(loose).to.include({ path: '/media/audiobooks/Loose Single.m4b', hasCover: false });
    expect(loose?.files).to.deep.equal([{ path: '/media/audiobooks/Loose Single.m4b', size: 14533 }]);
  });

  it('recognizes items that are missing on disk', () => {
    expect(isAvailable(recordedBody('item.missing'))).to.equal(false);
    expect(isAvailable({ isMissing: false, isInvalid: true })).to.equal(false);
    expect(isAvailable(recordedBody('item.is-file'))).to.equal(true);
  });

  it('keeps joined names whole, because names contain commas, and then requests details', () => {
    const joined = book({ title: 'X', asin: 'B0TEST0001', authorName: 'John Smith, Jr.' });

    expect(toLibraryItem(joined, 'lib')?.authors).to.deep.equal(['John Smith, Jr.']);
    expect(needsDetails(joined)).to.equal(true);
    expect(needsDetails(book({ title: 'X', asin: 'B0TEST0001', authorName: 'Ada Quill', narratorName: 'A B, C D' }))).to.equal(true);
    expect(needsDetails(book({ title: 'X', asin: 'B0TEST0001', authorName: 'Ada Quill' }))).to.equal(false);
    expect(needsDetails(book({ title: 'X', asin: null, authorName: 'Ada Quill' }))).to.equal(true);
  });

  it('reads several series with their parts from the expanded form', () => {
    const item = toLibraryItem(
      book({ series: [{ name: 'One, and All', sequence: '3' }, { name: 'Two', sequence: null }, { sequence: '1' }] }),
      'lib',
    );

    expect(item?.series).to.deep.equal([{ name: 'One, and All', part: '3' }, { name: 'Two' }]);
  });

  it('normalizes an ASIN and drops an invalid one', () => {
    expect(asinOf(book({ asin: ' b0test0001 ' }))).to.equal('B0TEST0001');
    expect(asinOf(book({ asin: 'see notes' }))).to.equal(undefined);
    expect(asinOf(book({ asin: 12345 }))).to.equal(undefined);
  });

  it('uses the folder name if the title was cleared', () => {
    expect(toLibraryItem(book({ title: null }, { relPath: 'Ada Quill/Some Book' }), 'lib')?.title).to.equal('Some Book');
    expect(toLibraryItem({ id: 'bare' }, 'lib')).to.deep.include({ title: 'bare', authors: [], addedAt: '1970-01-01T00:00:00.000Z' });
    expect(toLibraryItem({ media: 'x' }, 'lib')).to.equal(undefined);
  });
});
