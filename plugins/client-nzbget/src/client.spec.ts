import { expect } from 'chai';
import { rpcUrl } from './client.js';
import { replay } from './fixtures.spec.support.js';
import { errorOf, ITEM_ID, PASSWORD, result, startReplay } from './nzbget-replay.spec.support.js';
import type { Replay, Script } from './nzbget-replay.spec.support.js';

const { signal } = new AbortController();

describe('nzbget address', () => {
  const ROWS = [
    ['http://host:6789', 'http://host:6789/jsonrpc'],
    ['http://host:6789/', 'http://host:6789/jsonrpc'],
    ['HTTP://HOST:6789/nzbget/', 'http://host:6789/nzbget/jsonrpc'],
    ['http://host:6789/jsonrpc', 'http://host:6789/jsonrpc'],
    ['http://host:6789/xmlrpc/', 'http://host:6789/jsonrpc'],
    ['http://user:secret@host:6789', 'http://host:6789/jsonrpc'],
  ] as const;

  for (const [baseUrl, expected] of ROWS) {
    it(`${baseUrl} → ${expected}`, () => {
      expect(rpcUrl(baseUrl)).to.equal(expected);
    });
  }
});

describe('nzbget calls', () => {
  let running: Replay;

  async function statusAgainst(script: Script, settings = {}): Promise<unknown> {
    running = await startReplay(script, settings);
    return running.client.status([ITEM_ID], { signal });
  }

  afterEach(() => running.close());

  it('carry the login in a header, never in the address, on a separate connection', async () => {
    await statusAgainst({});

    const basic = `Basic ${Buffer.from(`tester:${PASSWORD}`).toString('base64')}`;
    for (const { request } of running.calls) {
      expect(request.path).to.equal('/jsonrpc');
      expect(request.headers).to.include({ authorization: basic, connection: 'close' });
    }
  });

  it('carry no login if there is none', async () => {
    await statusAgainst({}, { username: '', password: '' });

    expect(running.calls[0]?.request.headers).to.not.have.property('authorization');
  });

  for (const fixture of ['v21.0-no-auth', 'v21.0-wrong-password']) {
    it(`blame the password for ${fixture}, or its absence`, async () => {
      const wrong = await errorOf(statusAgainst({ listgroups: replay(fixture) }));
      await running.close();
      const absent = await errorOf(statusAgainst({ listgroups: replay(fixture) }, { username: '', password: '' }));

      expect(wrong).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'password' });
      expect(absent).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'username' });
    });
  }

  it('do not accept an error with status 200 as an answer', async () => {
    const codes = [];
    for (const fixture of ['v21.0-add-user-status', 'v21.0-unknown-method']) {
      codes.push((await errorOf(statusAgainst({ listgroups: replay(fixture) }))).code);
      await running.close();
    }
    const other = { version: '1.1', id: 1, error: { name: 'JSONRPCError', code: 2, message: 'Invalid parameter (X)' } };
    codes.push((await errorOf(statusAgainst({ listgroups: { body: other } }))).code);

    expect(codes).to.deep.equal(['INTEGRATION_FORBIDDEN', 'INTEGRATION_UNSUPPORTED', 'INTEGRATION_BAD_RESPONSE']);
  });

  it('name the target of a redirect instead of sending the password there', async () => {
    const answer = { status: 301, headers: { location: 'https://elsewhere.example/' }, body: '' };
    const error = await errorOf(statusAgainst({ listgroups: answer }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('elsewhere.example');
  });

  const MALFORMED = [null, 'text', {}, [null], [{ NZBID: 7 }], [{ NZBID: '7', Status: 'QUEUED' }], [{ Status: 'QUEUED' }]];

  for (const value of MALFORMED) {
    it(`do not read ${JSON.stringify(value)} as an empty queue`, async () => {
      expect((await errorOf(statusAgainst({ listgroups: result(value) }))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });
  }

  for (const body of ['[]', '"text"', '{"version":"1.1"}']) {
    it(`do not take ${body} for an answer`, async () => {
      expect((await errorOf(statusAgainst({ listgroups: { body } }))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    });
  }
});
