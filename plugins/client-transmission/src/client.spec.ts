import { expect } from 'chai';
import { startSimulator } from '@lectern/simulators';
import type { Simulator, SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { IntegrationError, JsonObject } from '@lectern/plugin-api';
import { createTestContext } from '@lectern/plugin-kit';
import { createTransmissionClient, rpcUrl } from './client.js';
import type { TransmissionClient } from './client.js';
import { recorded, replay } from './fixtures.spec.support.js';

const SESSION = recorded('v3.00-no-session-id').headers['x-transmission-session-id'];

describe('transmission client', () => {
  let server: Simulator;
  const { signal } = new AbortController();

  async function clientOf(handler: (request: SimulatorRequest, count: number) => SimulatorResponse): Promise<TransmissionClient> {
    let count = 0;
    server = await startSimulator((request) => handler(request, (count += 1)));
    const settings = { baseUrl: server.url, username: 'tester', password: 'planted-password' };
    return createTransmissionClient(createTestContext({ settings }).http, settings);
  }

  async function errorOf(work: Promise<unknown>): Promise<IntegrationError> {
    const outcome = await work.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!isIntegrationError(outcome)) throw new Error(`expected an IntegrationError, got ${String(outcome)}`);
    return outcome;
  }

  function bodyOf(request: SimulatorRequest | undefined): JsonObject {
    return JSON.parse(request?.body.toString() ?? '{}') as JsonObject;
  }

  afterEach(() => server.close());

  it('takes the session id from a 409 and repeats the same call with it', async () => {
    const client = await clientOf(({ headers }) =>
      headers['x-transmission-session-id'] === SESSION ? replay('v3.00-get-stopped') : replay('v3.00-no-session-id'),
    );

    const data = await client.call('torrent-get', { fields: ['hashString'] }, { signal });

    expect(data.torrents).to.have.length(1);
    expect(server.requests).to.have.length(2);
    expect(server.requests[1]?.body).to.deep.equal(server.requests[0]?.body);
    expect(server.requests[0]?.headers.authorization).to.equal(`Basic ${Buffer.from('tester:planted-password').toString('base64')}`);
  });

  it('does the same when the id expires later', async () => {
    let current = 'first';
    const client = await clientOf(({ headers }) =>
      headers['x-transmission-session-id'] === current
        ? { body: { result: 'success', arguments: {} } }
        : { status: 409, headers: { 'x-transmission-session-id': current } },
    );
    await client.call('session-get', {}, { signal });
    current = 'second';

    await client.call('torrent-add', {}, { signal });

    expect(server.requests.map(({ headers }) => headers['x-transmission-session-id'])).to.deep.equal([
      undefined,
      'first',
      'first',
      'second',
    ]);
  });

  it('gives up after one repetition', async () => {
    const client = await clientOf(() => replay('v3.00-no-session-id'));

    const error = await errorOf(client.call('session-get', {}, { signal }));

    expect(error.code).to.equal('INTEGRATION_UNAVAILABLE');
    expect(server.requests).to.have.length(2);
  });

  it('stays with the legacy protocol when 4.1 names its RPC version', async () => {
    const client = await clientOf((_, count) => (count === 1 ? replay('v4.1.4-no-session-id') : replay('v4.1.4-session-get')));

    const data = await client.call('session-get', { fields: ['version'] }, { signal });

    expect(data).to.include({ version: '4.1.4 (a6d907d9ea)', rpcVersion: 19, downloadDir: '/data/downloads' });
    expect(bodyOf(server.requests[1])).to.have.property('method', 'session-get');
  });

  it('speaks JSON-RPC to a daemon newer than the legacy protocol', async () => {
    const client = await clientOf((_, count) =>
      count === 1
        ? { status: 409, headers: { 'x-transmission-session-id': 'id', 'x-transmission-rpc-version': '7.0.0' } }
        : replay('v4.1.4-jsonrpc-torrent-get'),
    );

    const data = await client.call('torrent-get', { ids: ['a'], fields: ['hashString', 'leftUntilDone'] }, { signal });

    expect(bodyOf(server.requests[1])).to.deep.equal({
      jsonrpc: '2.0',
      id: 1,
      method: 'torrent_get',
      params: { ids: ['a'], fields: ['hash_string', 'left_until_done'] },
    });
    expect(data).to.have.nested.property('torrents[0].hashString', 'c03cc3bc9f68007175a44b2e81d51798d9d645ce');
    expect(data).to.have.nested.property('torrents[0].secondsSeeding', 5);
  });

  it('returns the message of a failed call', async () => {
    const client = await clientOf(() => replay('v3.00-add-malformed-metainfo'));

    const reply = await client.ask('torrent-add', {}, { signal });

    expect(reply.failure).to.equal('invalid or corrupt torrent file');
  });

  it('understands the JSON-RPC error that 4.1 sends to legacy callers', async () => {
    const client = await clientOf(() => replay('v4.1.4-not-json'));

    const error = await errorOf(client.call('session-get', {}, { signal }));

    expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(error.message).to.include('Parse error');
  });

  const REFUSALS = [
    ['v3.00-wrong-password', 'INTEGRATION_UNAUTHORIZED', 'password', /username or the password/],
    ['v3.00-wrong-path', 'INTEGRATION_MISCONFIGURED', 'baseUrl', /address and the RPC path/],
    ['v3.00-unknown-host-name-without-auth', 'INTEGRATION_MISCONFIGURED', 'baseUrl', /rpc-host-whitelist/],
  ] as const;

  for (const [fixture, code, field, message] of REFUSALS) {
    it(`explains ${fixture}`, async () => {
      const client = await clientOf(() => replay(fixture));

      const error = await errorOf(client.call('session-get', {}, { signal }));

      expect(error).to.include({ code, field });
      expect(error.message).to.match(message);
    });
  }

  it('names the whitelist when the address is forbidden', async () => {
    const client = await clientOf(() => ({ status: 403, body: '403: Forbidden' }));

    const error = await errorOf(client.call('session-get', {}, { signal }));

    expect(error.code).to.equal('INTEGRATION_FORBIDDEN');
    expect(error.message).to.include('rpc-whitelist');
  });

  it('suggests the final address instead of following a redirect with a POST', async () => {
    const client = await clientOf(() => ({ status: 301, headers: { location: 'https://example.org/transmission/rpc' } }));

    const error = await errorOf(client.call('session-get', {}, { signal }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('https://example.org/transmission/rpc');
  });

  it('says so if something else answers with JSON', async () => {
    const client = await clientOf(() => ({ body: { status: 'ok' } }));

    const error = await errorOf(client.call('session-get', {}, { signal }));

    expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
  });
});

describe('transmission address', () => {
  const ROWS = [
    ['http://host:9091', undefined, 'http://host:9091/transmission/rpc'],
    ['http://host:9091/', undefined, 'http://host:9091/transmission/rpc'],
    ['HTTP://HOST:9091', undefined, 'http://host:9091/transmission/rpc'],
    ['http://host:9091/transmission', undefined, 'http://host:9091/transmission/rpc'],
    ['http://host:9091/transmission/web/', undefined, 'http://host:9091/transmission/rpc'],
    ['http://host:9091/transmission/rpc', undefined, 'http://host:9091/transmission/rpc'],
    ['https://host/box/', undefined, 'https://host/box/transmission/rpc'],
    ['http://host:9091', '/bt/rpc', 'http://host:9091/bt/rpc'],
    ['http://user:secret@host:9091', undefined, 'http://host:9091/transmission/rpc'],
  ] as const;

  for (const [baseUrl, rpcPath, expected] of ROWS) {
    it(`${baseUrl}${rpcPath ? ` with ${rpcPath}` : ''} → ${expected}`, () => {
      expect(rpcUrl({ baseUrl, rpcPath })).to.equal(expected);
    });
  }
});
