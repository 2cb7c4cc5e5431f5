import { expect } from 'chai';
import { createMergeTurns } from './merge-turns.js';

describe('turns of imports that wait for others to be merged', () => {
  it('come every 15 seconds at first, later seldom, and at least every 5 minutes', () => {
    let now = 0;
    const turns = createMergeTurns(() => now);
    const waits: number[] = [];

    while (now < 3_600_000) {
      const wait = turns.wait('one') / 1000;
      waits.push(wait);
      now += wait * 1000;
    }

    expect(waits.slice(0, 5)).to.deep.equal([15, 15, 15, 15, 15]);
    expect(waits).to.deep.equal([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).to.equal(300);
    expect(waits.length).to.be.lessThan(35);
  });

  it('begin anew after the import had its turn', () => {
    let now = 0;
    const turns = createMergeTurns(() => now);
    turns.wait('one');
    now = 3_600_000;
    const late = turns.wait('one');

    turns.over('one');

    expect([late, turns.wait('one'), turns.wait('another')]).to.deep.equal([300_000, 15_000, 15_000]);
  });
});
