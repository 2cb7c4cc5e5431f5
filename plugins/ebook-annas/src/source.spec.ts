import { startSimulator } from '@lectern/simulators';
import { faultRows } from '@lectern/plugin-kit';
import { expect } from 'chai';
import { closeWorlds, createWorld, faultOf, KEY, never, QUERY, recorded, recordedAnswer } from './annas-world.spec.support.js';

describe('search', () => {
  afterEach(closeWorlds);

  for (const layout of ['list', 'table'] as const) {
    it(`sends one search with title, author, formats and language (${layout})`, async () => {
      const { archive, source } = await createWorld({}, { layout });

      const { candidates, sources } = await source.search({ ...QUERY, title: 'Pride and Prejudice: A Novel' }, { signal: never });

      expect(candidates).to.have.length(2);
      expect(candidates[0]).to.deep.include({
        title: 'Pride and Prejudice',
        authors: ['Jane Austen'],
        format: 'epub',
        language: 'en',
        year: 2003,
      });
      expect(sources).to.deep.equal([{ id: new URL(archive.url).host, name: new URL(archive.url).host, status: 'ok' }]);
      expect(archive.requests).to.have.length(1);
      const { query } = archive.requests[0] ?? { query: new URLSearchParams() };
      expect(query.get('q')).to.equal('Pride and Prejudice Jane Austen');
      expect(query.getAll('ext')).to.deep.equal(['epub', 'azw3', 'mobi', 'pdf']);
      expect(query.getAll('lang')).to.deep.equal(['en']);
    });
  }

  it('says "empty" when the archive says so', async () => {
    const { source } = await createWorld();

    const { candidates, sources } = await source.search({ ...QUERY, title: 'A Book Nobody Wrote' }, { signal: never });

    expect(candidates).to.deep.equal([]);
    expect(sources[0]?.status).to.equal('empty');
  });

  it('tries the next address if one is dead, parked or rebuilt, and tries that one last for a while', async () => {
    const parked = await startSimulator(() => ({ body: recorded('parked-domain.html') }));
    const { archive, source, context } = await createWorld({}, { mirrors: ['http://127.0.0.1:9', parked.url] });

    expect((await source.search(QUERY, { signal: never })).candidates).to.have.length(2);
    expect((await source.search(QUERY, { signal: never })).candidates).to.have.length(2);
    expect(parked.requests).to.have.length(1);
    expect(archive.requests).to.have.length(2);
    context.advance(300_001);
    await source.search(QUERY, { signal: never });
    expect(parked.requests).to.have.length(2);
    await parked.close();
  });

  it('does not try the next address if the first one simply has nothing', async () => {
    const empty = await startSimulator(() => ({ body: recorded('search.empty.html') }));
    const { archive, source } = await createWorld({}, { mirrors: [empty.url] });

    expect((await source.search(QUERY, { signal: never })).candidates).to.deep.equal([]);
    expect(archive.requests).to.deep.equal([]);
    await empty.close();
  });

  it('names every address if none can be used', async () => {
    const { archive, source } = await createWorld({}, { mirrors: ['http://127.0.0.1:9'] });
    archive.trouble('parked');

    const { message } = await faultOf(source.search(QUERY, { signal: never }));
    expect(message).to.include('127.0.0.1:9').and.include(new URL(archive.url).host);
  });

  it('passes a challenge with the solver, and keeps its cookies with its user agent', async () => {
    const { archive, source, solver } = await createWorld({}, { withSolver: true });
    archive.trouble('challenge');

    expect((await source.search(QUERY, { signal: never })).candidates).to.have.length(2);
    expect((await source.search(QUERY, { signal: never })).candidates).to.have.length(2);
    expect(solver.loaded).to.have.length(1);
  });

  it('reports the solver’s error, and a challenge that it returns', async () => {
    const { archive, source, solver } = await createWorld({}, { withSolver: true });
    archive.trouble('challenge');
    const told = async (trouble: Parameters<typeof solver.trouble>[0]) => {
      solver.trouble(trouble);
      return (await faultOf(source.search(QUERY, { signal: never }))).message;
    };

    expect(await told('timeout')).to.include('Timeout after 60.0 seconds');
    expect(await told('banned')).to.include('has blocked this request');
    expect(await told('gives-back-challenge')).to.include('the challenge itself');
  });

  faultRows('search', {
    secrets: [KEY],
    async setUp(timeoutMs) {
      const { archive, context, source } = await createWorld({ memberKey: KEY }, { timeoutMs });
      return { target: archive, call: (signal) => source.search(QUERY, { signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});

describe('fetch', () => {
  afterEach(closeWorlds);

  it('returns the address of a slow download, with the checksum and our own file name', async () => {
    const { archive, source, book } = await createWorld();

    expect(await source.fetch(book, { signal: never })).to.deep.equal({
      kind: 'http',
      files: [{ url: `${archive.url}/files/${book.id}.epub`, name: `${book.id}.epub`, md5: book.id }],
    });
  });

  it('waits for short countdowns itself, and can be stopped meanwhile', async () => {
    const { source, book } = await createWorld({}, { countdownSeconds: 1 });
    expect((await source.fetch(book, { signal: never })).kind).to.equal('http');

    const other = await createWorld({}, { countdownSeconds: 3 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect((await faultOf(other.source.fetch(book, { signal: controller.signal }))).code).to.equal('INTEGRATION_ABORTED');
  });

  it('passes long countdowns to the host, and continues where it was', async () => {
    const { archive, source, book, context } = await createWorld({}, { countdownSeconds: 47 });

    const waiting = await source.fetch(book, { signal: never });
    expect(waiting).to.deep.equal({
      kind: 'wait',
      waitMs: 48_500,
      message: { key: 'handed_out_in', values: { seconds: 49 }, text: 'The archive hands the file out in 49 seconds.' },
    });
    const asked = archive.requests.length;
    context.advance(10_000);
    expect(await source.fetch(book, { signal: never })).to.deep.include({ kind: 'wait', waitMs: 38_500 });
    expect(archive.requests).to.have.length(asked);
    context.advance(38_500);
    archive.setCountdown(0);
    expect((await source.fetch(book, { signal: never })).kind).to.equal('http');
    expect(archive.requests.at(-1)?.path).to.equal(`/slow_download/${book.id}/0/4`);
  });

  it('skips servers that want too long a wait, and says so if all do', async () => {
    const { source, book } = await createWorld({ maxWaitSeconds: 60 }, { countdownSeconds: 90 });

    expect(await faultOf(source.fetch(book, { signal: never }))).to.include({ code: 'INTEGRATION_UNAVAILABLE', field: 'maxWaitSeconds' });
  });

  it('tries a server that restarts its countdown at most three times', async () => {
    const { archive, source, book, context } = await createWorld({}, { countdownSeconds: 47 });
    const paths = () =>
      archive.requests.filter((request) => request.path.startsWith('/slow_download/')).map((request) => request.path.at(-1));

    for (let round = 0; round < 7; round += 1) {
      await source.fetch(book, { signal: never }).catch(() => undefined);
      context.advance(60_000);
      archive.setCountdown(47);
    }
    expect(paths().slice(0, 8)).to.deep.equal(['4', '4', '4', '4', '0', '0', '0', '0']);
  });

  it('distinguishes files for members only, a limit, and missing files', async () => {
    const { archive, source, book } = await createWorld();
    archive.trouble('members-only');
    expect((await faultOf(source.fetch(book, { signal: never }))).code).to.equal('INTEGRATION_UNSUPPORTED');
    archive.heal();
    archive.trouble('download-limit');
    expect(await faultOf(source.fetch(book, { signal: never }))).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 3_600_000 });
    archive.heal();
    expect((await faultOf(source.fetch({ ...book, id: '0'.repeat(32) }, { signal: never }))).code).to.equal('INTEGRATION_NOT_FOUND');
    expect((await faultOf(source.fetch({ ...book, id: '../etc' }, { signal: never }))).code).to.equal('INTEGRATION_NOT_FOUND');
  });

  it('prefers the member API, and uses slow downloads if its quota is used up or the key is refused', async () => {
    const { archive, source, book, context } = await createWorld({ memberKey: KEY });
    expect((await source.fetch(book, { signal: never })).kind).to.equal('http');
    expect(archive.requests.map((request) => request.path)).to.deep.equal(['/dyn/api/fast_download.json']);

    archive.setDownloadsLeft(0);
    expect((await source.fetch(book, { signal: never })).kind).to.equal('http');
    expect(archive.requests.at(-1)?.path).to.match(/^\/slow_download\//);
    expect(JSON.stringify(context.logs)).to.include('used up for today').and.not.include(KEY);
    const refused = await createWorld({ memberKey: 'another-key' });
    expect((await refused.source.fetch(book, { signal: never })).kind).to.equal('http');
  });

  for (const [name, code] of [
    ['fast_download.invalid-key.json', 'INTEGRATION_UNAUTHORIZED'],
    ['fast_download.not-member.json', 'INTEGRATION_FORBIDDEN'],
    ['fast_download.quota.json', 'INTEGRATION_RATE_LIMITED'],
    ['fast_download.not-found.json', 'INTEGRATION_NOT_FOUND'],
    ['fast_download.server.json', 'INTEGRATION_UNAVAILABLE'],
    ['fast_download.bad-index.json', 'INTEGRATION_UNSUPPORTED'],
  ] as const) {
    it(`${name} → ${code} if slow downloads are off`, async () => {
      const site = await startSimulator(() => recordedAnswer(name));
      const { source, book } = await createWorld({ memberKey: KEY, useSlowDownloads: false, baseUrls: [site.url] });

      const fault = await faultOf(source.fetch(book, { signal: never }));

      expect(fault.code).to.equal(code);
      expect(fault.message).to.not.include(KEY);
      await site.close();
    });
  }

  it('blames the address, not the key, for a bare status from the member API', async () => {
    const site = await startSimulator(() => ({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }));
    const { source, book } = await createWorld({ memberKey: KEY, useSlowDownloads: false, baseUrls: [site.url] });
    const shut = await startSimulator(() => ({ status: 403, body: 'no' }));
    const other = await createWorld({ memberKey: KEY, baseUrls: [shut.url] });

    expect(await faultOf(source.fetch(book, { signal: never }))).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 7000 });
    expect(await faultOf(other.source.fetch(book, { signal: never }))).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'baseUrls' });
    await Promise.all([site.close(), shut.close()]);
  });

  it('judges the member API by its body, and passes a challenge without giving the solver the key', async () => {
    const { status: _status, ...ok } = recordedAnswer('fast_download.ok.json');
    const site = await startSimulator(() => ({ ...ok, status: 207 }));
    const odd = await createWorld({ memberKey: KEY, baseUrls: [site.url] });
    expect((await odd.source.fetch(odd.book, { signal: never })).kind).to.equal('http');
    await site.close();

    const { archive, solver, source, book } = await createWorld({ memberKey: KEY }, { withSolver: true });
    archive.trouble('challenge');
    const fetched = await source.fetch(book, { signal: never });
    expect(fetched).to.have.nested.property('files[0].headers.cookie');
    expect(solver.loaded).to.deep.equal([`${archive.url}/`]);
    expect(JSON.stringify(solver.requests.map((request) => request.body.toString()))).to.not.include(KEY);
  });

  faultRows('fetch', {
    secrets: [KEY],
    except: { '404': ['INTEGRATION_NOT_FOUND'] },
    async setUp(timeoutMs) {
      const { archive, context, source, book } = await createWorld({}, { timeoutMs });
      return { target: archive, call: (signal) => source.fetch(book, { signal }), logs: context.logs, tearDown: closeWorlds };
    },
  });
});
