import { createSigningKey, type OidcSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { CALL, createOidcWorld, faultOf, NOW, RETURN_URL, SECRET, type OidcWorld } from './oidc-world.spec.support.js';

const SECONDS = NOW / 1000;

describe('sign-in with OpenID Connect', () => {
  let worlds: OidcWorld[] = [];

  async function world(...given: Parameters<typeof createOidcWorld>): Promise<OidcWorld> {
    const made = await createOidcWorld(...given);
    worlds.push(made);
    return made;
  }

  afterEach(async () => {
    for (const { simulator } of worlds) await simulator.close();
    worlds = [];
  });

  it('uses PKCE, state and nonce, different each time, and comes back to the given address', async () => {
    const { signIn } = await world({ scopes: ['groups'] });
    const asked = async () => new URL((await signIn.begin({ returnUrl: RETURN_URL }, CALL)).url).searchParams;
    const [one, two] = [await asked(), await asked()];

    expect(Object.fromEntries(one)).to.include({
      response_type: 'code',
      client_id: 'lectern',
      code_challenge_method: 'S256',
      redirect_uri: RETURN_URL,
      scope: 'openid profile email groups',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one.get(name), name).to.match(/^[\w-]{43}$/);
      expect(one.get(name), name).not.to.equal(two.get(name));
    }
  });

  it('makes people sign in again to confirm their identity, and rejects those who did not', async () => {
    const { simulator, signIn } = await world();
    const confirm = async () => {
      const { url, state } = await signIn.begin({ returnUrl: RETURN_URL, anew: true }, CALL);
      return { asked: new URL(url).searchParams, account: signIn.finish({ state, query: simulator.confirm(url) }, CALL) };
    };

    const first = await confirm();
    expect([first.asked.get('prompt'), first.asked.get('max_age')]).to.deep.equal(['login', '0']);
    expect(await first.account).to.include({ username: 'Jane.Reader' });
    for (const auth_time of [SECONDS - 3600, undefined]) {
      simulator.tamper = (claims) => ({ ...claims, auth_time });
      expect((await faultOf((await confirm()).account)).code, String(auth_time)).to.equal('INTEGRATION_FORBIDDEN');
    }
  });

  it('hides state, nonce and verifier from the browser that keeps them', async () => {
    const { signIn } = await world();
    const { url, state } = await signIn.begin({ returnUrl: RETURN_URL }, CALL);
    const readable = state
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join(' ');

    expect(readable).not.to.include(new URL(url).searchParams.get('nonce')).and.not.to.include('verifier');
  });

  it('exchanges the code with the same return address, even behind a path prefix, and the verifier', async () => {
    const { simulator, come } = await world();
    const account = await come();
    const token = simulator.requests.find(({ path }) => path === '/op/token');

    expect(account).to.deep.include({ username: 'Jane.Reader', isAdmin: false });
    expect(new URLSearchParams(token?.body.toString()).get('redirect_uri')).to.equal(RETURN_URL);
  });

  for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
    it(`sends its secret by ${method}, as the provider says, and never in an address`, async () => {
      const { simulator, come, context } = await world();
      simulator.clientAuth = method;

      expect(await come()).to.be.an('object');
      const places = JSON.stringify([simulator.requests.map(({ path, query }) => [path, [...query]]), context.logs]);
      expect(places).not.to.include(SECRET).and.not.to.include(encodeURIComponent(SECRET));
    });
  }

  it('is a public client without a secret', async () => {
    const { come } = await world({ clientSecret: '' }, { isPublic: true });

    expect(await come()).to.be.an('object');
  });

  it('uses client_secret_basic if the provider does not say', async () => {
    const { simulator, come } = await world();
    simulator.metadata = { token_endpoint_auth_methods_supported: undefined, code_challenge_methods_supported: undefined };

    expect(await come()).to.be.an('object');
  });

  it('blames the secret if it is wrong', async () => {
    const { come } = await world({ clientSecret: 'another' });

    expect(await faultOf(come())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'clientSecret' });
  });

  describe('rejects', () => {
    for (const [what, change] of [
      ['another state', (query) => ({ ...query, state: 'x'.repeat(43) })],
      ['a missing state', ({ state: _, ...query }) => query],
      ['a missing code', ({ code: _, ...query }) => query],
      ['the answer of another issuer', (query) => ({ ...query, iss: 'https://evil.example' })],
      ['an answer without the issuer that was promised', ({ iss: _, ...query }) => query],
      ['a code that it does not know', (query) => ({ ...query, code: 'made-up' })],
    ] as readonly (readonly [string, (query: Record<string, string>) => Record<string, string>])[]) {
      it(`${what}, nor counts it as a failure of the provider`, async () => {
        const { come } = await world();

        expect(await faultOf(come(change))).to.include({ code: 'INTEGRATION_UNAUTHORIZED' });
      });
    }

    for (const [what, lie] of [
      ['a wrong nonce', (simulator) => (simulator.tamper = (claims) => ({ ...claims, nonce: 'another' }))],
      ['a missing nonce', (simulator) => (simulator.tamper = ({ nonce: _, ...claims }) => claims)],
      ['another audience', (simulator) => (simulator.tamper = (claims) => ({ ...claims, aud: 'somebody-else' }))],
      ['several audiences without azp', (simulator) => (simulator.tamper = (claims) => ({ ...claims, aud: ['lectern', 'other'] }))],
      ['another azp', (simulator) => (simulator.tamper = (claims) => ({ ...claims, aud: ['lectern', 'other'], azp: 'other' }))],
      ['another issuer', (simulator) => (simulator.tamper = (claims) => ({ ...claims, iss: 'https://evil.example' }))],
      ['a slash more in the issuer', (simulator) => (simulator.tamper = (claims) => ({ ...claims, iss: `${simulator.issuer}/` }))],
      ['a token that is over', (simulator) => (simulator.tamper = (claims) => ({ ...claims, exp: SECONDS - 61 }))],
      ['a token of the future', (simulator) => (simulator.tamper = (claims) => ({ ...claims, iat: SECONDS + 62 }))],
      ['a token without an end', (simulator) => (simulator.tamper = ({ exp: _, ...claims }) => claims)],
      ['a token without a subject', (simulator) => (simulator.tamper = ({ sub: _, ...claims }) => claims)],
      ['alg none', (simulator) => (simulator.signsWith = 'none')],
      ['alg none that the provider announces', (simulator) => announce(simulator, 'none')],
      ['a signature with the shared secret', (simulator) => (simulator.signsWith = 'HS256')],
      ['a shared secret that the provider announces', (simulator) => announce(simulator, 'HS256')],
      ['user information of somebody else', (simulator) => (simulator.userinfo = { sub: 'somebody-else' })],
    ] as readonly (readonly [string, (simulator: OidcSimulator) => unknown])[]) {
      it(what, async () => {
        const { come, simulator, context } = await world();
        lie(simulator);

        const fault = await faultOf(come());
        expect(fault.code).to.equal('INTEGRATION_BAD_RESPONSE');
        expect(JSON.stringify([fault, fault.message, context.logs])).not.to.include('planted-access-token');
      });
    }

    function announce(simulator: OidcSimulator, alg: 'none' | 'HS256'): void {
      simulator.signsWith = alg;
      simulator.metadata = { id_token_signing_alg_values_supported: ['ES256', alg] };
    }

    it('a token with a key that is not published', async () => {
      const { simulator, come } = await world();
      // with the same name
      const { jwk } = createSigningKey('ES256', 'key-1');
      simulator.jwks = () => ({ keys: [{ ...jwk, kid: 'key-1', alg: 'ES256', use: 'sig' }] });

      expect((await faultOf(come())).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });
  });

  for (const [what, claims] of [
    ['60 seconds behind', { exp: SECONDS - 58 }],
    ['60 seconds ahead', { iat: SECONDS + 58, nbf: SECONDS + 58 }],
    ['for several audiences, if it is the one it was made for', { aud: ['other', 'lectern'], azp: 'lectern' }],
  ] as const) {
    it(`accepts a token that is ${what}`, async () => {
      const { simulator, come } = await world();
      simulator.tamper = (right) => ({ ...right, ...claims });

      expect(await come()).to.be.an('object');
    });
  }

  for (const alg of ['RS256', 'PS256', 'ES256', 'EdDSA'] as const) {
    it(`accepts tokens signed with ${alg}`, async () => {
      const { come } = await world({}, { alg });

      expect(await come()).to.be.an('object');
    });
  }

  it('continues when the provider changes its key', async () => {
    const { simulator, come } = await world();
    await come();
    simulator.rotateKey();

    expect(await come()).to.be.an('object');
  });

  it('reports who refused at the provider, and does not continue with the same answer', async () => {
    const { simulator, signIn } = await world();
    const { url, state } = await signIn.begin({ returnUrl: RETURN_URL }, CALL);
    const query = simulator.confirm(url);
    const denied = { error: 'access_denied', error_description: '<b>planted</b>', state: query['state'] ?? '' };

    const fault = await faultOf(signIn.finish({ state, query: denied }, CALL));
    const again = await faultOf(signIn.finish({ state, query }, CALL));

    expect(fault).to.include({ code: 'INTEGRATION_FORBIDDEN' });
    expect(fault.message).not.to.include('planted');
    expect(again.code).to.equal('INTEGRATION_UNAUTHORIZED');
    expect(simulator.requests.filter(({ path }) => path === '/op/token')).to.have.length(0);
  });

  it('is not ended by a forged refusal', async () => {
    const { simulator, signIn } = await world();
    const { url, state } = await signIn.begin({ returnUrl: RETURN_URL }, CALL);

    await faultOf(signIn.finish({ state, query: { error: 'access_denied', state: 'made-up' } }, CALL));

    expect(await signIn.finish({ state, query: simulator.confirm(url) }, CALL)).to.be.an('object');
  });

  it('distinguishes the provider’s own trouble from a refusal', async () => {
    const { come } = await world();

    expect((await faultOf(come(({ state = '' }) => ({ error: 'server_error', state })))).code).to.equal('INTEGRATION_UNAVAILABLE');
    expect((await faultOf(come(({ state = '' }) => ({ error: 'invalid_scope', state })))).code).to.equal('INTEGRATION_MISCONFIGURED');
  });

  it('expires after ten minutes', async () => {
    const { simulator, signIn, context } = await world();
    const { url, state } = await signIn.begin({ returnUrl: RETURN_URL }, CALL);
    context.advance(10 * 60_000 + 1000);

    expect((await faultOf(signIn.finish({ state, query: simulator.confirm(url) }, CALL))).code).to.equal('INTEGRATION_NOT_FOUND');
  });

  it('follows no redirect with secrets', async () => {
    const { simulator, come } = await world();
    simulator.redirectTokenTo = `${simulator.url}/elsewhere`;

    expect((await faultOf(come())).code).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(simulator.requests.filter(({ path }) => path === '/elsewhere')).to.have.length(0);
  });

  it('reaches no private host named by the discovery', async () => {
    const { simulator, come } = await world();
    simulator.metadata = { token_endpoint: 'http://127.0.0.2:9/token' };

    expect((await faultOf(come())).code).to.equal('INTEGRATION_MISCONFIGURED');
  });
});
