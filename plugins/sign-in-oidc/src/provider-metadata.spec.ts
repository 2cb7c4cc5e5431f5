import { expect } from 'chai';
import { CALL, createOidcWorld, faultOf, RETURN_URL, type OidcWorld } from './oidc-world.spec.support.js';

describe('looking up an OpenID provider', () => {
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

  const lookUps = ({ simulator }: OidcWorld) => simulator.requests.filter(({ path }) => path.includes('.well-known')).length;

  it('caches the result for an hour, and looks again at a test', async () => {
    const made = await world();
    const begin = () => made.signIn.begin({ returnUrl: RETURN_URL }, CALL);
    await begin();
    await begin();
    const first = lookUps(made);
    await made.check();
    const tested = lookUps(made);
    made.context.advance(61 * 60_000);
    await begin();

    expect([first, tested, lookUps(made)]).to.deep.equal([1, 2, 3]);
  });

  it('reports the provider’s own identifier if it differs', async () => {
    const { simulator, check, signIn } = await world();
    simulator.metadata = { issuer: 'http://internal-name:9000/application/o/library/' };

    const fault = await faultOf(check());
    expect(fault).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'issuer' });
    expect(fault.message).to.include('http://internal-name:9000/application/o/library/');
    expect((await faultOf(signIn.begin({ returnUrl: RETURN_URL }, CALL))).code).to.equal('INTEGRATION_MISCONFIGURED');
  });

  it('treats a slash at the end as part of the identifier', async () => {
    const made = await world((simulator) => ({ issuer: simulator.issuer.replace(/\/$/, '') }), { path: '/realms/home/' });
    const right = await world({}, { path: '/realms/home/' });

    expect(await faultOf(made.check())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'issuer' });
    expect(await right.check()).to.have.property('ok', true);
    expect(await right.come()).to.be.an('object');
  });

  it('works if somebody entered the address of the document', async () => {
    const { check } = await world((simulator) => ({ issuer: `${simulator.issuer}/.well-known/openid-configuration` }));

    expect((await faultOf(check())).message).to.match(/calls itself http:\/\/127\.0\.0\.1:\d+, not/);
  });

  it('reports that there is nothing, or that the provider supports nothing secure', async () => {
    const none = await world((simulator) => ({ issuer: `${simulator.issuer}/nothing` }));
    const unsafe = await world();
    unsafe.simulator.metadata = { id_token_signing_alg_values_supported: ['HS256', 'none'] };
    const exotic = await world();
    exotic.simulator.metadata = { token_endpoint_auth_methods_supported: ['private_key_jwt'] };
    const missing = await world();
    missing.simulator.metadata = { jwks_uri: undefined };

    expect(await faultOf(none.check())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'issuer' });
    expect((await faultOf(unsafe.check())).message).to.include('signs with HS256 and none only');
    expect(await faultOf(exotic.check())).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'clientAuthMethod' });
    expect((await faultOf(missing.check())).message).to.include('jwks_uri');
  });

  it('needs no document if all addresses are entered by hand', async () => {
    const made = await world((simulator) => ({
      authorizationUrl: `${simulator.url}/op/authorize`,
      exchangeUrl: `${simulator.url}/op/token`,
      jwksUrl: `${simulator.url}/op/jwks`,
      userinfoUrl: `${simulator.url}/op/userinfo`,
    }));
    made.simulator.userinfo = { email: 'jane@example.org', email_verified: true };
    const account = await made.come();
    await made.check();

    expect(account).to.include({ email: 'jane@example.org' });
    expect(lookUps(made)).to.equal(0);
  });

  it('prefers an address that was entered by hand', async () => {
    const made = await world((simulator) => ({ exchangeUrl: `${simulator.url}/op/token` }));
    made.simulator.metadata = { token_endpoint: 'http://inside.invalid/token' };

    expect(await made.come()).to.be.an('object');
  });

  it('warns of a provider without TLS', async () => {
    const { check } = await world();

    expect(JSON.stringify(await check())).to.include('without TLS');
  });

  it('starts while the provider is down, and works when it is back', async () => {
    const made = await world();
    made.simulator.fail({ kind: 'reset' });

    expect((await faultOf(made.signIn.begin({ returnUrl: RETURN_URL }, CALL))).code).to.equal('INTEGRATION_UNAVAILABLE');
    made.simulator.heal();
    expect(await made.come()).to.be.an('object');
  });
});
