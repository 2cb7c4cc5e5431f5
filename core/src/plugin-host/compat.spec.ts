import { expect } from 'chai';
import { isCompatible } from './compat.js';

describe('compatibility', () => {
  it('follows the range, pre-releases included', () => {
    expect(isCompatible('^1.0.0', '1.4.2')).to.equal(true);
    expect(isCompatible('^1.0.0', '1.5.0-beta.1')).to.equal(true);
    expect(isCompatible('^1.5.0', '1.4.2')).to.equal(false);
    expect(isCompatible('^2.0.0', '1.4.2')).to.equal(false);
    expect(isCompatible('nonsense', '1.4.2')).to.equal(false);
  });
});
