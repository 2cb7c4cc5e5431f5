import { get, type IncomingMessage } from 'node:http';
import { createAudibleSimulator, startSimulator, type Simulator } from '@lectern/simulators';
import { until } from '@lectern/testbed';
import { expect } from 'chai';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { json, send, type WalkAnswer } from './route-walk.spec.support.js';

const HOSTILE_TITLE = 'A\r\nSet-Cookie: planted=1\r\n\r\n<script>alert(1)</script> “Ж漢”';

describe('hostile remote services', () => {
  let server: BareServer;
  let catalog: Simulator;
  let trap: Simulator;
  let headers: Record<string, string>;
  let books = 0;

  before(async () => {
    trap = await startSimulator(() => ({ body: { version: '1', appName: 'Prowlarr' } }));
    const { handle } = createAudibleSimulator({
      books: [
        {
          asin: 'B0HOSTILE1',
          title: HOSTILE_TITLE,
          authors: [{ name: HOSTILE_TITLE }],
          narrators: [HOSTILE_TITLE],
          categories: [],
          description: HOSTILE_TITLE,
        },
      ],
    });
    catalog = await startSimulator((request) => {
      if (request.path === '/to-trap') return { status: 302, headers: { location: `${trap.url}/stolen.png` } };
      if (request.path === '/to-file') return { status: 302, headers: { location: 'file:///etc/passwd' } };
      if (request.path === '/to-cloud') return { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } };
      if (request.path === '/page.png') return { headers: { 'content-type': 'image/png' }, body: '<html><script>alert(1)</script></html>' };
      if (request.path === '/drawing.svg')
        return { headers: { 'content-type': 'image/svg+xml' }, body: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' };
      if (request.path === '/endless') return { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(6 * 1024 * 1024, 1) };
      return handle(request);
    });
    server = await startBareServer();
    headers = bearer(await server.session(await server.createUser('root', 'admin')));
    const settings = { apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await server.app.services.integrations.create({ pluginId: 'catalog-audible', name: 'Catalogue', settings }, { name: 'spec' });
    await server.app.ready;
  });
  after(async () => {
    await server.stop();
    await catalog.close();
    await trap.close();
  });

  async function coverAt(coverUrl: string): Promise<WalkAnswer> {
    books += 1;
    const asin = `C${String(books).padStart(9, '0')}`;
    await server.app.services.database.transaction((tx) =>
      tx.insert('audiobooks', {
        asin,
        region: 'us',
        title: 'A Cover',
        authors: '[]',
        narrators: '[]',
        seriesList: '[]',
        genres: '[]',
        coverUrl,
        fetchedAt: new Date().toISOString(),
      }),
    );
    return send(`${server.url}/api/covers/${asin}`, { headers, timeoutMs: 20_000 });
  }

  it('cannot make the server fetch a cover from anywhere but the internet and themselves', async () => {
    for (const url of [
      'file:///etc/passwd',
      'ftp://127.0.0.1/x.png',
      'data:image/png;base64,iVBORw0KGgo=',
      'http://169.254.169.254/latest/meta-data/',
      'http://[::ffff:169.254.169.254]/',
      'http://[fd00:ec2::254]/',
      `${trap.url}/x.png`,
      `http://localhost:${trap.port}/x.png`,
      `http://[::ffff:127.0.0.1]:${trap.port}/x.png`,
      `http://2130706433:${trap.port}/x.png`,
      `http://0x7f.1:${trap.port}/x.png`,
      `http://0.0.0.0:${trap.port}/x.png`,
      `http://user:pass@127.0.0.1:${trap.port}/x.png`,
      `${server.url}/api/health`,
      `${catalog.url}/to-trap`,
      `${catalog.url}/to-file`,
      `${catalog.url}/to-cloud`,
      `${catalog.url}/page.png`,
      `${catalog.url}/drawing.svg`,
      `${catalog.url}/endless`,
      'not an address',
      '//127.0.0.1/x.png',
    ]) {
      const answer = await coverAt(url);
      expect([answer.status, answer.code], url).to.deep.equal([404, 'no_cover']);
    }
    expect(trap.requests).to.have.length(0);
    expect(server.log()).to.not.contain('"request failed"');
  });

  it('deliver covers that are nothing but pictures, and are kept by the browser', async () => {
    const answer = await coverAt(`${catalog.url}/covers/B0DEMO0001.png`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('image/png');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'; sandbox");
    const etag = answer.headers.get('etag') ?? '';

    const url = `${server.url}/api/covers/C${String(books).padStart(9, '0')}`;
    const again = await new Promise<IncomingMessage>((resolve) => get(url, { headers: { ...headers, 'if-none-match': etag } }, resolve));
    again.resume();
    expect(again.statusCode).to.equal(304);
    const nobody = await new Promise<IncomingMessage>((resolve) => get(url, { headers: { 'if-none-match': etag } }, resolve));
    nobody.resume();
    expect(nobody.statusCode).to.equal(401);
  });

  it('cannot be named with addresses that lead astray, and the answer says so', async () => {
    const check = async (baseUrl: string): Promise<{ ok: boolean; error?: { code: string; message: string } }> => {
      const body = { pluginId: 'indexer-prowlarr', settings: { baseUrl, apiKey: 'planted-draft-key' } };
      const answer = await send(`${server.url}/api/admin/integrations/check`, { ...json('POST', body, headers), timeoutMs: 20_000 });
      expect(answer.status, baseUrl).to.equal(200);
      expect(answer.text).to.not.contain('planted-draft-key');
      return JSON.parse(answer.text) as { ok: boolean };
    };
    for (const baseUrl of [
      'file:///etc/passwd',
      'gopher://127.0.0.1:70/',
      'javascript:alert(1)',
      'http://169.254.169.254/latest/meta-data',
      'http://[fe80::1]/',
      `${catalog.url}/to-trap`,
      'http://',
      'http://exa mple/',
    ]) {
      const { ok, error } = await check(baseUrl);
      expect(ok, baseUrl).to.equal(false);
      expect(error?.message, baseUrl).to.have.length.above(10);
      expect(error?.code, baseUrl).to.match(/^INTEGRATION_(MISCONFIGURED|BAD_RESPONSE|NOT_FOUND)$/);
    }
    expect((await check('http://169.254.169.254/')).error?.message).to.contain('metadata address');
    expect(trap.requests.filter((request) => JSON.stringify(request.headers).includes('planted-draft-key'))).to.deep.equal([]);
  });

  it('cannot slip headers or markup in with a title', async () => {
    const answer = await send(`${server.url}/api/audiobooks/B0HOSTILE1`, { headers });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.match(/^application\/json/);
    expect(answer.headers.getSetCookie()).to.deep.equal([]);
    const { book } = JSON.parse(answer.text) as { book: { title: string; description?: string } };
    // text stays text: pages escape it, and it has no line breaks to end a header with
    expect(book.title).to.not.match(/[\r\n]/);
    expect(book.title).to.contain('Ж漢');
    expect(book.description ?? '').to.not.contain('<script');
  });

  it('do not turn a check that was given up into a fault', async () => {
    catalog.fail({ kind: 'hang', path: /^\/given-up/ });
    const before = catalog.requests.length;
    const abort = new AbortController();
    const draft = { pluginId: 'indexer-prowlarr', settings: { baseUrl: `${catalog.url}/given-up`, apiKey: 'planted-draft-key' } };
    const checks = () => server.log().split('"path":"/api/admin/integrations/check"').length;
    const told = checks();
    const check = fetch(`${server.url}/api/admin/integrations/check`, { ...json('POST', draft, headers), signal: abort.signal }).catch(
      () => undefined,
    );
    await until(() => catalog.requests.length > before, { what: 'the check' });
    abort.abort();
    await check;
    await until(() => checks() > told, { what: 'the end of the check' });
    catalog.heal();
    expect(server.log()).to.not.contain('"request failed"');
  });
});
