import { expect } from 'chai';
import type { CatalogBook } from '@lectern/plugin-api';
import { sampleBook } from '../catalog/catalog-world.spec.support.js';
import { nextParts } from './next-parts.js';

const TODAY = '2026-03-01';

function part(n: number, series: string, number: string | undefined, more: Partial<CatalogBook> = {}): CatalogBook {
  return sampleBook(n, { series: [{ name: series, ...(number === undefined ? {} : { part: number }) }], ...more });
}

const next = (owned: CatalogBook[], stored: CatalogBook[], alsoOwned: CatalogBook[] = []) => {
  const asins = new Set([...owned, ...alsoOwned].map(({ asin }) => asin));
  const all = [...owned, ...stored];
  const found = nextParts(owned, all, (asin) => asins.has(asin), TODAY);
  return found.map((part) => all.find((book) => book === part)?.title);
};

describe('the next part of a series', () => {
  it('is the first that is missing, of each series in the order of what is owned', () => {
    const stored = [part(3, 'A', '3'), part(4, 'A', '4'), part(12, 'B', '2')];

    expect(next([part(11, 'B', '1'), part(1, 'A', '1'), part(2, 'A', '2')], stored)).to.deep.equal(['Volume 12', 'Volume 3']);
    expect(next([part(2, 'A', '2')], [part(1, 'A', '1'), part(3, 'A', '3')])).to.deep.equal(['Volume 1']);
  });

  it('is none where all parts are owned, where nothing of the series is, or where books have no parts', () => {
    expect(next([part(1, 'A', '1')], [])).to.deep.equal([]);
    expect(next([part(1, 'A', '1')], [part(12, 'B', '2')])).to.deep.equal([]);
    expect(next([part(1, 'A', undefined), sampleBook(2)], [part(3, 'A', '2'), sampleBook(4)])).to.deep.equal([]);
  });

  it('counts a part as owned in another recording, under another ASIN, and in a collection', () => {
    expect(next([part(1, 'A', '1'), part(2, 'A', '2')], [part(9, 'A', '2'), part(3, 'A', '3')])).to.deep.equal(['Volume 3']);
    expect(next([part(1, 'A', '1')], [part(2, 'A', '2'), part(3, 'A', '3')], [part(2, 'A', '2')])).to.deep.equal(['Volume 3']);
    expect(next([part(1, 'A', '1-3')], [part(2, 'A', '2'), part(4, 'A', '4'), part(5, 'A', '4-6')])).to.deep.equal(['Volume 4']);
  });

  it('is no novella between two parts, and nothing that is not out yet', () => {
    const stored = [part(2, 'A', '1.5'), part(3, 'A', '2', { releaseDate: '2026-04-01' })];

    expect(next([part(1, 'A', '1')], stored)).to.deep.equal([]);
    expect(next([part(1, 'A', '1')], [...stored, part(4, 'A', '3', { releaseDate: TODAY })])).to.deep.equal(['Volume 4']);
  });

  it('tells series of one name apart by their ids, and takes the recording that more people know', () => {
    const owned = sampleBook(1, { series: [{ name: 'A', id: 'S1', part: '1' }] });
    const other = sampleBook(2, { series: [{ name: 'A', id: 'S2', part: '2' }] });
    const little = sampleBook(3, { series: [{ name: 'A', id: 'S1', part: '2' }] });
    const well = sampleBook(4, { series: [{ name: 'A', id: 'S1', part: '2' }], rating: { average: 4, count: 9 } });

    expect(next([owned], [other])).to.deep.equal([]);
    expect(next([owned], [other, little, well])).to.deep.equal(['Volume 4']);
  });

  it('takes no range for parts that nobody could own', () => {
    expect(next([part(1, 'A', '1-9999')], [part(2, 'A', '2')])).to.deep.equal([]);
    expect(next([part(1, 'A', '3-1')], [part(2, 'A', '2')])).to.deep.equal([]);
  });
});
