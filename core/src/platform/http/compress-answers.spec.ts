import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { get, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Type from 'typebox';
import { createLogger } from '../logging/logger.js';
import { createRedactor } from '../logging/redactor.js';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer, type HttpServer } from './http-server.js';
import { ApiError } from './problem.js';
import { createRateLimiter } from './rate-limiter.js';
import { defineRoute, json, type RouteAnswer } from './route.js';
import { foreignWords } from '../words/index.js';

const LONG = { text: 'a book that is asked for '.repeat(400) };
const ETAG = `"${createHash('sha256').update(LONG.text).digest('hex').slice(0, 16)}"`;

function route(path: string, handler: () => RouteAnswer, compress = true) {
  const common = { method: 'GET', tag: 'test', summary: 'Test', access: { rule: 'public' }, scopes: 'none' } as const;
  return defineRoute({ ...common, path, compress, responses: { 200: Type.Object({ text: Type.String() }) }, handler });
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('compression of responses', () => {
  let server: HttpServer;

  beforeEach(async () => {
    server = await startHttpServer(
      {
        routes: [
          route('/long', () => json(LONG)),
          route('/short', () => json({ text: 'short' })),
          route('/plain', () => json(LONG), false),
          route('/fresh', () => ({ status: 200, body: LONG, headers: { etag: ETAG } })),
          route('/part', () => ({
            status: 206,
            body: Buffer.from(LONG.text),
            headers: { 'content-range': 'bytes 0-9/99', 'content-type': 'text/plain' },
          })),
          route('/picture', () => ({ status: 200, body: Buffer.alloc(5000), headers: { 'content-type': 'image/png' } })),
          route('/script', () => ({ status: 200, body: Readable.from([LONG.text]), headers: { 'content-type': 'text/javascript' } })),
          route('/failing', () => {
            throw new ApiError('request_state', foreignWords(LONG.text));
          }),
        ],
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
        log: createLogger({ level: 'silent', redactor: createRedactor() }),
        authenticate: async () => undefined,
        owns: async () => false,
      },
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(async () => server.close(100));

  // fetch would decompress
  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: server.port, path, headers, method, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }));
      }).on('error', reject);
    });
  }

  it('uses an encoding the client accepts, brotli before gzip, and sends Vary', async () => {
    const browser = await ask('/long', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    const older = await ask('/long', { 'accept-encoding': 'gzip, deflate' });
    const none = await ask('/long');
    const refused = await ask('/long', { 'accept-encoding': 'br;q=0, gzip;q=0' });

    expect(browser.headers['content-encoding']).to.equal('br');
    expect(JSON.parse(brotliDecompressSync(browser.body).toString())).to.deep.equal(LONG);
    expect(older.headers['content-encoding']).to.equal('gzip');
    expect(JSON.parse(gunzipSync(older.body).toString())).to.deep.equal(LONG);
    expect(browser.body.length).to.be.below(none.body.length / 10);
    for (const answer of [none, refused]) {
      expect(answer.headers['content-encoding']).to.equal(undefined);
      expect(JSON.parse(answer.body.toString())).to.deep.equal(LONG);
    }
    for (const { headers } of [browser, older, none, refused]) {
      expect(headers.vary?.toLowerCase()).to.contain('accept-encoding');
      expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    }
  });

  it('skips routes that did not ask for it, short responses, pictures, partial content and problems', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };

    for (const path of ['/plain', '/short', '/picture', '/part', '/failing']) {
      const answer = await ask(path, headers);
      expect(answer.headers['content-encoding'], path).to.equal(undefined);
      expect(answer.headers['content-length'], path).to.equal(String(answer.body.length));
    }
  });

  it('compresses streams, and answers HEAD and unchanged content without a body', async () => {
    const headers = { 'accept-encoding': 'gzip, br' };

    const script = await ask('/script', headers);
    const head = await ask('/long', headers, 'HEAD');
    const known = await ask('/fresh', { ...headers, 'if-none-match': ETAG });

    expect(brotliDecompressSync(script.body).toString()).to.equal(LONG.text);
    expect([head.status, head.body.length, head.headers['content-encoding']]).to.deep.equal([200, 0, undefined]);
    expect([known.status, known.body.length, known.headers['content-encoding']]).to.deep.equal([304, 0, undefined]);
  });
});
