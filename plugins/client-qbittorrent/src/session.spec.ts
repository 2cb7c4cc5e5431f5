import { expect } from 'chai';
import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { replay } from './fixtures.spec.support.js';
import { errorOf, startReplay } from './qbittorrent-replay.spec.support.js';
import type { Replay, Script } from './qbittorrent-replay.spec.support.js';
import type { QbittorrentSettings } from './settings.js';

const { signal } = new AbortController();
const ID = 'f'.repeat(40);
const EMPTY: SimulatorResponse = { body: [] };

function needsCookie(cookie: string, answer: SimulatorResponse = EMPTY): (request: SimulatorRequest) => SimulatorResponse {
  return ({ headers }) => (headers.cookie === cookie ? answer : replay('v4.5.2-stale-session'));
}

describe('qbittorrent session', () => {
  let running: Replay;

  async function start(script: Script, settings: Partial<QbittorrentSettings> = {}): Promise<Replay> {
    running = await startReplay(script, settings);
    return running;
  }

  const status = () => running.client.status([ID], { signal });
  const logins = () => running.calls().filter((call) => call === 'POST auth/login').length;

  afterEach(() => running.close());

  it('signs in after a 403 and sends the cookie back unchanged (up to 5.1)', async () => {
    await start({
      'POST auth/login': replay('v4.5.2-login-ok'),
      'GET torrents/info': needsCookie('SID=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
    });

    expect((await status())[0]?.state).to.equal('missing');
    expect(running.bodies('POST auth/login')).to.deep.equal(['username=tester&password=planted-password']);
  });

  it('accepts any cookie name (5.2 and later)', async () => {
    await start({
      'POST auth/login': replay('v5.3.0-login-ok'),
      'GET torrents/info': needsCookie('QBT_SID_33711=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
    });

    expect((await status())[0]?.state).to.equal('missing');
  });

  it('sends neither Origin nor Referer, nor a cookie with the login', async () => {
    let session = 'SID=old';
    await start({
      'POST auth/login': () => ({ headers: { 'set-cookie': `${session}; path=/` }, body: 'Ok.' }),
      'GET torrents/info': (request) => needsCookie(session)(request),
    });
    await status();
    session = 'SID=new';

    await status();

    expect(logins()).to.equal(2);
    for (const { headers } of running.server.requests) expect(headers).to.not.have.any.keys('origin', 'referer', 'sec-fetch-site');
    for (const { path, headers } of running.server.requests) if (path.endsWith('login')) expect(headers.cookie).to.equal(undefined);
  });

  it('signs in once for calls that get a 403 at the same time', async () => {
    await start({ 'POST auth/login': replay('v4.5.2-login-ok'), 'GET torrents/info': needsCookie('SID=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA') });

    await Promise.all([status(), status(), status()]);

    expect(logins()).to.equal(1);
  });

  it('needs no login if qBittorrent requires none', async () => {
    await start({ 'GET torrents/info': EMPTY });

    await status();

    expect(logins()).to.equal(0);
  });

  for (const fixture of ['v4.5.2-login-wrong-password', 'v5.3.0-login-wrong-password']) {
    it(`sends refused credentials only once (${fixture})`, async () => {
      await start({ 'POST auth/login': replay(fixture), 'GET torrents/info': replay('v4.5.2-stale-session') });

      const errors = [await errorOf(status()), await errorOf(status()), await errorOf(status())];

      expect(errors.map(({ code, field }) => [code, field])).to.deep.equal(Array(3).fill(['INTEGRATION_UNAUTHORIZED', 'password']));
      expect(logins()).to.equal(1);
    });
  }

  it('repeats a call only once if the login does not help', async () => {
    await start({ 'POST auth/login': replay('v4.5.2-login-ok'), 'GET torrents/info': replay('v4.5.2-stale-session') });

    const error = await errorOf(status());

    expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
    expect(running.calls()).to.deep.equal(['GET torrents/info', 'POST auth/login', 'GET torrents/info']);
  });

  it('says that the address is banned', async () => {
    await start({ 'POST auth/login': replay('v5.1.0-login-banned'), 'GET torrents/info': replay('v4.5.2-stale-session') });

    const error = await errorOf(status());

    expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
    expect(error.message).to.match(/banned.*too many failed logins/);
  });

  it('mentions the port mapping if qBittorrent answers 401', async () => {
    await start({
      'POST auth/login': replay('v4.5.2-login-host-port-mismatch'),
      'GET torrents/info': replay('v4.5.2-login-host-port-mismatch'),
    });

    const error = await errorOf(status());

    expect(error.code).to.equal('INTEGRATION_UNAUTHORIZED');
    expect(error.message).to.include('map the same port inside and outside');
  });

  it('asks for credentials if there are none', async () => {
    await start({ 'GET torrents/info': replay('v4.5.2-stale-session') }, { username: '', password: '' });

    const error = await errorOf(status());

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'username' });
    expect(logins()).to.equal(0);
  });

  it('uses the API key if there is one, and then never logs in', async () => {
    const isKnown = ({ headers }: SimulatorRequest) => headers.authorization === 'Bearer qbt_planted-key';
    await start(
      { 'GET torrents/info': (request) => (isKnown(request) ? EMPTY : replay('v5.3.0-bearer-wrong')) },
      { apiKey: 'qbt_planted-key' },
    );

    await status();

    expect(logins()).to.equal(0);
  });

  it('blames the API key if it is refused', async () => {
    await start({ 'GET torrents/info': replay('v5.3.0-bearer-wrong') }, { apiKey: 'qbt_planted-key' });

    const error = await errorOf(status());

    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    expect(logins()).to.equal(0);
  });
});
