import { expect } from 'chai';
import { createClientAddress, networkOf } from './client-address.js';

describe('client address', () => {
  it('ignores a forwarded address from a stranger', () => {
    expect(createClientAddress([]).of('198.51.100.7', '10.0.0.1')).to.equal('198.51.100.7');
    expect(createClientAddress(['10.0.0.0/8']).of('198.51.100.7', '203.0.113.9')).to.equal('198.51.100.7');
  });

  it('takes the last hop that is not a trusted proxy', () => {
    const address = createClientAddress(['10.0.0.0/8', '::1']);

    expect(address.of('10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9')).to.equal('203.0.113.9');
    expect(address.of('::ffff:10.1.2.3', '203.0.113.9')).to.equal('203.0.113.9');
    expect(address.of('::1', '2001:db8::5, ::ffff:10.0.0.2')).to.equal('2001:db8::5');
  });

  it('is the furthest hop when all of them are trusted', () => {
    expect(createClientAddress(['10.0.0.0/8']).of('10.1.2.3', '10.5.5.5, 10.9.9.9')).to.equal('10.5.5.5');
  });

  it('stops at a hop that is not an address', () => {
    const address = createClientAddress(['10.0.0.0/8']);

    expect(address.of('10.1.2.3', 'garbage')).to.equal('10.1.2.3');
    expect(address.of('10.1.2.3', '1.1.1.1, unknown, 10.9.9.9')).to.equal('10.9.9.9');
    expect(address.of('10.1.2.3', '1.1.1.1,')).to.equal('10.1.2.3');
  });

  it('reads hops with a port', () => {
    const address = createClientAddress(['10.0.0.0/8']);

    expect(address.of('10.1.2.3', '203.0.113.9:51234')).to.equal('203.0.113.9');
    expect(address.of('10.1.2.3', '[2001:db8::9]:443, 10.0.0.2:80')).to.equal('2001:db8::9');
  });

  it('counts IPv6 by network, IPv4 by address', () => {
    expect(networkOf('203.0.113.9')).to.equal('203.0.113.9');
    expect(networkOf('::ffff:203.0.113.9')).to.equal('203.0.113.9');
    expect(networkOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).to.equal(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8:1:2::1')).not.to.equal(networkOf('2001:db8:1:3::1'));
    expect(networkOf('')).to.equal('');
  });
});
