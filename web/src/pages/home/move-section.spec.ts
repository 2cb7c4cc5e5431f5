import { expect } from 'chai';
import { moveSection, placeAt } from './move-section.js';

describe('arranging sections', () => {
  it('moves one up, down and to the ends', () => {
    const sections = ['a', 'b', 'c'];

    expect(moveSection(sections, 2, 0)).to.deep.equal(['c', 'a', 'b']);
    expect(moveSection(sections, 0, 1)).to.deep.equal(['b', 'a', 'c']);
    expect(moveSection(sections, 0, 9)).to.deep.equal(['b', 'c', 'a']);
    expect(moveSection(sections, 1, -1)).to.deep.equal(['b', 'a', 'c']);
    expect(moveSection(sections, 7, 0)).to.deep.equal(sections);
  });

  it('puts a dragged row after those whose middle is above the pointer', () => {
    expect([0, 30, 31, 99].map((y) => placeAt(y, [30, 60]))).to.deep.equal([0, 0, 1, 2]);
  });
});
