import { expect } from 'chai';
import { createLogger } from '../logging/logger.js';
import { createRedactor } from '../logging/redactor.js';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer } from './http-server.js';
import { createRateLimiter } from './rate-limiter.js';
import { createUnknownProxies } from './unknown-proxies.js';

describe('unknown proxies', () => {
  let at: Date;
  const create = () => createUnknownProxies(() => at);

  beforeEach(() => (at = new Date('2026-05-01T12:00:00Z')));

  it('are addresses of the own network that forward for others', () => {
    const proxies = create();

    for (const address of ['172.18.0.2', '::ffff:127.0.0.1', 'fd00::5', '169.254.7.7']) proxies.note(address, true);

    expect(proxies.seen()).to.deep.equal(['169.254.7.7', 'fd00::5', '127.0.0.1', '172.18.0.2']);
  });

  it('are no browsers of the own network, and nobody on the internet', () => {
    const proxies = create();

    proxies.note('192.168.1.20', false);
    proxies.note('203.0.113.9', true);
    proxies.note('', true);

    expect(proxies.seen()).to.deep.equal([]);
  });

  it('are noticed by the server unless they are trusted', async () => {
    const seenWith = async (trustedProxies: string[], headers: Record<string, string>): Promise<readonly string[]> => {
      const unknownProxies = create();
      const server = await startHttpServer(
        {
          routes: [],
          metrics: createMetrics(),
          rateLimiter: createRateLimiter(),
          log: createLogger({ level: 'silent', redactor: createRedactor() }),
          trustedProxies,
          unknownProxies,
          authenticate: async () => undefined,
          owns: async () => false,
        },
        { host: '127.0.0.1', port: 0 },
      );
      await fetch(`http://127.0.0.1:${server.port}/api/health`, { headers });
      await server.close(100);
      return unknownProxies.seen();
    };

    expect(await seenWith([], { 'x-forwarded-for': '203.0.113.9' })).to.deep.equal(['127.0.0.1']);
    expect(await seenWith([], { forwarded: 'for=203.0.113.9' })).to.deep.equal(['127.0.0.1']);
    expect(await seenWith([], {})).to.deep.equal([]);
    expect(await seenWith(['127.0.0.1'], { 'x-forwarded-for': '203.0.113.9' })).to.deep.equal([]);
  });

  it('are remembered for a day after they were last seen', () => {
    const proxies = create();
    proxies.note('10.0.0.1', true);
    proxies.note('10.0.0.2', true);

    at = new Date('2026-05-02T06:00:00Z');
    proxies.note('10.0.0.1', true);
    at = new Date('2026-05-02T12:00:01Z');

    expect(proxies.seen()).to.deep.equal(['10.0.0.1']);
  });

  it('are few, however many addresses claim to be one', () => {
    const proxies = create();

    for (let host = 1; host <= 200; host += 1) proxies.note(`10.0.0.${host}`, true);

    expect(proxies.seen()).to.have.lengthOf(8);
    expect(proxies.seen()[0]).to.equal('10.0.0.200');
  });
});
