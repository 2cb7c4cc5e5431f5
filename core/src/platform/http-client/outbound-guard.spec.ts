import { expect } from 'chai';
import { isPublicAddress } from './address-rules.js';
import { createOutboundGuard, OutboundRefusal, type OutboundGuardOptions } from './outbound-guard.js';

async function refusal(options: OutboundGuardOptions, url: string): Promise<string | undefined> {
  try {
    await createOutboundGuard(options).admit(new URL(url));
    return undefined;
  } catch (error) {
    if (error instanceof OutboundRefusal) return error.reason;
    throw error;
  }
}

describe('isPublicAddress', () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:c0a8:101',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    'not-an-address',
  ]) {
    it(`refuses ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(false);
    });
  }

  for (const address of ['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']) {
    it(`accepts ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });
  }
});

describe('the outbound guard', () => {
  const anyPublic = { allowedHosts: () => 'any-public' as const };

  it('refuses cloud metadata addresses, even for an integration', async () => {
    for (const host of ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '100.100.100.200', '[::ffff:169.254.169.254]']) {
      const options = { allowedHosts: () => [{ host: '*', private: true }] };
      expect(await refusal(options, `http://${host}/latest/meta-data/`), host).to.equal('address');
    }
    const named = {
      allowedHosts: () => [{ host: 'nas.example', private: true }],
      resolve: async () => [{ address: '169.254.169.254', family: 4 as const }],
    };
    expect(await refusal(named, 'http://nas.example/')).to.equal('address');
    expect(await refusal({ ...named, allowPrivateHosts: ['nas.example'] }, 'http://nas.example/')).to.equal(undefined);
  });

  it('refuses schemes other than http and https', async () => {
    expect(await refusal(anyPublic, 'file:///etc/passwd')).to.equal('scheme');
    expect(await refusal(anyPublic, 'ftp://example.org/')).to.equal('scheme');
  });

  it('refuses private addresses in any notation', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://[::ffff:7f00:1]/',
      'http://169.254.169.254/latest',
    ]) {
      expect(await refusal(anyPublic, url), url).to.equal('address');
    }
  });

  it('refuses a name when any of its addresses is private', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];

    expect(await refusal({ ...anyPublic, resolve }, 'http://rebind.example/')).to.equal('address');
    expect(await refusal(anyPublic, 'http://localhost./')).to.equal('address');
  });

  it('connects to exactly the address that was checked', async () => {
    let calls = 0;
    const resolve = async () => {
      calls += 1;
      return [{ address: calls === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 as const }];
    };

    const { lookup } = await createOutboundGuard({ ...anyPublic, resolve }).admit(new URL('http://rebind.example/'));
    const pinned = await new Promise((done) => lookup('rebind.example', {}, (_error, address) => done(address)));

    expect(pinned).to.equal('93.184.216.34');
    expect(calls).to.equal(1);
  });

  it('lets a host from the settings be private, but only on its port', async () => {
    const options = {
      allowedHosts: () => [{ host: 'NAS.local', port: 9696, private: true }],
      resolve: async () => [{ address: '192.168.1.5', family: 4 as const }],
    };

    expect(await refusal(options, 'http://nas.local:9696/api')).to.equal(undefined);
    expect(await refusal(options, 'http://nas.local:22/')).to.equal('address');
    expect(await refusal(options, 'http://other.local:9696/')).to.equal('host');
  });

  it('matches names below a wildcard, not names that end the same way', async () => {
    const options = {
      allowedHosts: () => [{ host: '*.example.org', private: false }],
      resolve: async () => [{ address: '93.184.216.34', family: 4 as const }],
    };

    expect(await refusal(options, 'https://api.example.org/')).to.equal(undefined);
    expect(await refusal(options, 'https://evilexample.org/')).to.equal('host');
  });

  it('accepts the demo’s listed private hosts', async () => {
    expect(await refusal({ ...anyPublic, allowPrivateHosts: ['127.0.0.1:4000'] }, 'http://127.0.0.1:4000/')).to.equal(undefined);
    expect(await refusal({ ...anyPublic, allowPrivateHosts: ['127.0.0.1:4000'] }, 'http://127.0.0.1:4001/')).to.equal('address');
    expect(await refusal({ ...anyPublic, allowPrivateHosts: ['::1'] }, 'http://[::1]:4001/')).to.equal(undefined);
  });
});
