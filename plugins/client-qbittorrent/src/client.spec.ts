import { expect } from 'chai';
import { apiRoot, compareVersions } from './client.js';
import { hashOfMagnet, isInfoHash } from './info-hash.js';

describe('qbittorrent address', () => {
  const ROWS = [
    ['http://host:8080', 'http://host:8080/api/v2/'],
    ['http://host:8080/', 'http://host:8080/api/v2/'],
    ['HTTP://HOST:8080', 'http://host:8080/api/v2/'],
    ['https://host/qbt/', 'https://host/qbt/api/v2/'],
    ['http://host:8080/api/v2', 'http://host:8080/api/v2/'],
    ['http://user:secret@host:8080', 'http://host:8080/api/v2/'],
  ] as const;

  for (const [baseUrl, expected] of ROWS) {
    it(`${baseUrl} → ${expected}`, () => {
      expect(apiRoot(baseUrl)).to.equal(expected);
    });
  }
});

describe('qbittorrent versions', () => {
  it('are compared numerically', () => {
    expect(compareVersions('2.8.19', '2.11.0')).to.be.below(0);
    expect(compareVersions('2.11', '2.11.0')).to.equal(0);
    expect(compareVersions('2.16.2', '2.11.4')).to.be.above(0);
  });
});

describe('qbittorrent hashes', () => {
  const hex = 'c03cc3bc9f68007175a44b2e81d51798d9d645ce';

  it('are read from magnets in hex, base32 and version 2', () => {
    expect(hashOfMagnet(`magnet:?dn=x&xt=urn:btih:${hex.toUpperCase()}`)).to.equal(hex);
    expect(hashOfMagnet('magnet:?xt=urn:btih:YA6MHPE7NAAHC5NEJMXIDVIXTDM5MROO')).to.equal(hex);
    expect(hashOfMagnet(`magnet:?xt=urn:btmh:1220${'ab'.repeat(32)}`)).to.equal('ab'.repeat(32));
    expect(hashOfMagnet('magnet:?dn=x')).to.equal(undefined);
  });

  it('are the only ids that may reach qBittorrent', () => {
    expect(isInfoHash(hex)).to.equal(true);
    for (const id of ['all', '', `${hex}|${hex}`, 'g'.repeat(40)]) expect(isInfoHash(id)).to.equal(false);
  });
});
