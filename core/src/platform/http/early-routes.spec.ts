import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '../logging/logger.js';
import { createRedactor } from '../logging/redactor.js';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer } from './http-server.js';
import { createRateLimiter } from './rate-limiter.js';
import { defineRoute, json } from './route.js';

function route(path: string, early: boolean) {
  return defineRoute({
    method: 'GET',
    path,
    early,
    tag: 'test',
    summary: 'Test',
    access: { rule: 'public' },
    scopes: 'none',
    responses: {},
    handler: () => json({ path }),
  });
}

describe('routes while plugins are loaded', () => {
  it('answers early routes at once and the others when loading is done', async () => {
    let load = (): void => undefined;
    const server = await startHttpServer(
      {
        routes: [route('/early', true), route('/late', false)],
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        trustedProxies: [],
        authenticate: async () => undefined,
        owns: async () => false,
        loaded: new Promise((resolve) => (load = resolve)),
      },
      { host: '127.0.0.1', port: 0 },
    );
    const url = `http://127.0.0.1:${server.port}`;
    try {
      const late = fetch(`${url}/late`).then(async (answer) => answer.json());
      const early = await fetch(`${url}/early`);
      const first = await Promise.race([late, sleep(50, 'waits')]);
      load();

      expect(early.status).to.equal(200);
      expect(first).to.equal('waits');
      expect(await late).to.deep.equal({ path: '/late' });
    } finally {
      await server.close(100);
    }
  });
});
