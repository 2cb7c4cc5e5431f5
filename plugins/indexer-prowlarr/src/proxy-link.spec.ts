import { expect } from 'chai';
import { parseProxyLink } from './proxy-link.js';

const query = 'apikey=KEY&link=NtHb_x-A&file=A+Book+%5BM4B%5D';

describe('parseProxyLink', () => {
  it('keeps link, file and indexer and drops the key', () => {
    const link = parseProxyLink(`http://prowlarr.example:9696/3/download?${query}`);

    expect(link).to.deep.equal({ indexerId: 3, link: 'NtHb_x-A', file: 'A Book [M4B]' });
  });

  it('reads links with a URL base', () => {
    expect(parseProxyLink(`https://home.example/prowlarr/12/download?${query}`)?.indexerId).to.equal(12);
  });

  it('reads links whose host was broken by a reverse proxy', () => {
    expect(parseProxyLink(`http://prowlarr.example:/3/download?${query}`)?.indexerId).to.equal(3);
    expect(parseProxyLink(`http:///3/download?${query}`)?.indexerId).to.equal(3);
  });

  it('refuses other addresses', () => {
    expect(parseProxyLink('magnet:?xt=urn:btih:72594C43FD6EABB87D6C79C28DE9B1E720EE3D19')).to.equal(undefined);
    expect(parseProxyLink('https://tracker.example/download/1.torrent?key=SECRET')).to.equal(undefined);
    expect(parseProxyLink('http://prowlarr.example/3/download?apikey=KEY&link=abc')).to.equal(undefined);
  });
});
