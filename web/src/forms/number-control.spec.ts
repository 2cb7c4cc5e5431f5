import { expect } from 'chai';
import { numberOf } from './number-control.js';

describe('the number of a field', () => {
  it('is read from what the form library makes of it in any language', () => {
    // the last ones are half typed
    expect([7, '587', '0.5', '0,5', '٫5', '-3', '1e+21', '0.', '00'].map(numberOf)).to.deep.equal([7, 587, 0.5, 0.5, 0.5, -3, 1e21, 0, 0]);
  });

  it('is none where there is none', () => {
    expect([undefined, null, '', 'x', '5x', '-', true].map(numberOf)).to.deep.equal(Array(7).fill(undefined));
  });
});
