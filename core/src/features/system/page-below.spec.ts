import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHttpServer, type HttpServer } from '../../platform/http/http-server.js';
import { createRateLimiter } from '../../platform/http/rate-limiter.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createMetrics } from '../../platform/metrics/metrics.js';
import { createWebFallback } from './web-fallback.js';

const page = (title: string, base: string) =>
  `<title>${title}</title><link href="${base}/icon.svg"><script src="${base}/assets/a.js"></script><a href="https://example.org/x">x</a>`;

describe('the page below a path', () => {
  let dir: string;
  let server: HttpServer;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-page-'));
    server = await startHttpServer(
      {
        routes: [],
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
        basePath: '/lectern',
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        authenticate: async () => undefined,
        owns: async () => false,
        fallback: createWebFallback({ webRoot: dir, basePath: '/lectern' }),
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => {
    await server.close(100);
    await rm(dir, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });

  it('names its files below the path, whatever address of it is asked for', async () => {
    await writeFile(join(dir, 'index.html'), page('One', ''));
    for (const path of ['/lectern/', '/lectern/requests/1', '/lectern/index.html', '/', '/requests'])
      expect(await (await get(path)).text(), path).to.equal(page('One', '/lectern'));
  });

  it('is sent in the encoding that the browser prefers, once for each version', async () => {
    await writeFile(join(dir, 'index.html'), page('One', ''));
    const tags = new Set<string>();
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/lectern/', { 'accept-encoding': accepted });
      expect([answer.headers.get('content-encoding'), await answer.text()]).to.deep.equal([encoding, page('One', '/lectern')]);
      const tag = answer.headers.get('etag') ?? '';
      tags.add(tag);
      const again = await get('/lectern/', { 'accept-encoding': accepted, 'if-none-match': tag, 'cache-control': 'max-age=0' });
      expect(again.status, accepted).to.equal(304);
    }
    expect(tags.size).to.equal(3);
  });

  it('is made again when a new version is put in place', async () => {
    await writeFile(join(dir, 'index.html'), page('One', ''));
    await get('/lectern/');
    await writeFile(join(dir, 'index.html'), page('The second', ''));
    expect(await (await get('/lectern/')).text()).to.contain('The second');
  });

  it('says what to do while it is not built, with the link below the path', async () => {
    const answer = await get('/lectern/');
    expect(answer.status).to.equal(503);
    expect(await answer.text()).to.contain('href="/lectern/api/docs"');
  });

  it('is the end of a redirect from the path without its slash, which keeps the query and leads nowhere else', async () => {
    for (const [path, to] of [
      ['/lectern', '/lectern/'],
      ['/lectern?a=1', '/lectern/?a=1'],
    ]) {
      const answer = await get(path ?? '');
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([308, to]);
    }
    expect((await get('/lecterns')).headers.get('location')).to.equal(null);
    expect((await get('/lectern//example.org/')).headers.get('location')).to.equal(null);
  });
});
