import { expect } from 'chai';
import { allowedHosts } from './allowed-hosts.js';

describe('allowed hosts', () => {
  it('lets only hosts from settings be private, and only on their port', () => {
    expect(allowedHosts({ hosts: ['api.example.org', 'settings:baseUrl'] }, { baseUrl: 'HTTP://NAS:9696/sub/' })).to.deep.equal([
      { host: 'api.example.org', private: false },
      { host: 'nas', port: 9696, private: true },
    ]);
  });

  it('follows a service that moves to https', () => {
    expect(allowedHosts({ hosts: ['settings:a'] }, { a: 'http://nas/' }).map(({ port }) => port)).to.deep.equal([80, 443]);
    expect(allowedHosts({ hosts: ['settings:a'] }, { a: 'https://nas/' }).map(({ port }) => port)).to.deep.equal([443]);
  });

  it('accepts lists, and ignores empty or unusable settings', () => {
    expect(allowedHosts({ hosts: ['settings:urls'] }, { urls: ['http://a:1', 'http://b:2'] })).to.have.length(2);
    expect(allowedHosts({ hosts: ['settings:urls', 'settings:none'] }, { urls: ['http://', '', 5] })).to.deep.equal([]);
  });

  it('keeps the given port, also without a scheme', () => {
    expect(allowedHosts({ hosts: ['settings:a'] }, { a: 'nas:9091' })).to.deep.equal([{ host: 'nas', port: 9091, private: true }]);
    expect(allowedHosts({ hosts: ['settings:a'] }, { a: 'nas' })).to.deep.equal([{ host: 'nas', private: true }]);
  });

  it('lets no host be private that a user entered', () => {
    const personal = { hosts: ['settings:baseUrl'], instances: 'per-user' as const };
    expect(allowedHosts(personal, { baseUrl: 'http://127.0.0.1:3939/' })).to.deep.equal([
      { host: '127.0.0.1', port: 3939, private: false },
    ]);
    const many = { hosts: ['settings:baseUrl'], instances: 'many' as const };
    const settings = { baseUrl: 'http://127.0.0.1:3939/' };
    expect([allowedHosts(many, settings), allowedHosts(many, settings, true)].map(([host]) => host?.private)).to.deep.equal([true, false]);
  });
});
