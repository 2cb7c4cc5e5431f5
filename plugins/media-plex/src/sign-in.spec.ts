import { startPlexSimulator } from '@lectern/simulators';
import type { PlexSimulator, PlexTvAccount } from '@lectern/simulators';
import type { RedirectSignIn } from '@lectern/plugin-api';
import { isIntegrationError } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { expect } from 'chai';
import plugin from './index.js';
import type { PlexSettings } from './settings.js';

const TOKEN = 'planted-server-token';
const RETURN = 'https://lectern.example.test/sign-in/plex?from=%2Fhome';
const NOW = Date.UTC(2026, 0, 5, 10);
const call = { signal: new AbortController().signal };

const ACCOUNTS: readonly PlexTvAccount[] = [
  { id: 12345, uuid: '1234567890abcdef', username: 'owner', email: 'owner@example.test', access: 'owner' },
  { id: 6, uuid: 'deadbeed3', username: 'Friend', email: 'friend@example.test', access: 'shared', confirmed: false },
  { id: 23456, uuid: '88fad7ef5d91c202', username: '', title: 'Kid', email: '', access: 'shared' },
  { id: 7, uuid: 'stranger', username: 'stranger', email: 'x@example.test', access: 'none' },
];

async function faultOf(work: Promise<unknown>): Promise<{ code: string; message: string; field?: string; retryAfterMs?: number }> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

