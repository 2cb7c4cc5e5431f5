import { expect } from 'chai';
import { magnetInfoHash, normalizeInfoHash } from './magnet.js';

describe('info hashes', () => {
  it('are lower-case hex, whatever their original case', () => {
    expect(normalizeInfoHash('72594C43FD6EABB87D6C79C28DE9B1E720EE3D19')).to.equal('72594c43fd6eabb87d6c79c28de9b1e720ee3d19');
  });

  it('are read from magnets in hex and base32', () => {
    expect(magnetInfoHash('magnet:?dn=x&xt=urn:btih:72594C43FD6EABB87D6C79C28DE9B1E720EE3D19&tr=udp%3A%2F%2Ft')).to.equal(
      '72594c43fd6eabb87d6c79c28de9b1e720ee3d19',
    );
    expect(magnetInfoHash('magnet:?xt=urn:btih:OJMUYQ75N2V3Q7LMPHBI32NR44QO4PIZ')).to.equal('72594c43fd6eabb87d6c79c28de9b1e720ee3d19');
  });

  it('are unknown in anything else', () => {
    expect(normalizeInfoHash('abc')).to.equal(undefined);
    expect(magnetInfoHash('magnet:?xt=urn:btmh:1220aaaa')).to.equal(undefined);
  });
});
