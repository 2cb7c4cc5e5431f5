import { detailsOf } from '@lectern/plugin-kit';
import type { CheckResult } from '@lectern/plugin-api';
import { expect } from 'chai';
import plugin from './index.js';
import { HEALTHY, LIBRARY, call, faultOf, playRecorded, recorded } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';
import type { AudiobookshelfSettings } from './settings.js';

describe('Audiobookshelf plugin on recorded answers: check', () => {
  const remote = playRecorded();

  const check = async (script: Script, settings: Partial<AudiobookshelfSettings> = {}): Promise<CheckResult> => {
    const { instance } = await remote.start({ ...HEALTHY, ...script }, settings);
    return instance.check(call);
  };

  it('reports the version, the key’s rights and the number of visible libraries', async () => {
    const result = await check({});

    expect({ ...result, details: detailsOf(result) }).to.deep.equal({
      ok: true,
      version: '2.36.0',
      details: ['The key speaks for root (root); it can read, start scans and write ASINs.', '2 book libraries can be read.'],
    });
    expect(remote.requests[0]?.headers.authorization).to.equal(undefined);
    expect(remote.last().headers.authorization).to.equal('Bearer planted-key');
  });

  it('reports what an ordinary account may not do, and which libraries it may not see', async () => {
    const { user } = recorded('login.plain-user').body as { user: object };
    const result = await check(
      { 'GET /api/me': { body: user } },
      { libraryIds: ['0a78dd12-fff2-48d4-aaf7-e23e97b616ee', 'gone'], allowSignIn: true },
    );

    expect(detailsOf(result)).to.deep.equal([
      'The key speaks for reader (user); it can read.',
      'It cannot start scans, which needs an admin account.',
      'It cannot write ASINs, which needs the update permission.',
      'Finished books appear only when Audiobookshelf finds them by itself: with its folder watcher on, or at its own scheduled scans.',
      'One book library can be read.',
      '1 more may not be read by this account.',
      'Chosen libraries that cannot be found: gone.',
    ]);
  });

  it('fails once none of the chosen libraries is there, and names them as they were called', async () => {
    const { libraries } = recorded('libraries').body as { libraries: readonly { id: string; name: string }[] };
    const { name = '' } = libraries.find(({ id }) => id === LIBRARY) ?? {};
    let isGone = false;
    const answer = () => ({ body: { libraries: libraries.filter(({ id }) => !isGone || id !== LIBRARY) } });
    const { instance } = await remote.start({ ...HEALTHY, 'GET /api/libraries': answer }, { libraryIds: [LIBRARY] });
    expect((await instance.check(call)).ok).to.equal(true);
    isGone = true;

    expect(await faultOf(instance.check(call))).to.deep.include({
      code: 'INTEGRATION_MISCONFIGURED',
      message: `None of the chosen libraries can be found any longer: ${name}. Choose another one.`,
      field: 'libraryIds',
    });
  });

  it('warns of an old kind of token, of an expiry, and if password sign-in is off', async () => {
    const me = recorded('me.api-key').body as object;
    const key = `x.${Buffer.from(JSON.stringify({ type: 'api', exp: 1_800_000_000 })).toString('base64url')}.y`;
    const status = { ...(recorded('status').body as object), authMethods: ['openid'] };

    const expiring = await check({ 'GET /status': { body: status } }, { apiKey: key, allowSignIn: true });
    await remote.close();
    const old = await check({ 'GET /api/me': { body: { ...me, isOldToken: true } } });

    expect(detailsOf(expiring)).to.include('The key expires on 2027-01-15T08:00:00.000Z.');
    expect(detailsOf(expiring).at(-1)).to.match(/password is turned off/);
    expect(detailsOf(old).join(' ')).to.match(/old kind/);
  });

  it('trusts the key’s own statement more than the server’s memory of its account', async () => {
    const me = recorded('me.api-key').body as object;
    const key = `x.${Buffer.from(JSON.stringify({ type: 'api' })).toString('base64url')}.y`;

    const result = await check({ 'GET /api/me': { body: { ...me, isOldToken: true } } }, { apiKey: key });

    expect(detailsOf(result).join(' ')).to.not.match(/old kind/);
  });

  it('fails without a book library that the account may read', async () => {
    const me = recorded('me.api-key').body as { permissions: object };
    const blind = { ...me, permissions: { ...me.permissions, accessAllLibraries: false }, librariesAccessible: [] };
    const error = await faultOf(check({ 'GET /api/me': { body: blind } }));
    await remote.close();
    const none = await faultOf(check({ 'GET /api/libraries': { body: { libraries: [] } } }));

    expect([error.code, error.field]).to.deep.equal(['INTEGRATION_FORBIDDEN', 'apiKey']);
    expect([none.code, none.field]).to.deep.equal(['INTEGRATION_MISCONFIGURED', 'baseUrl']);
  });

  it('warns of a session token, which ends after an hour', async () => {
    const claims = Buffer.from(JSON.stringify({ userId: 'u', exp: 1_800_000_000 })).toString('base64url');

    expect(detailsOf(await check({}, { apiKey: `x.${claims}.y` })).join(' ')).to.match(/token of a session.*Create an API key/);
  });

  it('does not blame the key if a proxy refuses a request that needs none', async () => {
    const error = await faultOf(check({ 'GET /status': { status: 403, body: 'no' } }));

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrl' });
  });

  it('says that the server was never set up', async () => {
    const error = await faultOf(check({ 'GET /status': 'status.uninitialised' }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.match(/not set up/);
  });

  it('says that something else answers', async () => {
    expect(await faultOf(check({ 'GET /status': { body: { status: 'fine' } } }))).to.include({
      code: 'INTEGRATION_MISCONFIGURED',
      field: 'baseUrl',
    });
    await remote.close();
    expect(await faultOf(check({ 'GET /status': 'unknown-route' }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
  });

  it('blames a refused key even if the answer has no content type', async () => {
    const error = await faultOf(check({ 'GET /api/me': 'me.no-token' }));

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
  });

  it('recognizes the sign-in page of a proxy in front', async () => {
    const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in</h1>' };
    const moved = { status: 302, headers: { location: 'https://sso.example.test/login?rd=secret' } };

    const html = await faultOf(check({ 'GET /status': page }));
    await remote.close();
    const redirect = await faultOf(check({ 'GET /status': moved }));

    expect(html.code).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(html.message).to.match(/proxy/);
    expect(redirect).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(redirect.message).to.include('https://sso.example.test/login.').and.not.include('secret');
  });

  it('works under a sub-path', async () => {
    const script = Object.fromEntries(Object.entries(HEALTHY).map(([key, value]) => [key.replace(' ', ' /audiobookshelf'), value]));
    const { context } = await remote.start(script);
    const instance = plugin.create({ ...context, settings: { ...context.settings, baseUrl: `${remote.url}/audiobookshelf/` } });

    expect((await instance.check(call)).version).to.equal('2.36.0');
  });
});
