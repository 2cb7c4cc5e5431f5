import { isIntegrationError } from '@lectern/plugin-api';
import { ClientRequest } from 'node:http';
import { queryObjects } from 'node:v8';
import { expect } from 'chai';
import { startLocalServer, type LocalServer } from '../platform/http-client/__fixtures__/local-server.js';
import { createLogger } from '../platform/logging/logger.js';
import { createRedactor } from '../platform/logging/redactor.js';
import { createContext } from './plugin-context.js';

describe('the network access of a plugin', () => {
  let server: LocalServer;

  before(async () => {
    server = await startLocalServer((_seen, res) => res.writeHead(200).end('private'));
  });
  after(() => server.close());

  function contextOf(instances: 'many' | 'per-user') {
    const redactor = createRedactor();
    const storage = { get: async () => undefined, set: async () => undefined, delete: async () => undefined, keys: async () => [] };
    return createContext(
      { logger: createLogger({ level: 'silent', redactor }), redactor, storage: storage, userAgent: 'spec' },
      {
        plugin: { id: 'any', manifest: { hosts: ['settings:baseUrl'], instances } } as never,
        integrationId: 'i',
        settings: { baseUrl: server.url },
        dataDir: 'unused',
        signal: new AbortController().signal,
      },
    );
  }

  it('covers the hosts an admin entered, also on the home network', async () => {
    expect((await contextOf('many').http.request({ url: server.url })).status).to.equal(200);
  });

  it('covers no private host that a user entered', async () => {
    const before = server.seen.length;
    const error = await contextOf('per-user')
      .http.request({ url: `${server.url}/admin` })
      .catch((fault: unknown) => fault);

    expect(isIntegrationError(error) && error.code).to.equal('INTEGRATION_MISCONFIGURED');
    expect(server.seen).to.have.length(before);
  });

  it('covers nothing else, and the refusal says where to allow hosts', async () => {
    const error: unknown = await contextOf('many')
      .http.request({ url: 'https://other.example.org/' })
      .catch((fault: unknown) => fault);

    expect(isIntegrationError(error) && error.code).to.equal('INTEGRATION_MISCONFIGURED');
    expect((error as Error).message).to.match(/other\.example\.org .*“hosts” .*manifest/);
  });

  it('leaves nothing behind of its requests while the integration lives', async () => {
    const { http, signal } = contextOf('many');
    const ask = async (): Promise<void> => {
      // a call of a plugin has a signal of its own, which outlives the request
      const call = new AbortController();
      const { status } = await http.request({ url: server.url, signal: call.signal });
      expect([status, call.signal.aborted, signal.aborted]).to.deep.equal([200, false, false]);
    };
    await ask();
    const before = queryObjects(ClientRequest, { format: 'count' });

    for (let round = 0; round < 200; round += 1) await Promise.all(Array.from({ length: 10 }, ask));

    expect(queryObjects(ClientRequest, { format: 'count' }) - before).to.be.below(50);
  });
});
