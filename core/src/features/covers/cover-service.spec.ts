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
      catalog: { cached: async () => new Map([[ASIN, sampleBook(1, { coverUrl })]]), authorPicture: async () => undefined },
      library: { itemWithCover: async () => undefined },
      host: { provider: () => undefined, providers: () => [] },
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

  it('that arrive after the stop are shown and not stored', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = await startLocalServer((_seen, res) => {
      answer();
      void held.then(() => res.writeHead(200, { 'content-type': 'image/jpeg' }).end(JPEG));
    });
    const service = covers(`${slow.url}/a.jpg`, { allowPrivateHosts: [`127.0.0.1:${slow.port}`] });
    const cover = service.ofBook(ASIN);
    await asked;

    await service.stop();
    release();

    expect((await cover)?.bytes.equals(JPEG)).to.equal(true);
    expect(await readdir(dataDir)).to.deep.equal([]);
    await slow.close();
  });

  it('of authors are their pictures, in the sizes of covers', async () => {
    const pictures = covers(undefined, { catalog: { cached: async () => new Map(), authorPicture: async () => `${server.url}/ada.jpg` } });

    expect((await pictures.ofAuthor('A1', 150))?.contentType).to.equal('image/jpeg');
    await pictures.ofAuthor('A1', 150);
    expect(server.seen.map(({ url }) => url)).to.deep.equal(['/ada.jpg']);
  });

  it('of authors are missing where none is known', async () => {
    expect(await covers(undefined).ofAuthor('A1')).to.equal(undefined);
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

  it('asks the source for one of three widths where a catalogue knows its address, and keeps each', async () => {
    const catalogue = { coverAt: async (url: string, { width }: { width: number }) => url.replace('.jpg', `-${width}.jpg`) };
    const provider = { call: async (_what: string, run: (one: object, call: object) => Promise<unknown>) => run(catalogue, {}) };
    const host = { provider: () => undefined, providers: () => [provider] } as unknown as CoverDeps['host'];
    const service = covers(`${server.url}/a.jpg`, { host });

    for (const width of [150, 200, 399, 1000, undefined, 600]) await service.ofBook(ASIN, width);

    expect(server.seen.map(({ url }) => url)).to.deep.equal(['/a-200.jpg', '/a-400.jpg', '/a-600.jpg', '/a.jpg']);
  });

  it('takes the only size there is from a catalogue that fails, or knows no other', async () => {
    const failing = { call: () => Promise.reject(new Error('no')) };
    const single = { call: async (_what: string, run: (one: object, call: object) => Promise<unknown>) => run({}, {}) };
    const host = { provider: () => undefined, providers: () => [failing, single] } as unknown as CoverDeps['host'];
    const service = covers(`${server.url}/a.jpg`, { host });

    for (const width of [200, 400]) expect(await service.ofBook(ASIN, width)).to.not.equal(undefined);

    expect(server.seen).to.have.length(1);
  });

  describe('of a book in a library', () => {
    const asked: (number | undefined)[] = [];
    let image: Uint8Array | null;
    let updatedAt: string;

    beforeEach(() => {
      asked.length = 0;
      image = JPEG;
      updatedAt = '2026-01-01T00:00:00.000Z';
    });

    const ofLibrary = (coverUrl?: string, more: Partial<CoverDeps> = {}) =>
      covers(coverUrl, {
        library: { itemWithCover: async () => ({ integrationId: 'abs', itemId: 'item-1', updatedAt }) },
        host: {
          providers: () => [],
          provider: (_kind: string, id: string) =>
            id === 'abs' && {
              call: async (_what: string, run: (server: object, call: object) => Promise<unknown>) =>
                run(
                  {
                    async cover(_itemId: string, { width }: { width?: number }) {
                      asked.push(width);
                      return image && { contentType: 'image/jpeg', bytes: image };
                    },
                  },
                  {},
                ),
            },
        } as unknown as CoverDeps['host'],
        ...more,
      });

    it('comes from its media server, in one of three widths, each asked for once', async () => {
      const service = ofLibrary();
      for (const width of [150, 200, 201, 400, 401, 2000, undefined, 150]) await service.ofBook(ASIN, width);

      expect(asked).to.deep.equal([200, 400, 600, undefined]);
      expect((await ofLibrary().ofBook(ASIN, 150))?.contentType).to.equal('image/jpeg');
      expect(asked).to.have.length(4);
    });

    it('is asked for again when the item has changed', async () => {
      const service = ofLibrary();
      const before = await service.ofBook(ASIN, 200);
      updatedAt = '2026-01-02T00:00:00.000Z';

      expect((await service.ofBook(ASIN, 200))?.etag).to.not.equal(before?.etag);
      expect(asked).to.deep.equal([200, 200]);
    });

    it('stands in for a cover that the catalogue names and nobody can fetch', async () => {
      send = () => ({ status: 404 });
      expect(await ofLibrary(`${server.url}/a.jpg`).ofBook(ASIN, 200)).to.not.equal(undefined);
      send = () => ({ body: JPEG });
      asked.length = 0;
      expect(await ofLibrary(`${server.url}/b.jpg`).ofBook(ASIN, 200)).to.not.equal(undefined);
      expect(asked).to.deep.equal([]);
    });

    it('is none when the server has none, sends no image or too much, or does not run', async () => {
      for (const wrong of [
        null,
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        Buffer.concat([JPEG, Buffer.alloc(5 * 1024 * 1024)]),
      ]) {
        image = wrong;
        updatedAt = String(wrong?.length);
        expect(await ofLibrary().ofBook(ASIN, 200)).to.equal(undefined);
      }
      expect(await ofLibrary(undefined, { host: { provider: () => undefined, providers: () => [] } }).ofBook(ASIN, 200)).to.equal(
        undefined,
      );
    });
  });

  it('are absent for a book without one', async () => {
    expect(await covers(undefined).ofBook(ASIN)).to.equal(undefined);
  });
});
