import { expect } from 'chai';
import { Agent, get } from 'node:http';
import { Readable } from 'node:stream';
import { createLogger } from '../logging/logger.js';
import { createRedactor } from '../logging/redactor.js';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer } from './http-server.js';
import { createRateLimiter } from './rate-limiter.js';
import { defineRoute } from './route.js';

describe('closing the HTTP server', () => {
  it('does not wait for connections that became idle after the call', async () => {
    const stream = new Readable({ read: () => undefined });
    const server = await startHttpServer(
      {
        routes: [
          defineRoute({
            method: 'GET',
            path: '/stream',
            tag: 'test',
            summary: 'Stream',
            access: { rule: 'public' },
            scopes: 'none',
            responses: {},
            handler: () => ({ status: 200, body: stream }),
          }),
        ],
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
        authenticate: async () => undefined,
        owns: async () => false,
      },
      { host: '127.0.0.1', port: 0 },
    );
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      get({ port: server.port, path: '/stream', agent }, (answer) => {
        answer.resume();
        resolve();
      });
      stream.push('begins');
    });
    const longMs = 60_000;

    const closed = server.close(longMs);
    stream.push(null);
    const outcome = await Promise.race([closed.then(() => 'closed'), new Promise((resolve) => setTimeout(resolve, 4_000, 'waits'))]);
    agent.destroy();

    expect(outcome).to.equal('closed');
  });
});
