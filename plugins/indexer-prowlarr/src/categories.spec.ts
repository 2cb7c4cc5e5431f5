import { expect } from 'chai';
import { canServe, isOfKind } from './categories.js';

describe('categories', () => {
  it('accepts an indexer with the category, its main category, or no stated categories', () => {
    expect(canServe([3000, 3030], [3030])).to.equal(true);
    expect(canServe([3000], [3030])).to.equal(true);
    expect(canServe([], [3030])).to.equal(true);
    expect(canServe([2000, 5000], [3030])).to.equal(false);
  });

  it('treats a main category as including its children, but not the reverse', () => {
    expect(isOfKind([3010], [3000])).to.equal(true);
    expect(isOfKind([3000], [3030])).to.equal(false);
  });

  it('drops films and keeps releases without a standard category', () => {
    expect(isOfKind([2000, 2040], [3030, 3000])).to.equal(false);
    expect(isOfKind([], [3030])).to.equal(true);
    expect(isOfKind([100013], [3030])).to.equal(true);
    expect(isOfKind([100013, 8000], [100013])).to.equal(true);
  });
});
