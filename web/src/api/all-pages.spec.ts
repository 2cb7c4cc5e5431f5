import { expect } from 'chai';
import { allPages } from './all-pages.js';

describe('a list that is read to its end', () => {
  it('has each row once, also where rows are added between two pages', async () => {
    let rows = Array.from({ length: 250 }, (_, n) => ({ id: `r${n}` }));
    const asked: number[] = [];

    const all = await allPages((page) => {
      asked.push(page);
      const items = rows.slice((page - 1) * 100, page * 100);
      const total = rows.length;
      if (page === 1) rows = [{ id: 'new' }, ...rows];
      return Promise.resolve({ items, limit: 100, total });
    });

    expect(asked).to.deep.equal([1, 2, 3]);
    expect(new Set(all.map(({ id }) => id)).size).to.equal(all.length);
    expect(all.length).to.equal(250);
  });

  it('is asked for once where nothing is in it', async () => {
    expect(await allPages(() => Promise.resolve({ items: [], limit: 100, total: 0 }))).to.deep.equal([]);
  });
});
