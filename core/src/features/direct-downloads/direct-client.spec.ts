import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import {
  breakOff,
  closeDirectWorlds,
  CONTENT,
  createDirectWorld,
  MD5,
  never,
  serve,
  startLyingServer,
} from './direct-world.spec.support.js';

describe('direct downloads', () => {
  const servers: { close(): Promise<void> }[] = [];
  const lie: typeof startLyingServer = async (handler) => {
    const server = await startLyingServer(handler);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await closeDirectWorlds();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  for (const dialect of ['sqlite', 'postgres'] as const) {
    it(`fetch several files under our own names and say where they are (${dialect})`, async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
      const server = await lie();
      const world = await createDirectWorld({ dialect });

      const id = await world.add([
        { url: `${server.url}/a?key=SECRET`, name: '../../etc/Emma.epub', md5: MD5.toUpperCase() },
        { url: `${server.url}/b`, name: 'Emma.epub', size: CONTENT.length },
        { url: `${server.url}/c`, name: '..' },
      ]);
      const done = await world.until(id);

      expect(done).to.include({ state: 'completed', progress: 1, bytesDone: CONTENT.length * 3, contentPath: join(world.root, id) });
      expect((await readdir(join(world.root, id))).sort()).to.deep.equal(['Emma (2).epub', 'Emma.epub', 'file-3']);
      expect((await readFile(join(world.root, id, 'Emma.epub'))).equals(CONTENT)).to.equal(true);
      const { filesSealed } = (await world.store.get(id)) ?? {};
      expect(filesSealed).to.be.a('string').and.not.include('SECRET');
      expect(await world.client.files?.(id, { signal: never })).to.have.length(3);
    });
  }

  it('fail when their job is cancelled on the jobs page, and what the run writes late does not bring them back', async () => {
    const server = await lie((_request, response) => void response.writeHead(200, { 'content-length': '9' }).write('x'));
    const world = await createDirectWorld({ limits: { idleMs: 60_000 } });
    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);
    await world.until(id, ({ state }) => state === 'downloading');
    const [job] = await world.jobs.list();

    expect(await world.jobs.cancel(job?.id ?? '')).to.equal(true);
    await world.jobs.idle();
    await world.store.set(id, { state: 'downloading' });

    expect(await world.status(id)).to.include({ state: 'failed', error: 'An admin cancelled its job.' });
    const again = await world.client.add(
      { kind: 'http', files: [{ url: `${server.url}/b`, name: 'a.epub' }] },
      { name: 'a', category: '', tags: [id], signal: never },
    );
    expect(again.itemId).to.equal(id);
    expect((await world.status(id)).state).not.to.equal('failed');
  });

  it('are idempotent for the same item and forget a removed one', async () => {
    const server = await lie();
    const world = await createDirectWorld();
    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);
    await world.until(id);

    expect(
      await world.client.add(
        { kind: 'http', files: [{ url: `${server.url}/fresh`, name: 'a.epub' }] },
        { name: 'x', category: '', tags: [id], signal: never },
      ),
    ).to.deep.equal({ itemId: id, alreadyThere: true });
    expect((await world.status(id)).state).to.equal('completed');
    expect(await world.client.list?.({ category: '', signal: never })).to.have.length(1);
    await world.client.remove(id, { deleteData: true, signal: never });
    await world.client.remove(id, { deleteData: true, signal: never });
    expect((await world.status(id)).state).to.equal('missing');
    expect(existsSync(join(world.root, id))).to.equal(false);
    expect(server.requests).to.have.length(1);
  });

  it('refuse what they cannot fetch', async () => {
    const world = await createDirectWorld({ limits: { maxBytes: 1000, maxFiles: 2 } });
    const file = { url: 'https://files.example/a', name: 'a' };
    const refused = async (work: Promise<unknown>) => {
      const error: unknown = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      return isIntegrationError(error) ? error.code : String(error);
    };
    const options = { name: 'x', category: '', tags: [], signal: never };

    expect(await refused(world.client.add({ kind: 'magnet', uri: 'magnet:?' }, options))).to.equal('INTEGRATION_UNSUPPORTED');
    expect(await refused(world.client.add({ kind: 'http', files: [file] }, options))).to.equal('INTEGRATION_MISCONFIGURED');
    for (const files of [[], [file, file, file], [{ ...file, url: 'file:///etc/passwd' }], [{ ...file, size: 2000 }]]) {
      expect(await refused(world.add(files)), JSON.stringify(files)).to.equal('INTEGRATION_BAD_RESPONSE');
    }
  });

  it('continue after a broken connection, as long as the file is the same', async () => {
    const server = await lie((request, response, count) => (count === 1 ? breakOff(response, 150_000) : serve(request, response)));
    const world = await createDirectWorld();

    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub', md5: MD5 }]);

    expect(await world.until(id)).to.include({ state: 'completed' });
    expect(server.requests[1]?.headers.range).to.match(/^bytes=[1-9]\d*-$/);
    expect(server.requests[1]?.headers['if-range']).to.equal('"one"');
  });

  it('start over if the file changed meanwhile', async () => {
    const server = await lie((request, response, count) =>
      count === 1 ? breakOff(response, 150_000) : serve(request, response, count, '"two"', CONTENT.subarray(7)),
    );
    const world = await createDirectWorld();

    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);
    await world.until(id);

    expect((await readFile(join(world.root, id, 'a.epub'))).equals(CONTENT.subarray(7))).to.equal(true);
  });

  it('do not trust a part without proof', async () => {
    const server = await lie((_request, response, count) => {
      if (count === 1) {
        response.writeHead(200, { 'content-length': CONTENT.length });
        response.write(CONTENT.subarray(0, 100_000), () => setTimeout(() => response.destroy(), 20));
      } else response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
    });
    const world = await createDirectWorld();

    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);

    expect((await world.until(id)).state).to.equal('completed');
    expect(server.requests[1]?.headers.range).to.equal(undefined);
  });

  const lies: readonly [string, Parameters<typeof startLyingServer>[0]][] = [
    [
      'ignores ranges and sends everything with 200',
      (_, response, count) =>
        count === 1 ? breakOff(response, 150_000) : void response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT),
    ],
    [
      'answers 416 to the part that is left',
      (request, response, count) =>
        count === 1
          ? breakOff(response, 150_000)
          : request.headers.range
            ? void response.writeHead(416, { 'content-range': 'bytes */7' }).end()
            : serve(request, response),
    ],
    [
      'continues at another place than asked',
      (request, response, count) =>
        count === 1
          ? breakOff(response, 150_000)
          : request.headers.range
            ? void response.writeHead(206, { 'content-range': `bytes 5-${CONTENT.length - 1}/${CONTENT.length}` }).end(CONTENT.subarray(5))
            : serve(request, response),
    ],
    [
      'says 503 with Retry-After, then 500',
      (request, response, count) =>
        count < 3 ? void response.writeHead(count === 1 ? 503 : 500, { 'retry-after': '0' }).end('<html>busy') : serve(request, response),
    ],
    [
      'announces more than it sends',
      (request, response, count) =>
        count < 3
          ? (response.writeHead(200, { etag: '"one"', 'content-length': CONTENT.length + 50_000 }),
            void response.write(CONTENT, () => setTimeout(() => response.destroy(), 20)))
          : serve(request, response),
    ],
    [
      'falls silent',
      (request, response, count) =>
        count === 1
          ? (response.writeHead(200, { etag: '"one"', 'content-length': CONTENT.length }), void response.write(CONTENT.subarray(0, 9000)))
          : serve(request, response),
    ],
    ['resets before it answers', (request, response, count) => (count < 3 ? void request.socket.destroy() : serve(request, response))],
    ['sends no length at all', (_, response) => void response.writeHead(200).end(CONTENT)],
  ];
  for (const [what, handler] of lies) {
    it(`get the file from a server that ${what}`, async () => {
      const server = await lie(handler);
      const world = await createDirectWorld();

      const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub', md5: MD5 }]);
      const end = await world.until(id);

      expect(end.error ?? '').to.equal('');
      expect(end.state).to.equal('completed');
      expect((await readFile(join(world.root, id, 'a.epub'))).equals(CONTENT)).to.equal(true);
    });
  }

  const failures: readonly [
    string,
    Parameters<typeof startLyingServer>[0],
    RegExp,
    Partial<Parameters<typeof createDirectWorld>[0] & object>['limits']?,
  ][] = [
    [
      'sends a web page',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/epub+zip' }).end('\n<!DOCTYPE html><html>Sign in'),
      /a web page instead of the file/,
    ],
    ['sends another file', (_, response) => void response.writeHead(200).end(CONTENT.subarray(1)), /its MD5 differs/],
    ['no longer has it', (_, response) => void response.writeHead(404).end(), /no longer has the file \(HTTP 404\)/],
    ['refuses', (_, response) => void response.writeHead(403).end(), /does not hand out the file \(HTTP 403\)/],
    [
      'announces too much',
      (_, response) => (response.writeHead(200, { 'content-length': 5e9 }), void response.write('x')),
      /larger than the 1 MB/,
      { maxBytes: 1e6 },
    ],
    [
      'sends too much without a word',
      (_, response) => void response.writeHead(200).end(Buffer.alloc(2e6, 7)),
      /larger than the 1 MB/,
      { maxBytes: 1e6 },
    ],
    [
      'always breaks off at once',
      (request) => void request.socket.destroy(),
      /closed the connection.* It was tried 3 times/,
      { mostAttempts: 3 },
    ],
    ['redirects for ever', (_, response) => void response.writeHead(302, { location: '/b' }).end(), /redirects more than 5 times/],
    [
      'redirects to the metadata service',
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      /redirects to a place it may not send us/,
    ],
    [
      'redirects to a file',
      (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /redirects to a place it may not send us/,
    ],
    [
      'drips',
      (_, response) => {
        response.writeHead(200, { 'content-length': CONTENT.length });
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
      /is sending too slowly/,
      { mostAttempts: 2, slowWindowMs: 150, leastBytesPerSecond: 10_000 },
    ],
  ];
  for (const [what, handler, message, limits] of failures) {
    it(`fail with the reason when a server ${what}`, async () => {
      const server = await lie(handler);
      const world = await createDirectWorld({ limits });

      const id = await world.add([{ url: `${server.url}/a?key=SECRET`, name: 'a.epub', md5: MD5 }]);
      const end = await world.until(id);

      expect(end.state).to.equal('failed');
      expect(end.error).to.match(message).and.not.include('SECRET');
    });
  }

  it('say what they wait for while a server is unreachable', async () => {
    const server = await lie((_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end());
    const world = await createDirectWorld();

    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);

    expect((await world.until(id, ({ state }) => state === 'stalled')).error).to.match(/come back later/);
    expect(server.requests).to.have.length(1);
  });

  it('refuse private hosts, except those of the source that named the file', async () => {
    const server = await lie();
    const port = Number(new URL(server.url).port);
    const closed = await createDirectWorld({ allowPrivateHosts: [] });
    const open = await createDirectWorld({ allowPrivateHosts: [], privateHosts: [{ host: '127.0.0.1', port, private: true }] });
    const file = { url: `${server.url}/a`, name: 'a.epub' };

    expect((await closed.until(await closed.add([file]))).error).to.match(/lies in a private network/);
    expect(server.requests).to.have.length(0);
    expect((await open.until(await open.add([file]))).state).to.equal('completed');
  });

  it('send headers only to their origin', async () => {
    const target = await lie();
    const server = await lie((request, response) =>
      request.url === '/a'
        ? void response.writeHead(302, { location: '/b' }).end()
        : void response.writeHead(302, { location: `${target.url}/file` }).end(),
    );
    const world = await createDirectWorld();

    await world.until(
      await world.add([{ url: `${server.url}/a`, name: 'a.epub', headers: { Cookie: 'session=SECRET', 'X-Api-Key': 'SECRET' } }]),
    );

    expect(server.requests.map((request) => request.headers.cookie)).to.deep.equal(['session=SECRET', 'session=SECRET']);
    expect(JSON.stringify(target.requests)).to.not.include('SECRET');
  });

  it('stop at once on removal, and leave nothing', async () => {
    const server = await lie((_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      const timer = setInterval(() => response.write(CONTENT.subarray(0, 1000)), 10);
      response.on('close', () => clearInterval(timer));
    });
    const world = await createDirectWorld({ limits: { idleMs: 5000 } });
    const id = await world.add([{ url: `${server.url}/a`, name: 'a.epub' }]);
    await world.until(id, ({ state }) => state === 'downloading');

    await world.client.remove(id, { deleteData: true, signal: never });

    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await world.status(id)).state).to.equal('missing');
    expect(existsSync(join(world.root, id))).to.equal(false);
  });

  it('give a failed download another chance with fresh addresses, keeping existing parts', async () => {
    const server = await lie((request, response, count) =>
      count === 1 ? breakOff(response, 150_000) : count === 2 ? void response.writeHead(403).end() : serve(request, response),
    );
    const world = await createDirectWorld();
    const id = await world.add([{ url: `${server.url}/expired`, name: 'a.epub', md5: MD5 }]);
    expect((await world.until(id)).state).to.equal('failed');

    await world.add([{ url: `${server.url}/fresh`, name: 'a.epub', md5: MD5 }], id);

    expect((await world.until(id)).state).to.equal('completed');
    expect(server.requests.at(-1)).to.include({ path: '/fresh' });
    expect(server.requests.at(-1)?.headers.range).to.match(/^bytes=/);
  });
});
