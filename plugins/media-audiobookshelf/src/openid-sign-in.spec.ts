import { startAudiobookshelfSimulator } from '@lectern/simulators';
import type { AudiobookshelfSimulator, AudiobookshelfSimulatorOptions } from '@lectern/simulators';
import type { RedirectSignIn } from '@lectern/plugin-api';
import { createTestContext, detailsOf } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import type { AudiobookshelfSettings } from './settings.js';

const KEY = 'planted-api-key-0002';
const RETURN_URL = 'https://requests.example.test/sign-in/return/abs';
const call = { signal: new AbortController().signal };

describe('Audiobookshelf accounts through OpenID', () => {
  let simulator: AudiobookshelfSimulator;
  let username: string | undefined;

  async function start(options: Partial<AudiobookshelfSimulatorOptions> = {}): Promise<RedirectSignIn> {
    simulator = await startAudiobookshelfSimulator({
      apiKey: KEY,
      libraries: [{ id: 'lib', name: 'Books', root: '/nowhere' }],
      users: [
        { username: 'Reader', password: 'x', email: 'r@example.test' },
        { username: 'Gone', password: 'x', isActive: false },
      ],
      openid: { redirectUris: [RETURN_URL], username: () => username },
      ...options,
    });
    const settings: AudiobookshelfSettings = { baseUrl: simulator.url, apiKey: KEY, allowSignIn: true, signInWith: 'openid' };
    const door = plugin.create(createTestContext({ settings })).provides.mediaServer?.accounts?.signIn;
    if (door?.kind !== 'redirect') throw new Error('expected a sign-in by redirect');
    return door;
  }

  beforeEach(() => {
    username = 'Reader';
  });
  afterEach(() => simulator.close());

  /** Acts as a browser that keeps none of Audiobookshelf's cookies. @returns the query it brings back */
  async function travel(url: string): Promise<Record<string, string>> {
    let at = url;
    while (!at.startsWith(RETURN_URL)) {
      const answer = await fetch(at, { redirect: 'manual' });
      at = answer.headers.get('location') ?? '';
      if (at === '') throw new Error(`the way ended with ${answer.status}`);
    }
    return Object.fromEntries(new URL(at).searchParams);
  }

  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'signed in',
      (error: { code?: string }) => error.code,
    );

  it('sign in through the provider and back, leaving no session behind', async () => {
    const door = await start();
    const { url, state } = await door.begin({ returnUrl: RETURN_URL }, call);
    expect(state.length).to.be.lessThan(2_000);

    const account = await door.finish({ state, query: await travel(url) }, call);

    expect(account).to.include({ username: 'Reader', email: 'r@example.test', isAdmin: false });
    expect(account).to.not.have.property('emailVerified');
    expect(simulator.openSessions()).to.equal(0);
  });

  it('are the same as with a password', async () => {
    const door = await start();
    const { url, state } = await door.begin({ returnUrl: RETURN_URL }, call);
    const account = await door.finish({ state, query: await travel(url) }, call);
    const settings: AudiobookshelfSettings = { baseUrl: simulator.url, apiKey: KEY, allowSignIn: true };
    const byPassword = plugin.create(createTestContext({ settings })).provides.mediaServer?.accounts?.signIn;
    if (byPassword?.kind !== 'password') throw new Error('expected a sign-in by password');
    const same = await byPassword.signIn({ username: 'Reader', password: 'x', clientAddress: '203.0.113.9' }, call);
    expect(account?.subject).to.equal(same.subject);
  });

  it('are not accepted from another flow, without a code, or twice', async () => {
    const door = await start();
    const mine = await door.begin({ returnUrl: RETURN_URL }, call);
    const other = await door.begin({ returnUrl: RETURN_URL }, call);
    const theirs = await travel(other.url);
    const query = await travel(mine.url);

    expect(await codeOf(door.finish({ state: mine.state, query: theirs }, call)), 'of another flow').to.equal('INTEGRATION_UNAUTHORIZED');
    expect(await codeOf(door.finish({ state: 'nonsense', query }, call)), 'made up').to.equal('INTEGRATION_UNAUTHORIZED');
    expect(await codeOf(door.finish({ state: mine.state, query: {} }, call)), 'nothing').to.equal('INTEGRATION_UNAUTHORIZED');
    const withoutCode = { state: query['state'] ?? '', error: 'access_denied' };
    expect(await codeOf(door.finish({ state: mine.state, query: withoutCode }, call)), 'denied').to.equal('INTEGRATION_FORBIDDEN');
    const wrongCode = { ...query, code: 'made-up' };
    expect(await codeOf(door.finish({ state: mine.state, query: wrongCode }, call)), 'another code').to.equal('INTEGRATION_FORBIDDEN');
    expect(await codeOf(door.finish({ state: mine.state, query }, call)), 'used up').to.equal('INTEGRATION_NOT_FOUND');
    expect(await codeOf(door.finish({ state: other.state, query: theirs }, call)), 'the other').to.equal('signed in');
  });

  it('are refused if Audiobookshelf refuses them', async () => {
    for (const name of ['Gone', undefined]) {
      const door = await start();
      username = name;
      const { url, state } = await door.begin({ returnUrl: RETURN_URL }, call);
      expect(await codeOf(door.finish({ state, query: await travel(url) }, call))).to.equal('INTEGRATION_FORBIDDEN');
      await simulator.close();
    }
  });

  it('report that Audiobookshelf cannot list a return address with a port', async () => {
    const returnUrl = 'http://lectern.example.test:3939/sign-in/return/abs';
    const door = await start({ openid: { redirectUris: [returnUrl], username: () => username } });

    const refused = await door.begin({ returnUrl }, call).catch((error: Error) => error);

    expect('message' in refused && refused.message).to.match(/no address with a port: give Lectern a public address without one/);
  });

  it('report what has to be set in Audiobookshelf', async () => {
    const door = await start({ openid: { redirectUris: [], username: () => username } });
    const unlisted = await door
      .begin({ returnUrl: RETURN_URL }, call)
      .catch((error: unknown) => error as { code: string; message: string });
    expect(unlisted).to.include({ code: 'INTEGRATION_MISCONFIGURED' });
    expect('message' in unlisted && unlisted.message).to.contain(RETURN_URL);
    await simulator.close();

    const unset = await start({ openid: undefined });
    expect(await codeOf(unset.begin({ returnUrl: RETURN_URL }, call))).to.equal('INTEGRATION_MISCONFIGURED');
    const settings: AudiobookshelfSettings = { baseUrl: simulator.url, apiKey: KEY, allowSignIn: true, signInWith: 'openid' };
    const check = await plugin.create(createTestContext({ settings })).check(call);
    expect(detailsOf(check).join(' ')).to.contain('by OpenID is turned off');
  });
});
