import { expect } from 'chai';
import { rememberNames } from './remembered-names.js';

const names = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `n${from + n}`);

describe('names that a check remembers', () => {
  it('are each kept once, in their order', () => {
    expect(rememberNames(['b', 'a', 'b', 'c'], new Set(['a']))).to.deep.equal(['b', 'a', 'c']);
  });

  it('lose the oldest of those that are not listed any more', () => {
    expect(rememberNames(names(0, 1_500), new Set())).to.deep.equal(names(500, 1_500));
  });

  it('keep all that are listed, however old', () => {
    const kept = rememberNames(names(0, 5_000), new Set(names(0, 2_000)));

    expect(kept).to.deep.equal([...names(0, 2_000), ...names(4_000, 5_000)]);
  });
});
