import { expect } from 'chai';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { startHttpServer, type HttpServer } from '../../platform/http/http-server.js';
import { createRateLimiter } from '../../platform/http/rate-limiter.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createMetrics } from '../../platform/metrics/metrics.js';
import { createWebFallback } from './web-fallback.js';

const PAGE = '<!doctype html><title>built</title>';

describe('web fallback', () => {
  let dir: string;
  let server: HttpServer;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-web-'));
    server = await startHttpServer(
      {
        routes: [],
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        authenticate: async () => undefined,
        owns: async () => false,
        fallback: createWebFallback({ webRoot: join(dir, 'dist') }),
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => {
    await server.close(100);
    await rm(dir, { recursive: true });
  });

  async function build(): Promise<void> {
    await mkdir(join(dir, 'dist', 'assets'), { recursive: true });
    await mkdir(join(dir, 'dist', '.vite'));
    const script = Buffer.from('console.log(1)');
    const files = {
      'index.html': PAGE,
      'sw.js': '// worker',
      'assets/a-1.js': script,
      'assets/a-1.js.gz': gzipSync(script),
      'assets/a-1.js.br': brotliCompressSync(script),
      '.vite/manifest.json': '{}',
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(dir, 'dist', name), content);
    await writeFile(join(dir, 'secret.txt'), 'outside');
  }

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers });

  it('says what to do if the UI has not been built', async () => {
    const answer = await get('/requests', { accept: 'text/html' });

    expect(answer.status).to.equal(503);
    expect(answer.headers.get('content-type')).to.contain('text/html');
    expect(await answer.text()).to.contain('npm run build');
  });

  it('serves hashed files to be cached forever, compressed if the browser accepts it', async () => {
    await build();

    const answer = await get('/assets/a-1.js', { 'accept-encoding': 'gzip' });
    const plain = await get('/assets/a-1.js', { 'accept-encoding': 'identity' });

    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-encoding')).to.equal('gzip');
    expect(answer.headers.get('content-type')).to.contain('javascript');
    expect(answer.headers.get('vary')?.toLowerCase()).to.contain('accept-encoding');
    expect(await answer.text()).to.equal('console.log(1)');
    expect(plain.headers.get('content-encoding')).to.equal(null);
  });

  it('prefers brotli to gzip, each with its own entity tag, and ignores ranges', async () => {
    await build();
    const encodings = { 'gzip, deflate, br, zstd': 'br', 'gzip, deflate': 'gzip', identity: null };
    const tags = new Set<string>();

    for (const [accepted, encoding] of Object.entries(encodings)) {
      const answer = await get('/assets/a-1.js', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding'), accepted).to.equal(encoding);
      expect(answer.headers.get('content-type'), accepted).to.contain('javascript');
      expect(await answer.text(), accepted).to.equal('console.log(1)');
      const tag = answer.headers.get('etag') ?? '';
      tags.add(tag);
      const known = await get('/assets/a-1.js', { 'accept-encoding': accepted, 'if-none-match': tag, 'cache-control': 'max-age=0' });
      expect(known.status, accepted).to.equal(304);
    }
    const part = await get('/assets/a-1.js', { 'accept-encoding': 'br', range: 'bytes=2-4' });
    const head = await fetch(`http://127.0.0.1:${server.port}/assets/a-1.js`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });

    expect(tags.size).to.equal(3);
    expect([part.status, await part.text()]).to.deep.equal([200, 'console.log(1)']);
    expect([head.status, head.headers.get('content-encoding')]).to.deep.equal([200, 'br']);
  });

  it('serves the page for addresses of pages, revalidated each time', async () => {
    await build();

    for (const path of ['/', '/requests/1', '/index.html', '/books/a.b']) {
      const answer = await get(path, { accept: 'text/html' });
      expect(answer.status, path).to.equal(200);
      expect(answer.headers.get('cache-control')).to.equal('no-cache');
      expect(await answer.text()).to.equal(PAGE);
    }
    const worker = await get('/sw.js');
    expect(worker.headers.get('cache-control')).to.equal('no-cache');
    expect(await worker.text()).to.equal('// worker');
    // without its own header, fetch requests a fresh copy
    const known = { 'if-modified-since': (await get('/')).headers.get('last-modified') ?? '', 'cache-control': 'max-age=0' };
    const again = await get('/', known);
    expect(again.status).to.equal(304);
  });

  it('serves no page in place of a file, nothing hidden and nothing outside', async () => {
    await build();

    for (const path of [
      '/assets/gone.js',
      '/favicon.ico',
      '/.vite/manifest.json',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%00.js',
      '/%zz.js',
      '/api/none',
    ]) {
      const answer = await get(path, { accept: '*/*' });
      expect(answer.status, path).to.equal(404);
      expect(answer.headers.get('cache-control'), path).to.equal('no-store');
    }
    const post = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST' });
    expect(post.status).to.equal(404);
  });
});
