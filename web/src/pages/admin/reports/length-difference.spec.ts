import { expect } from 'chai';
import { lengthDifference } from './length-difference.js';

describe('the difference of a length', () => {
  it('is told in minutes from more than five percent on', () => {
    expect(lengthDifference(600, 300)).to.equal(-300);
    expect(lengthDifference(600, 660)).to.equal(60);
    expect(lengthDifference(600, 0)).to.equal(-600);
  });

  it('is not told where it is small or a length is not known', () => {
    expect(lengthDifference(600, 630)).to.equal(undefined);
    expect(lengthDifference(600, 571)).to.equal(undefined);
    expect(lengthDifference(undefined, 300)).to.equal(undefined);
    expect(lengthDifference(0, 300)).to.equal(undefined);
    expect(lengthDifference(600, undefined)).to.equal(undefined);
  });
});
