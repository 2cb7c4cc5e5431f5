import { expect } from 'chai';
import { booksOf, closeWorlds, createRecordedWorld, createWorld, faultOf, never, recorded, walk } from './goodreads-world.spec.support.js';

describe('a public shelf', () => {
  afterEach(closeWorlds);

  it('is walked until a page has nothing new, whatever the page size', async () => {
    for (const pageSize of [1, 2, 100]) {
      const { shelf, site } = await createWorld(booksOf(5), {}, { pageSize });

      expect((await walk(shelf)).map(({ bookId }) => bookId)).to.deep.equal(['9000', '9001', '9002', '9003', '9004']);
      expect(site.requests).to.have.length(Math.ceil(5 / pageSize) + 1);
    }
  });

  it('returns every book once although pages overlap', async () => {
    const { shelf } = await createRecordedWorld([
      recorded('shelf.short-page1.xml'),
      recorded('shelf.short-page2.xml'),
      recorded('shelf.page2-empty.xml'),
    ]);

    const ids = (await walk(shelf)).map(({ bookId }) => bookId);

    expect(ids).to.have.length(6);
    expect(new Set(ids).size).to.equal(6);
  });

  it('ends if a site repeats its last page forever', async () => {
    const { shelf } = await createRecordedWorld([recorded('shelf.single-item.xml')]);

    expect(await walk(shelf)).to.have.length(1);
  });

  it('does not treat an endless shelf as complete', async () => {
    const { shelf } = await createWorld(booksOf(60), {}, { pageSize: 1 });

    expect(await faultOf(walk(shelf))).to.include({ code: 'INTEGRATION_UNSUPPORTED' });
  });

  it('throws in the middle of a walk instead of ending it', async () => {
    const { shelf, site } = await createWorld(booksOf(5), {}, { pageSize: 2 });
    site.refuse('truncated', undefined, 2);

    expect(await faultOf(walk(shelf))).to.include({ code: 'INTEGRATION_BAD_RESPONSE' });
  });

  it('continues at a cursor from another instance', async () => {
    const first = await createWorld(booksOf(4), {}, { pageSize: 2 });
    const { next } = await first.shelf.books({ signal: never });
    const second = await createWorld(booksOf(4), {}, { pageSize: 2 });

    const page = await second.shelf.books({ signal: never, cursor: next ?? '' });

    expect(page.items.map(({ bookId }) => bookId)).to.deep.equal(['9002', '9003']);
  });

  it('counts its books', async () => {
    const { shelf } = await createWorld(booksOf(5), {}, { pageSize: 2 });

    expect(await shelf.describe({ signal: never })).to.deep.equal({ name: "Rita's bookshelf: to-read", count: 5 });
  });

  it('looks like a browser and requests the shelf by its slug', async () => {
    const { shelf, site } = await createWorld(undefined, { shelf: 'To Read' });

    await shelf.books({ signal: never });

    expect(site.requests[0]?.query.get('shelf')).to.equal('to-read');
    expect(site.requests[0]?.headers['user-agent']).to.match(/^Mozilla\//);
  });

  it('waits a quarter of an hour if a limit comes without a time', async () => {
    const { shelf, site } = await createWorld();
    site.refuse('limit');

    expect(await faultOf(shelf.books({ signal: never }))).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 900_000 });
  });

  for (const [fixture, type, status, code] of [
    ['shelf.private.html', 'text/html', 200, 'INTEGRATION_FORBIDDEN'],
    ['bot-block.503.html', 'text/html', 503, 'INTEGRATION_UNAVAILABLE'],
    ['bot-block.503.html', 'text/html', 200, 'INTEGRATION_UNAVAILABLE'],
    ['shelf.truncated.xml', 'application/xml', 200, 'INTEGRATION_BAD_RESPONSE'],
  ] as const) {
    it(`${fixture} with status ${status} is ${code}`, async () => {
      const { shelf } = await createRecordedWorld([recorded(fixture)], type, status);

      expect(await faultOf(shelf.books({ signal: never }))).to.include({ code });
    });
  }
});
