import { expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { toListedProduct, toPeople } from './product-mapper.js';

describe('a product of the store', () => {
  it('may name any number of people, series and genres', async () => {
    const product = (size: number) => {
      const named = Array.from({ length: size }, (_, n) => ({ name: `Name ${n}`, title: `Title ${n}`, asin: `B0${n}` }));
      const ladders = [{ root: 'Genres', ladder: named }, ...named.map((entry) => ({ root: 'Genres', ladder: [entry] }))];
      return { asin: 'B0DEMO0013', title: 'A Book', authors: named, narrators: named, series: named, category_ladders: ladders };
    };

    await expectBoundedGrowth('a product', product, (value) => toListedProduct(value, 'us'));
  });

  it('keeps the first people, without duplicates', () => {
    const people = toPeople([{ name: 'Name 1' }, ...Array.from({ length: 3_000 }, (_, n) => ({ name: `Name ${n}` })), { name: 'Last' }]);

    expect(people).to.have.length(999);
    expect(people[0]).to.deep.equal({ name: 'Name 1' });
  });
});
