import { expect } from 'chai';
import { call, faultOf, playRecorded } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';

describe('Audiobookshelf plugin on recorded answers: sign-in', () => {
  const remote = playRecorded();

  const credentials = { username: 'Reader', password: 'planted-password', clientAddress: '203.0.113.9' };

  async function signIn(script: Script, given = credentials) {
    const { media, context } = await remote.start(script, { allowSignIn: true });
    const door = media.accounts?.signIn;
    if (door?.kind !== 'password') throw new Error('expected a sign-in by password');
    return { account: door.signIn(given, call), context };
  }

  it('is offered only when turned on', async () => {
    const { media } = await remote.start({});

    expect(media.accounts).to.equal(undefined);
  });

  it('returns the stable id of the account, forwards the address and closes the session', async () => {
    const { account } = await signIn({ 'POST /login': 'login.plain-user', 'POST /logout': 'logout' });

    expect(await account).to.deep.equal({
      subject: '03a926f0-9dcb-4db5-8ca9-a333ee4793aa',
      username: 'reader',
      email: 'reader@example.test',
      isAdmin: false,
    });
    const [login, logout] = remote.requests;
    expect(login?.headers).to.include({ 'x-return-tokens': 'true', 'x-forwarded-for': '203.0.113.9' });
    expect(login?.headers.authorization).to.equal(undefined);
    expect(logout?.headers['x-refresh-token']).to.equal('<refresh-token>');
  });

  it('forwards nothing but an address', async () => {
    const { account } = await signIn(
      { 'POST /login': 'login.plain-user', 'POST /logout': 'logout' },
      { ...credentials, clientAddress: 'unix' },
    );
    await account;

    expect(remote.requests[0]?.headers).not.to.have.property('x-forwarded-for');
  });

  it('succeeds even if the session cannot be closed, and logs that without the token', async () => {
    const { account, context } = await signIn({ 'POST /login': 'login.plain-user', 'POST /logout': { status: 500, body: 'x' } });

    expect((await account).username).to.equal('reader');
    expect(context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
    expect(JSON.stringify(context.logs)).not.to.match(/refresh-token|planted/);
  });

  it('closes no session on servers before 2.26', async () => {
    const { account } = await signIn({
      'POST /login': { body: { user: { id: 'u1', username: 'old', type: 'admin', token: 'legacy' } } },
    });

    expect(await account).to.deep.equal({ subject: 'u1', username: 'old', isAdmin: true });
    expect(remote.requests).to.have.length(1);
  });

  it('distinguishes wrong credentials from a refused key', async () => {
    const { account } = await signIn({ 'POST /login': 'login.bad-password' });
    const error = await faultOf(account);

    expect(error.code).to.equal('INTEGRATION_UNAUTHORIZED');
    expect(error.field).to.equal(undefined);
    expect(remote.requests).to.have.length(1);
  });

  it('passes on the time to wait, and does not retry', async () => {
    const { account } = await signIn({ 'POST /login': 'login.rate-limited' });

    expect(await faultOf(account)).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 599_000 });
    expect(remote.requests).to.have.length(1);
  });

  it('never follows a redirect with a password', async () => {
    const { account } = await signIn({ 'POST /login': { status: 307, headers: { location: '/elsewhere' } } });

    expect(await faultOf(account)).to.include({ code: 'INTEGRATION_MISCONFIGURED' });
    expect(remote.requests).to.have.length(1);
  });

  it('does not blame the API key if a proxy refuses a sign-in', async () => {
    const { account } = await signIn({ 'POST /login': { status: 403, body: 'no' } });

    expect(await faultOf(account)).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrl' });
  });

  it('refuses an inactive account', async () => {
    const { account } = await signIn({ 'POST /login': { body: { user: { id: 'u', username: 'u', isActive: false } } } });

    expect((await faultOf(account)).code).to.equal('INTEGRATION_UNAUTHORIZED');
  });
});
