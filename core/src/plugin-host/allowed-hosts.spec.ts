import { expect } from 'chai';
import { allowedHosts } from './allowed-hosts.js';

describe('allowed hosts', () => {
  it('lets only hosts of settings be private, on their port', () => {
    expect(allowedHosts(['api.example.org', 'settings:baseUrl'], { baseUrl: 'HTTP://NAS:9696/sub/' })).to.deep.equal([
      { host: 'api.example.org', private: false },
      { host: 'nas', port: 9696, private: true },
    ]);
  });

  it('follows a service that moves to https', () => {
    expect(allowedHosts(['settings:a'], { a: 'http://nas/' }).map(({ port }) => port)).to.deep.equal([80, 443]);
    expect(allowedHosts(['settings:a'], { a: 'https://nas/' }).map(({ port }) => port)).to.deep.equal([443]);
  });

  it('takes lists, and nothing from empty or unusable settings', () => {
    expect(allowedHosts(['settings:urls'], { urls: ['http://a:1', 'http://b:2'] })).to.have.length(2);
    expect(allowedHosts(['settings:urls', 'settings:none'], { urls: ['http://', '', 5] })).to.deep.equal([]);
  });
});
