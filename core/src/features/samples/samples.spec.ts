import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { startLocalServer, type LocalServer } from '../../platform/http-client/__fixtures__/local-server.js';
import { sampleBook } from '../catalog/catalog-world.spec.support.js';
import { sniffAudio } from './audio-type.js';
import { createSampleService, type SampleDeps } from './sample-service.js';

const ASIN = sampleBook(1).asin;
const MP3 = Buffer.concat([Buffer.from('ID3\x04'), Buffer.alloc(2000, 7)]);

describe('samples', () => {
  let server: LocalServer;
  let clock: Date;
  let send: () => { status?: number; headers?: Record<string, string>; body?: Buffer | string };

  beforeEach(async () => {
    clock = new Date('2026-03-01T10:00:00.000Z');
    send = () => ({ headers: { 'content-type': 'audio/mpeg' }, body: MP3 });
    server = await startLocalServer((_seen, res) => {
      const { status = 200, headers = {}, body = '' } = send();
      res.writeHead(status, headers).end(body);
    });
  });
  afterEach(() => server.close());

  function samples(sampleUrl: string | undefined, more: Partial<SampleDeps> = {}) {
    return createSampleService({
      catalog: { cached: async () => new Map([[ASIN, sampleBook(1, { sampleUrl })]]) },
      userAgent: 'test',
      allowPrivateHosts: [`127.0.0.1:${server.port}`],
      allowedHosts: () => [],
      log: { debug: () => undefined },
      now: () => clock,
      ...more,
    });
  }

  it('are fetched once for all parts that players ask for', async () => {
    const service = samples(`${server.url}/a.mp3`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.ofBook(ASIN)));

    expect(answers.every((sample) => sample?.bytes.equals(MP3) && sample.contentType === 'audio/mpeg')).to.equal(true);
    expect(await service.ofBook(ASIN)).to.equal(answers[0]);
    expect(server.seen).to.have.length(1);
  });

  it('are not looked for where the catalogue names none', async () => {
    expect(await samples(undefined).ofBook(ASIN)).to.equal(undefined);
    expect(server.seen).to.have.length(0);
  });

  it('are none for the moment where many wait for a catalogue that hangs', async () => {
    const silent = await startLocalServer(() => undefined);
    const service = samples('', {
      allowPrivateHosts: [`127.0.0.1:${silent.port}`],
      catalog: { cached: async ([asin = '']) => new Map([[asin, sampleBook(1, { sampleUrl: `${silent.url}/${asin}` })]]) },
    });
    let answered = 0;
    for (let n = 0; n < 100; n += 1) void service.ofBook(`B${n}`).then(() => (answered += 1));

    await until(async () => answered > 0 && silent.seen.length > 0);
    expect([answered, silent.seen.length]).to.deep.equal([77, 3]);
    await silent.close();
  });

  for (const [what, answer] of [
    ['a page', { headers: { 'content-type': 'audio/mpeg' }, body: '<html><script>alert(1)</script></html>' }],
    ['a refusal', { status: 403 }],
    ['more than a sample has', { headers: { 'content-type': 'audio/mpeg' }, body: Buffer.concat([MP3, Buffer.alloc(13 * 1024 * 1024)]) }],
  ] as const) {
    it(`are none while the catalogue sends ${what}, and are asked for again later`, async () => {
      send = () => answer;
      const service = samples(`${server.url}/a.mp3`);
      expect(await service.ofBook(ASIN)).to.equal(undefined);
      expect(await service.ofBook(ASIN)).to.equal(undefined);
      expect(server.seen).to.have.length(1);

      send = () => ({ body: MP3 });
      clock = new Date(clock.getTime() + 3 * 60_000);
      expect((await service.ofBook(ASIN))?.bytes.length).to.equal(MP3.length);
    });
  }

  it('are not fetched from private addresses that no admin entered', async () => {
    expect(await samples(`${server.url}/a.mp3`, { allowPrivateHosts: [] }).ofBook(ASIN)).to.equal(undefined);
    expect(server.seen).to.have.length(0);
    const catalogue = samples(`${server.url}/a.mp3`, { allowPrivateHosts: [], allowedHosts: () => [server.url] });
    expect((await catalogue.ofBook(ASIN))?.contentType).to.equal('audio/mpeg');
  });

  it('are known by their bytes', () => {
    const filled = (...start: readonly (string | number[])[]) =>
      Buffer.concat([...start.map((part) => Buffer.from(part as string, 'latin1')), Buffer.alloc(20)]);
    expect(sniffAudio(filled([0xff, 0xfb, 0x90, 0x64]))).to.equal('audio/mpeg');
    expect(sniffAudio(filled([0xff, 0xf1, 0x50, 0x80]))).to.equal('audio/aac');
    expect(sniffAudio(filled('\0\0\0\x20', 'ftypM4A '))).to.equal('audio/mp4');
    expect(sniffAudio(filled('OggS'))).to.equal('audio/ogg');
    expect(sniffAudio(filled('RIFF', '\0\0\0\0', 'WAVE'))).to.equal('audio/wav');
    expect(sniffAudio(filled('<svg xmlns="http://www.w3.org/2000/svg">'))).to.equal(undefined);
    expect(sniffAudio(Buffer.from('ID3'))).to.equal(undefined);
  });
});
