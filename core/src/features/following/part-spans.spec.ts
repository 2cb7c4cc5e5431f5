import { expect } from 'chai';
import { hasPartIn, isWithin, mergeSpans } from './part-spans.js';

describe('spans of parts', () => {
  it('are merged where they overlap or touch, and nowhere else', () => {
    const spans = [
      { from: 7, to: 9 },
      { from: 1, to: 3 },
      { from: 3, to: 4 },
      { from: 2, to: 3 },
      { from: 9, to: 8 },
    ];

    expect(mergeSpans(spans)).to.deep.equal([
      { from: 1, to: 4 },
      { from: 7, to: 9 },
    ]);
  });

  it('hold the parts from their first to their last', () => {
    const spans = mergeSpans([
      { from: 1, to: 3 },
      { from: 5, to: 6 },
    ]);

    expect([0.5, 1, 1.5, 3, 3.5, 4, 5, 6, 7].filter((part) => isWithin(spans, part))).to.deep.equal([1, 1.5, 3, 5, 6]);
    expect(isWithin([], 1)).to.equal(false);
  });

  it('are looked through for parts', () => {
    const found = (from: number, to: number) => hasPartIn([1, 2.5, 9], { from, to });

    expect([found(1, 1), found(2, 3), found(9, 12)]).to.deep.equal([true, true, true]);
    expect([found(0, 0.5), found(1.5, 2), found(3, 8), found(10, 12)]).to.deep.equal([false, false, false, false]);
    expect(hasPartIn([], { from: 1, to: 2 })).to.equal(false);
  });
});