describe('Sign-in with Plex', () => {
  let simulator: PlexSimulator;
  let clock: number;

  beforeEach(async () => {
    clock = NOW;
    simulator = await startPlexSimulator({ token: TOKEN, libraries: [], accounts: ACCOUNTS, now: () => clock });
  });

  afterEach(() => simulator.close());

  function door() {
    const context = createTestContext<PlexSettings>({
      settings: { baseUrl: simulator.url, token: TOKEN, plexTvUrl: simulator.tv.url, allowSignIn: true },
      hosts: [simulator.tv.url],
      now: NOW,
      timeoutMs: 500,
    });
    const signIn = plugin.create(context).provides.mediaServer?.accounts?.signIn as RedirectSignIn;
    const wait = (ms: number): void => {
      clock += ms;
      context.advance(ms);
    };
    return { signIn, context, wait };
  }

  /** Begins, confirms at Plex as `uuid`, and finishes. */
  async function signInAs(uuid: string) {
    const { signIn, context } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);
    const token = simulator.tv.confirm(simulator.tv.waitingCodes().at(-1) ?? '', uuid);
    return { work: signIn.finish({ state, query: {} }, call), token, context };
  }

  const tvPaths = (): string[] => simulator.tv.requests.map(({ method, path }) => `${method} ${path}`);

  it('sends the browser to Plex with a strong PIN in the fragment, and back with our state', async () => {
    const { signIn } = door();

    const { url, state } = await signIn.begin({ returnUrl: RETURN }, call);

    const [page, fragment] = url.split('#?');
    const parameters = new URLSearchParams(fragment);
    expect(page).to.equal(`${simulator.tv.url}/auth`);
    expect(parameters.get('code')).to.equal(simulator.tv.waitingCodes()[0]).and.to.have.length.greaterThan(20);
    expect(parameters.get('clientID')).to.equal(simulator.tv.requests[0]?.headers['x-plex-client-identifier']);
    expect(parameters.get('context[device][product]')).to.equal('Lectern');
    const back = new URL(parameters.get('forwardUrl') ?? '');
    expect([back.searchParams.get('from'), back.searchParams.get('state')]).to.deep.equal(['/home', state]);
    expect(simulator.tv.requests[0]?.query.get('strong')).to.equal('true');
  });

  it('sends browsers to app.plex.tv if plex.tv is the real one', async () => {
    const http = {
      request: () =>
        Promise.resolve({
          status: 201,
          headers: {},
          cookies: [],
          url: '',
          body: Buffer.alloc(0),
          text: () => '{"id":1,"code":"c"}',
          json: () => ({}) as never,
        }),
    };
    const context = createTestContext<PlexSettings>({ settings: { baseUrl: 'http://plex:32400', token: TOKEN, allowSignIn: true }, http });
    const signIn = plugin.create(context).provides.mediaServer?.accounts?.signIn as RedirectSignIn;

    expect((await signIn.begin({ returnUrl: RETURN }, call)).url).to.match(/^https:\/\/app\.plex\.tv\/auth#\?clientID=/);
    expect(context.requests[0]?.url).to.equal('https://plex.tv/api/v2/pins');
  });

  it('makes the owner an admin', async () => {
    expect(await (await signInAs('1234567890abcdef')).work).to.deep.equal({
      subject: '1234567890abcdef',
      username: 'owner',
      email: 'owner@example.test',
      isAdmin: true,
    });
  });

  it('admits people the server is shared with, without an unverified e-mail address', async () => {
    expect(await (await signInAs('deadbeed3')).work).to.deep.equal({ subject: 'deadbeed3', username: 'Friend', isAdmin: false });
  });

  it('admits a managed member of a Plex Home, who has no username', async () => {
    expect(await (await signInAs('88fad7ef5d91c202')).work).to.deep.equal({ subject: '88fad7ef5d91c202', username: 'Kid', isAdmin: false });
  });

  it('refuses an account that cannot use this server, although it has devices', async () => {
    const error = await faultOf((await signInAs('stranger')).work);

    expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
    expect(error.message).to.match(/Ask its owner/);
  });

  for (const path of [/resources/, /user/]) {
    it(`does not take a failed call for "no access" (${path.source})`, async () => {
      const { signIn, wait } = door();
      const { state } = await signIn.begin({ returnUrl: RETURN }, call);
      simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
      simulator.tv.fail({ kind: 'status', status: 503, path });

      expect((await faultOf(signIn.finish({ state, query: {} }, call))).code).to.equal('INTEGRATION_UNAVAILABLE');
      simulator.tv.heal();
      wait(2000);
      expect((await signIn.finish({ state, query: {} }, call))?.username).to.equal('Friend');
    });
  }

  it('polls with the client identifier that created the PIN, at most every two seconds, until somebody confirms', async () => {
    const { signIn, wait } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);

    expect(await signIn.finish({ state, query: {} }, call)).to.equal(undefined);
    simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
    expect(await signIn.finish({ state, query: {} }, call)).to.equal(undefined);
    expect(tvPaths().filter((line) => line.startsWith('GET /api/v2/pins/'))).to.have.length(1);
    wait(2000);
    expect((await signIn.finish({ state, query: {} }, call))?.subject).to.equal('deadbeed3');
    expect(new Set(simulator.tv.requests.map(({ headers }) => headers['x-plex-client-identifier'])).size).to.equal(1);
  });

  it('ends with the PIN, and works once', async () => {
    const { signIn, wait } = door();
    const first = await signIn.begin({ returnUrl: RETURN }, call);
    simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
    await signIn.finish({ state: first.state, query: {} }, call);
    expect((await faultOf(signIn.finish({ state: first.state, query: {} }, call))).code).to.equal('INTEGRATION_NOT_FOUND');

    const second = await signIn.begin({ returnUrl: RETURN }, call);
    wait(31 * 60_000);
    expect((await faultOf(signIn.finish({ state: second.state, query: {} }, call))).code).to.equal('INTEGRATION_NOT_FOUND');
  });

  it('says so if Plex no longer knows the PIN', async () => {
    const { signIn, wait } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);
    wait(1_799_500);

    const error = await faultOf(signIn.finish({ state, query: {} }, call));

    expect(error.code).to.equal('INTEGRATION_NOT_FOUND');
    expect(tvPaths().at(-1)).to.match(/^GET \/api\/v2\/pins\//);
  });

  it('accepts no state that it did not create or that was changed, and no token from a browser', async () => {
    const { signIn } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);
    const other = await door().signIn.begin({ returnUrl: RETURN }, call);
    const changed = `${state.slice(0, 30)}${state[30] === 'A' ? 'B' : 'A'}${state.slice(31)}`;
    const before = simulator.tv.requests.length;

    for (const wrong of ['', 'x', changed, other.state]) {
      const query = { authToken: TOKEN, token: TOKEN, pinId: '564964752' };
      expect((await faultOf(signIn.finish({ state: wrong, query }, call))).code).to.equal('INTEGRATION_UNAUTHORIZED');
    }
    expect((await faultOf(signIn.finish({ state, query: { state: other.state } }, call))).code).to.equal('INTEGRATION_UNAUTHORIZED');
    expect(simulator.tv.requests).to.have.length(before);
  });

  it('hides the number of the PIN from the browser', async () => {
    const { signIn } = door();
    const { url, state } = await signIn.begin({ returnUrl: RETURN }, call);

    expect(url).not.to.include('564964752');
    expect(Buffer.from(state, 'base64url').toString('latin1')).not.to.include('564964752');
  });

  it('keeps its client identifier and its states across a restart', async () => {
    const { signIn, context } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);
    simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
    const again = plugin.create(context).provides.mediaServer?.accounts?.signIn as RedirectSignIn;

    expect((await again.finish({ state, query: { state } }, call))?.subject).to.equal('deadbeed3');
  });

  it('admits people while the media server is down, once it has been seen', async () => {
    const { signIn, wait } = door();
    const first = await signIn.begin({ returnUrl: RETURN }, call);
    simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
    simulator.fail({ kind: 'status', status: 503 });
    expect((await faultOf(signIn.finish({ state: first.state, query: {} }, call))).code).to.equal('INTEGRATION_UNAVAILABLE');
    simulator.heal();
    wait(2000);
    await signIn.finish({ state: first.state, query: {} }, call);

    simulator.fail({ kind: 'status', status: 503 });
    const second = await signIn.begin({ returnUrl: RETURN }, call);
    simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', '1234567890abcdef');
    expect((await signIn.finish({ state: second.state, query: {} }, call))?.isAdmin).to.equal(true);
  });

  it('waits 30 s when plex.tv asks it to slow down, then twice as long, and sends nothing meanwhile', async () => {
    const { signIn, wait } = door();
    const { state } = await signIn.begin({ returnUrl: RETURN }, call);
    simulator.tv.fail({ kind: 'status', status: 429 });
    const finish = () => faultOf(signIn.finish({ state, query: {} }, call));

    expect(await finish()).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 30_000 });
    const asked = simulator.tv.requests.length;
    wait(10_000);
    expect(await finish()).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 20_000 });
    expect(simulator.tv.requests).to.have.length(asked);
    wait(20_000);
    expect(await finish()).to.include({ retryAfterMs: 60_000 });
    expect(simulator.tv.requests).to.have.length(asked + 1);
    simulator.tv.heal();
    wait(60_000);
    expect(await signIn.finish({ state, query: {} }, call)).to.equal(undefined);
  });

  it('does not blame our token if plex.tv refuses the account, and shows no token', async () => {
    const { work, token, context } = await (async () => {
      simulator.tv.fail({ kind: 'status', status: 401, path: /user|resources/ });
      return signInAs('deadbeed3');
    })();

    const error = await faultOf(work);

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: undefined });
    expect(JSON.stringify([error, context.logs, error.message])).not.to.include(token);
  });

  for (const status of [422, 498]) {
    it(`treats ${status} from plex.tv as the end of the sign-in`, async () => {
      const { signIn } = door();
      const { state } = await signIn.begin({ returnUrl: RETURN }, call);
      simulator.tv.confirm(simulator.tv.waitingCodes()[0] ?? '', 'deadbeed3');
      simulator.tv.fail({ kind: 'status', status, path: /user/ });

      expect((await faultOf(signIn.finish({ state, query: {} }, call))).code).to.equal('INTEGRATION_UNAUTHORIZED');
    });
  }

  it('is offered only when turned on', () => {
    const context = createTestContext<PlexSettings>({ settings: { baseUrl: simulator.url, token: TOKEN } });

    expect(plugin.create(context).provides.mediaServer).not.to.have.property('accounts');
  });
});
