import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { startLocalServer, type LocalServer } from '../platform/http-client/__fixtures__/local-server.js';
import { createLogger } from '../platform/logging/logger.js';
import { createRedactor } from '../platform/logging/redactor.js';
import { createContext } from './plugin-context.js';

describe('what a plugin may reach', () => {
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

  it('is what an admin wrote, inside the own network too', async () => {
    expect((await contextOf('many').http.request({ url: server.url })).status).to.equal(200);
  });

  it('is nothing of the own network when a user typed it', async () => {
    const before = server.seen.length;
    const error = await contextOf('per-user')
      .http.request({ url: `${server.url}/admin` })
      .catch((fault: unknown) => fault);

    expect(isIntegrationError(error) && error.code).to.equal('INTEGRATION_MISCONFIGURED');
    expect(server.seen).to.have.length(before);
  });
});
