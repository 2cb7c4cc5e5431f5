import { expect } from 'chai';
import { createClientAddress } from './client-address.js';

describe('client address', () => {
  it('ignores a forwarded address from a stranger', () => {
    expect(createClientAddress([]).of('198.51.100.7', '10.0.0.1')).to.equal('198.51.100.7');
    expect(createClientAddress(['10.0.0.0/8']).of('198.51.100.7', '203.0.113.9')).to.equal('198.51.100.7');
  });

  it('takes the last hop that is not a trusted proxy', () => {
    const address = createClientAddress(['10.0.0.0/8', '::1']);

    expect(address.of('10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9')).to.equal('203.0.113.9');
    expect(address.of('::ffff:10.1.2.3', '203.0.113.9')).to.equal('203.0.113.9');
    expect(address.of('10.1.2.3', 'garbage')).to.equal('10.1.2.3');
  });
});
