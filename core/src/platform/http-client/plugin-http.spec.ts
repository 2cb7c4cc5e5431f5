import { isIntegrationError, type HttpRequest, type IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer, type LocalServer, type Seen } from './__fixtures__/local-server.js';
import { createPluginHttp, type PluginHttpOptions } from './plugin-http.js';
import { mayHaveHappened } from './uncertain-faults.js';

type Handler = (seen: Seen, res: ServerResponse, req: IncomingMessage) => void;

const servers: LocalServer[] = [];

async function serve(handle: Handler): Promise<LocalServer> {
  const server = await startLocalServer(handle);
  servers.push(server);
  return server;
}

function httpFor(allowed: readonly LocalServer[], options: Partial<PluginHttpOptions> = {}) {
  return createPluginHttp({
    allowedHosts: () => allowed.map(({ port }) => ({ host: '127.0.0.1', port, private: true })),
    userAgent: 'Lectern/test',
    retryDelayMs: 5,
    redact: (text) => text,
    ...options,
  });
}

async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  try {
    await work;
  } catch (error) {
    if (isIntegrationError(error)) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

/** Serves one answer and tells what asking for it came to. */
async function faultFrom(handle: Handler, request: Partial<HttpRequest> = {}, options: Partial<PluginHttpOptions> = {}) {
  const server = await serve(handle);
  const error = await faultOf(httpFor([server], options).request({ url: `${server.url}/api`, ...request }));
  return { error, server };
}

describe('plugin http', () => {
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  describe('requests', () => {
    it('sends query, headers and JSON, and returns body, lower-case headers and cookies', async () => {
      const server = await serve((_seen, res) => {
        res.setHeader('Set-Cookie', ['a=1', 'b=2']);
        res.setHeader('X-Many', ['one', 'two']);
        res.setHeader('Content-Type', 'application/json');
        res.end('{"ok":true}');
      });

      const answer = await httpFor([server]).request({
        method: 'POST',
        url: `${server.url}/api?x=1`,
        query: { q: 'a b', tag: [1, 2], none: undefined },
        headers: { 'X-Api-Key': 'key' },
        json: { text: 'é' },
      });

      expect(answer.json()).to.deep.equal({ ok: true });
      expect(answer.cookies).to.deep.equal(['a=1', 'b=2']);
      expect(answer.headers['x-many']).to.equal('one, two');
      expect(server.seen[0]).to.deep.include({ method: 'POST', url: '/api?x=1&q=a+b&tag=1&tag=2' });
      expect(server.seen[0]?.headers).to.include({ 'user-agent': 'Lectern/test', 'x-api-key': 'key', 'content-type': 'application/json' });
    });

    it('sends forms and multipart', async () => {
      const server = await serve((_seen, res) => res.end());
      const http = httpFor([server]);

      await http.request({ method: 'POST', url: server.url, form: { a: 'x&y', b: true } });
      await http.request({
        method: 'POST',
        url: server.url,
        multipart: [
          { name: 'category', value: 'books' },
          { name: 'file', value: new Uint8Array([1, 2, 255]), filename: 'a"b.torrent', contentType: 'application/x-bittorrent' },
        ],
      });

      expect(server.seen[0]?.body).to.equal('a=x%26y&b=true');
      expect(server.seen[1]?.headers['content-type']).to.match(/^multipart\/form-data; boundary=/);
      expect(server.seen[1]?.body).to.contain('name="category"\r\n\r\nbooks\r\n');
      expect(server.seen[1]?.body).to.contain('filename="a%22b.torrent"\r\nContent-Type: application/x-bittorrent\r\n\r\n\x01\x02\xff\r\n');
    });

    it('turns credentials in the address into a header', async () => {
      const server = await serve((_seen, res) => res.end('{}'));

      const answer = await httpFor([server]).request({ url: server.url.replace('http://', 'http://me:pass@') });

      expect(server.seen[0]?.headers.authorization).to.equal(`Basic ${Buffer.from('me:pass').toString('base64')}`);
      expect(answer.url).not.to.contain('pass');
    });

    it('limits concurrent requests to one host', async () => {
      let active = 0;
      let most = 0;
      const server = await serve((_seen, res) => {
        active += 1;
        most = Math.max(most, active);
        setTimeout(() => {
          active -= 1;
          res.end('{}');
        }, 15);
      });
      const http = httpFor([server], { concurrencyPerHost: 2 });

      await Promise.all(Array.from({ length: 6 }, () => http.request({ url: server.url })));

      expect(most).to.equal(2);
    });

    it('lets requests of one lane pass hanging requests of another', async () => {
      const server = await serve((seen, res) => {
        if (seen.url !== '/slow') res.end('{}');
      });
      const http = httpFor([server], { concurrencyPerHost: 1 });
      const stop = new AbortController();
      const slow = http.request({ url: `${server.url}/slow`, lane: 'a', signal: stop.signal }).catch(() => undefined);

      const quick = await http.request({ url: `${server.url}/quick`, lane: 'b' });
      stop.abort();
      await slow;

      expect(quick.status).to.equal(200);
    });
  });

  describe('faults', () => {
    for (const [status, code] of [
      [401, 'INTEGRATION_UNAUTHORIZED'],
      [403, 'INTEGRATION_FORBIDDEN'],
      [404, 'INTEGRATION_NOT_FOUND'],
      [429, 'INTEGRATION_RATE_LIMITED'],
      [500, 'INTEGRATION_UNAVAILABLE'],
      [418, 'INTEGRATION_BAD_RESPONSE'],
    ] as const) {
      it(`maps ${status} to ${code}`, async () => {
        const { error } = await faultFrom((_seen, res) => res.writeHead(status).end('{"message":"because"}'));

        expect(error.code).to.equal(code);
        expect(error.message).to.match(/^127\.0\.0\.1:\d+ .*because/);
      });
    }

    it('reads Retry-After in seconds and as a date', async () => {
      const seconds = await faultFrom((_seen, res) => res.writeHead(429, { 'retry-after': '120' }).end());
      const date = await faultFrom(
        (_seen, res) => res.writeHead(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }).end(),
        {},
        { now: () => Date.UTC(2026, 0, 1) },
      );

      expect(seconds.error.retryAfterMs).to.equal(120_000);
      expect(date.error.retryAfterMs).to.equal(30_000);
    });

    it('repeats idempotent requests after temporary faults, and no others', async () => {
      let left = 2;
      const recovering = await serve((_seen, res) => res.writeHead(left-- > 0 ? 503 : 200).end('{}'));
      const failing = await serve((_seen, res) => res.writeHead(502).end());

      const answer = await httpFor([recovering]).request({ url: recovering.url });
      await faultOf(httpFor([failing]).request({ url: failing.url, method: 'POST', json: {} }));

      expect(answer.status).to.equal(200);
      expect(recovering.seen).to.have.length(3);
      expect(failing.seen).to.have.length(1);
    });

    it('does not wait when a service asks for a long pause', async () => {
      const { error, server } = await faultFrom((_seen, res) => res.writeHead(503, { 'retry-after': '600' }).end());

      expect(error).to.include({ code: 'INTEGRATION_UNAVAILABLE', retryAfterMs: 600_000 });
      expect(server.seen).to.have.length(1);
    });

    it('accepts the statuses it was asked to accept', async () => {
      const server = await serve((_seen, res) => res.writeHead(409, { 'x-session': 's' }).end());

      const answer = await httpFor([server]).request({ method: 'POST', url: server.url, json: {}, acceptStatus: [409] });

      expect(answer.status).to.equal(409);
    });

    it('times out without an answer', async () => {
      const { error } = await faultFrom(() => undefined, { timeoutMs: 60 });

      expect(error.code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(error.message).to.match(/timed out after 0\.06 s/);
    });

    it('times out when the body trickles', async () => {
      const { error } = await faultFrom(
        (_seen, res) => {
          const timer = setInterval(() => res.write('x'), 10);
          res.on('close', () => clearInterval(timer));
        },
        { timeoutMs: 80 },
      );

      expect(error.message).to.match(/timed out/);
    });

    it('refuses a body that is too large, announced or not', async () => {
      const announced = await faultFrom((_seen, res) => res.end('x'.repeat(5000)), { maxBytes: 1000 });
      const streamed = await faultFrom(
        (_seen, res) => {
          res.write('x'.repeat(3000));
          setTimeout(() => res.write('x'.repeat(3000)), 5);
        },
        { maxBytes: 1000 },
      );

      expect(announced.error.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(streamed.error.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(streamed.error.message).to.match(/more than the 1,000 bytes/);
    });

    it('reports broken connections, also in the middle of a body', async () => {
      const reset = await faultFrom((_seen, _res, req) => req.socket.destroy());
      const half = await faultFrom((_seen, res, req) => {
        res.writeHead(200, { 'content-length': '100' });
        res.write('half');
        setTimeout(() => req.socket.destroy(), 5);
      });

      expect(reset.error.code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(reset.server.seen).to.have.length(3);
      expect(half.error.code).to.equal('INTEGRATION_UNAVAILABLE');
      expect(half.error.message).to.match(/closed the connection/);
    });

    it('tell a request that may have been carried out from one that was not', async () => {
      const ways: Readonly<Record<string, Handler>> = {
        'breaks off before an answer': (_seen, res) => void res.destroy(),
        'breaks off within a success': (_seen, res) => {
          res.writeHead(200, { 'content-length': '100' });
          res.write('half');
          setTimeout(() => res.destroy(), 20);
        },
        'never answers': () => undefined,
        fails: (_seen, res) => void res.writeHead(500).end(),
      };
      const came: Record<string, boolean> = {};
      for (const [way, handle] of Object.entries(ways)) {
        const { error } = await faultFrom(handle, { method: 'POST', body: 'x'.repeat(200_000), retry: false, timeoutMs: 300 });
        came[way] = mayHaveHappened(error);
      }
      const read = await faultFrom((_seen, res) => void res.destroy(), { method: 'GET', retry: false });
      const gone = await serve(() => undefined);
      await gone.close();
      const refused = await faultOf(httpFor([gone]).request({ method: 'POST', url: `${gone.url}/api`, body: 'x', retry: false }));

      expect(came).to.deep.equal({
        'breaks off before an answer': true,
        'breaks off within a success': true,
        'never answers': true,
        fails: false,
      });
      expect([mayHaveHappened(read.error), mayHaveHappened(refused)]).to.deep.equal([false, false]);
    });

    it('names the host that refuses connections or does not exist', async () => {
      const server = await serve(() => undefined);
      await server.close();
      const unknown = httpFor([], {
        allowedHosts: () => 'any-public',
        resolve: async () => {
          throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
        },
      });

      const refused = await faultOf(httpFor([server]).request({ url: server.url }));
      const missing = await faultOf(unknown.request({ url: 'http://nowhere.invalid/' }));

      expect(refused.message).to.match(/^127\.0\.0\.1:\d+: connection refused/);
      expect(missing.message).to.match(/^nowhere\.invalid: no such host/);
    });

    it('says when the server does not speak TLS, or not HTTP', async () => {
      const server = await serve((_seen, res) => res.end());

      const tls = await faultOf(httpFor([server]).request({ url: server.url.replace('http:', 'https:') }));

      expect(tls.message).to.match(/does not speak TLS/);
    });

    it('ends at once when aborted, in flight and in the queue', async () => {
      const server = await serve(() => undefined);
      const http = httpFor([server], { concurrencyPerHost: 1 });
      const controller = new AbortController();

      const flying = faultOf(http.request({ url: server.url, signal: controller.signal }));
      const waiting = faultOf(http.request({ url: server.url, signal: controller.signal }));
      setTimeout(() => controller.abort(), 20);

      expect((await flying).code).to.equal('INTEGRATION_ABORTED');
      expect((await waiting).code).to.equal('INTEGRATION_ABORTED');
      expect((await faultOf(http.request({ url: server.url, signal: controller.signal }))).code).to.equal('INTEGRATION_ABORTED');
    });

    it('refuses web pages, empty bodies and rubbish instead of JSON', async () => {
      const server = await serve((seen, res) => {
        if (seen.url === '/html') res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
        else if (seen.url === '/rubbish') res.end('{"password": "abc');
        else res.end();
      });
      const http = httpFor([server]);

      const messages = [];
      for (const path of ['/html', '/rubbish', '/empty']) {
        const answer = await http.request({ url: server.url + path });
        messages.push((await faultOf(Promise.resolve().then(() => answer.json()))).message);
      }

      expect(messages[0]).to.match(/answered with a web page instead of JSON — is the address right, or is a sign-in page in front\?/);
      expect(messages[1])
        .to.match(/not JSON/)
        .and.not.contain('abc');
      expect(messages[2]).to.match(/nothing instead of JSON/);
    });

    it('keeps secrets out of messages and causes', async () => {
      const { error } = await faultFrom(
        (_seen, res) => res.writeHead(400).end('{"message":"bad key PLANTED and session SESSION1"}'),
        { headers: { Authorization: 'Bearer PLANTED', Cookie: 'sid=SESSION1' }, query: { apikey: 'PLANTED' } },
        { redact: (text) => text.replaceAll('PLANTED', '[redacted]') },
      );
      const server = await serve((_seen, _res, req) => req.socket.destroy());
      const broken = await faultOf(
        httpFor([server]).request({ method: 'POST', url: `${server.url}/PLANTED`, headers: { 'x-api-key': 'PLANTED' } }),
      );

      expect(error.message).to.contain('bad key [redacted] and session [redacted]');
      expect(JSON.stringify([broken.message, broken.cause, Object.values(broken), String((broken.cause as Error).stack)])).not.to.contain(
        'PLANTED',
      );
    });
  });

  describe('redirects', () => {
    it('follows them within the origin and keeps credentials there', async () => {
      const server = await serve((seen, res) => (seen.url === '/a' ? res.writeHead(302, { location: '/b' }).end() : res.end('{}')));

      const answer = await httpFor([server]).request({ url: `${server.url}/a`, headers: { 'X-Api-Key': 'key' } });

      expect(answer.url).to.equal(`${server.url}/b`);
      expect(server.seen[1]?.headers['x-api-key']).to.equal('key');
    });

    it('drops credentials when the origin changes, whatever they are called', async () => {
      const other = await serve((_seen, res) => res.end('{}'));
      const server = await serve((_seen, res) => res.writeHead(307, { location: `${other.url}/x` }).end());

      await httpFor([server, other]).request({
        url: server.url,
        headers: { Authorization: 'Bearer s', Cookie: 's=1', 'X-Api-Key': 'k', 'X-Vendor-Auth': 'v', Accept: 'application/json' },
      });

      expect(other.seen[0]?.headers).to.include({ accept: 'application/json', 'user-agent': 'Lectern/test' });
      expect(other.seen[0]?.headers).not.to.have.any.keys('authorization', 'cookie', 'x-api-key', 'x-vendor-auth');
    });

    it('does not send a body on to another origin', async () => {
      const other = await serve((_seen, res) => res.end('{}'));
      const { error } = await faultFrom((_seen, res) => res.writeHead(307, { location: other.url }).end(), {
        method: 'POST',
        form: { password: 'p' },
      });

      expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(other.seen).to.have.length(0);
    });

    it('refuses a redirect to loopback', async () => {
      const secret = await serve((_seen, res) => res.end('internal'));
      const { error } = await faultFrom((_seen, res) => res.writeHead(302, { location: secret.url }).end());

      expect(error.code).to.equal('INTEGRATION_BAD_RESPONSE');
      expect(error.message).to.match(/redirects to a place it may not send us/);
      expect(secret.seen).to.have.length(0);
    });

    it('refuses a name that resolves to loopback', async () => {
      const server = await serve((_seen, res) => res.end('internal'));
      const http = httpFor([], { allowedHosts: () => 'any-public', resolve: async () => [{ address: '127.0.0.1', family: 4 }] });

      const error = await faultOf(http.request({ url: `http://public.example:${server.port}/` }));

      expect(error.code).to.equal('INTEGRATION_MISCONFIGURED');
      expect(server.seen).to.have.length(0);
    });

    it('connects to the checked address of a permitted name', async () => {
      const server = await serve((seen, res) => res.end(JSON.stringify({ host: seen.headers.host })));
      const http = httpFor([], {
        allowedHosts: () => [{ host: 'nas.example', private: true }],
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });

      const answer = await http.request({ url: `http://NAS.example:${server.port}/` });

      expect(answer.json()).to.deep.equal({ host: `nas.example:${server.port}` });
    });

    it('stops after five', async () => {
      const { error, server } = await faultFrom((_seen, res) => res.writeHead(302, { location: '/again' }).end());

      expect(error.message).to.match(/more than 5 times/);
      expect(server.seen).to.have.length(6);
    });

    it('turns a redirected POST into a GET, and returns 3xx on request', async () => {
      const server = await serve((seen, res) => (seen.url === '/a' ? res.writeHead(303, { location: '/b' }).end() : res.end('{}')));
      const http = httpFor([server]);

      await http.request({ method: 'POST', url: `${server.url}/a`, form: { a: 1 } });
      const manual = await http.request({ url: `${server.url}/a`, redirect: 'manual' });

      expect(server.seen[1]).to.include({ method: 'GET', url: '/b', body: '' });
      expect(manual.status).to.equal(303);
      expect(manual.headers.location).to.equal('/b');
    });
  });
});
