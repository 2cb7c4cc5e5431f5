import { expect } from 'chai';
import { sortInTurns } from './sort-in-turns.js';

describe('sorting in turns', () => {
  for (const count of [0, 1, 2000, 2001, 9999]) {
    it(`sorts ${count} texts as an array does`, async () => {
      const texts = Array.from({ length: count }, (_, index) => `Author ${(index * 7919) % 10_007}`);

      expect(await sortInTurns(new Set(texts))).to.deep.equal([...new Set(texts)].sort());
    });
  }

  it('lets others have their turn', async () => {
    const texts = Array.from({ length: 200_000 }, (_, index) => `Author ${(index * 7919) % 200_003}`);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);

    await sortInTurns(texts);
    clearImmediate(timer);

    expect(turns).to.be.greaterThan(3);
  });
});
