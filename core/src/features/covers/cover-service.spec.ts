import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startLocalServer, type LocalServer } from '../../platform/http-client/__fixtures__/local-server.js';
import { sampleBook } from '../catalog/catalog-world.spec.support.js';
import { createCoverService, type CoverDeps } from './cover-service.js';

const ASIN = sampleBook(1).asin;
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100, 1)]);

describe('covers', () => {
  let dataDir: string;
  let server: LocalServer;
  let elsewhere: LocalServer;
  let clock: Date;
  let send: (path: string) => { status?: number; headers?: Record<string, string>; body?: Buffer | string };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-covers-'));
    clock = new Date('2026-03-01T10:00:00.000Z');
    send = () => ({ headers: { 'content-type': 'image/jpeg' }, body: JPEG });
    server = await startLocalServer(({ url }, res) => {
      const { status = 200, headers = {}, body = '' } = send(url);
      res.writeHead(status, headers).end(body);
    });
    elsewhere = await startLocalServer((_seen, res) => res.writeHead(200, { 'content-type': 'image/jpeg' }).end(JPEG));
  });
  afterEach(async () => {
    await server.close();
    await elsewhere.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  function covers(coverUrl: string | undefined, more: Partial<CoverDeps> = {}) {
    return createCoverService({
      catalog: { cached: async () => new Map([[ASIN, sampleBook(1, { coverUrl })]]) },
      dataDir,
      userAgent: 'test',
      allowPrivateHosts: [`127.0.0.1:${server.port}`],
      allowedHosts: () => [],
      log: { debug: () => undefined },
      now: () => clock,
      ...more,
    });
  }

  it('are fetched once for everybody, and kept across a restart', async () => {
    const first = covers(`${server.url}/a.jpg`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => first.ofBook(ASIN)));
    expect(answers.every((cover) => cover?.bytes.equals(JPEG) && cover.contentType === 'image/jpeg')).to.equal(true);
    expect((await covers(`${server.url}/a.jpg`).ofBook(ASIN))?.etag).to.equal(answers[0]?.etag);
    expect(server.seen).to.have.length(1);
    expect(await readdir(join(dataDir, 'covers'))).to.have.length(1);
  });

  it('are stored under a hash whatever the address is', async () => {
    await covers(`${server.url}/../../..%2f..%2fetc/passwd?x=/../y`).ofBook(ASIN);
    expect((await readdir(join(dataDir, 'covers')))[0]).to.match(/^[0-9a-f]{64}\.jpg$/);
  });

  for (const url of [
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'gopher://x/',
  ]) {
    it(`are not fetched from ${url}`, async () => {
      expect(await covers(url).ofBook(ASIN)).to.equal(undefined);
    });
  }

  it('are not fetched through a redirect to loopback', async () => {
    send = () => ({ status: 302, headers: { location: `${elsewhere.url}/secret.jpg` } });
    expect(await covers(`${server.url}/a.jpg`).ofBook(ASIN)).to.equal(undefined);
    expect(elsewhere.seen).to.have.length(0);
  });

  it('are not fetched from a name that resolves to a private address', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
    expect(await covers(`http://evil.example:${server.port}/a.jpg`, { resolve }).ofBook(ASIN)).to.equal(undefined);
    expect(server.seen).to.have.length(0);
  });

  it('are fetched from hosts of catalogue integrations even if they are private', async () => {
    const options = { allowPrivateHosts: [], allowedHosts: () => [`${server.url}/api`] };
    expect(await covers(`${server.url}/a.jpg`, options).ofBook(ASIN)).to.not.equal(undefined);
    expect(await covers(`${elsewhere.url}/a.jpg`, options).ofBook(ASIN)).to.equal(undefined);
  });

  it('are recognized by their bytes, not by their name', async () => {
    send = () => ({ headers: { 'content-type': 'image/svg+xml' }, body: '<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>' });
    expect(await covers(`${server.url}/a.svg`).ofBook(ASIN)).to.equal(undefined);
    send = () => ({ headers: { 'content-type': 'image/jpeg' }, body: '<html><script>alert(1)</script></html>' });
    expect(await covers(`${server.url}/b.jpg`).ofBook(ASIN)).to.equal(undefined);
  });

  it('are refused beyond 5 MB', async () => {
    send = () => ({ headers: { 'content-type': 'image/jpeg' }, body: Buffer.concat([JPEG, Buffer.alloc(5 * 1024 * 1024)]) });
    expect(await covers(`${server.url}/a.jpg`).ofBook(ASIN)).to.equal(undefined);
  });

  it('are not requested again at once if missing', async () => {
    send = () => ({ status: 404 });
    const service = covers(`${server.url}/a.jpg`);
    await service.ofBook(ASIN);
    await service.ofBook(ASIN);
    expect(server.seen).to.have.length(1);
    send = () => ({ body: JPEG });
    clock = new Date(clock.getTime() + 7 * 3_600_000);
    expect(await service.ofBook(ASIN)).to.not.equal(undefined);
  });

  it('are absent for a book without one', async () => {
    expect(await covers(undefined).ofBook(ASIN)).to.equal(undefined);
  });
});
