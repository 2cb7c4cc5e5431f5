import { expect } from 'chai';
import { describeBytes } from './describe-bytes.js';

describe('a size for people', () => {
  it('is shown in a fitting unit', () => {
    expect([0, 999, 241_212, 38_400_000, 1_240_000_000, 3_000_000_000_000].map((bytes) => describeBytes(bytes))).to.deep.equal([
      '0 bytes',
      '999 bytes',
      '241 kB',
      '38 MB',
      '1.2 GB',
      '3 TB',
    ]);
  });

  it('never makes too little look like enough', () => {
    expect(describeBytes(1_200_000, 'up')).to.equal('2 MB');
    expect(describeBytes(1_900_000, 'down')).to.equal('1 MB');
  });
});
