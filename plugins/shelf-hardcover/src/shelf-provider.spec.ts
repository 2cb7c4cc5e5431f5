import type { HttpResponse, PluginHttp } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createHardcoverClient } from './client.js';
import { faultIn } from './faults.js';
import { booksOf, closeWorlds, createRecordedWorld, createWorld, faultOf, never, TOKEN, walk } from './hardcover-world.spec.support.js';
import { createRateLimit } from './rate-limit.js';

describe('a shelf', () => {
  afterEach(closeWorlds);

  it('reads recorded books of a status', async () => {
    const { shelf } = await createRecordedWorld(['me', 'user_books.want-to-read.page1']);

    const { items, next } = await shelf.books({ signal: never });

    expect(next).to.equal(undefined);
    expect(items[0]).to.deep.equal({
      bookId: '427578',
      title: 'Project Hail Mary',
      authors: ['Andy Weir'],
      asin: 'B08G9PRS1K',
      isbn: '9780593396902',
      coverUrl: 'https://assets.hardcover.app/edition/1/example.jpg',
      addedAt: '2026-03-01T00:00:00.000Z',
    });
    // the audio edition of the book, a translator, an empty image, a merged duplicate
    expect(items.map(({ bookId, asin, authors }) => [bookId, asin, authors[0]])).to.deep.equal([
      ['427578', 'B08G9PRS1K', 'Andy Weir'],
      ['328491', 'B002V1O7WE', 'Brandon Sanderson'],
      ['379631', undefined, 'Homer'],
      ['555001', undefined, 'Jane Example'],
    ]);
    expect(items[2]).to.have.property('authors').with.length(1);
    expect(items[2]).to.not.have.property('coverUrl');
  });

  it('reads a recorded list', async () => {
    const { shelf } = await createRecordedWorld(['list_books.page1'], { shelf: 'list:7001' });

    expect((await walk(shelf)).map(({ bookId, asin }) => [bookId, asin])).to.deep.equal([
      ['328491', 'B002V1O7WE'],
      ['427578', 'B08G9PRS1K'],
    ]);
    expect(await shelf.describe({ signal: never })).to.deep.equal({ name: 'Audiobooks to get', count: 2 });
  });

  it('is empty when nothing is on it', async () => {
    const { shelf } = await createRecordedWorld(['me', 'user_books.empty']);

    expect(await walk(shelf)).to.deep.equal([]);
  });

  it('walks pages of a hundred, statuses and lists alike, each book once', async () => {
    for (const setting of ['status:1', 'list:7001']) {
      const { shelf, site } = await createWorld(booksOf(250), { shelf: setting });

      const ids = (await walk(shelf)).map(({ bookId }) => bookId);

      expect(ids).to.have.length(250);
      expect(new Set(ids).size).to.equal(250);
      expect(site.requests).to.have.length(4);
    }
  });

  it('never ends a walk at a page that failed', async () => {
    const { shelf, site } = await createWorld(booksOf(150));
    const { next } = await shelf.books({ signal: never });
    site.refuse('timeout');

    expect(await faultOf(shelf.books({ signal: never, cursor: next ?? '' }))).to.include({ code: 'INTEGRATION_UNAVAILABLE' });
  });

  it('does not take the id of a Kindle edition for an audiobook', async () => {
    const { shelf } = await createWorld([{ id: 1, title: 'Emma', authors: ['Jane Austen'], asin: 'tooshort' }]);

    expect((await walk(shelf))[0]).to.not.have.property('asin');
  });

  it('counts at most a thousand books before a shelf is added', async () => {
    const { shelf } = await createWorld(booksOf(1200));

    expect(await shelf.describe({ signal: never })).to.deep.equal({ name: 'Want to read', count: 1000 });
  });

  it('sends nothing while the limit is used up, and continues when it is restored', async () => {
    const { shelf, site, context } = await createWorld();
    site.limitTo(2, 17);
    await shelf.books({ signal: never });
    const asked = site.requests.length;

    expect(await faultOf(shelf.books({ signal: never }))).to.include({ code: 'INTEGRATION_RATE_LIMITED', retryAfterMs: 17_000 });
    expect(site.requests).to.have.length(asked);
    context.advance(17_001);
    site.limitTo(undefined);
    expect((await shelf.books({ signal: never })).items).to.have.length(3);
  });

  for (const [fixture, code, field, retryAfterMs] of [
    ['me.scope-missing', 'INTEGRATION_MISCONFIGURED', 'token', undefined],
    ['error.200-graphql', 'INTEGRATION_BAD_RESPONSE', undefined, undefined],
    ['error.400-invalid-query', 'INTEGRATION_BAD_RESPONSE', undefined, undefined],
    ['error.400-malformed', 'INTEGRATION_BAD_RESPONSE', undefined, undefined],
    ['error.401-invalid-token', 'INTEGRATION_UNAUTHORIZED', 'token', undefined],
    ['error.401-legacy', 'INTEGRATION_UNAUTHORIZED', 'token', undefined],
    ['error.403-insufficient-scope', 'INTEGRATION_FORBIDDEN', 'token', undefined],
    ['error.403-top-level-limit', 'INTEGRATION_FORBIDDEN', undefined, undefined],
    ['error.403-unsupported-operation', 'INTEGRATION_FORBIDDEN', undefined, undefined],
    ['error.408-timeout', 'INTEGRATION_UNAVAILABLE', undefined, undefined],
    ['error.429', 'INTEGRATION_RATE_LIMITED', undefined, 17_000],
    ['error.500', 'INTEGRATION_UNAVAILABLE', undefined, undefined],
    ['error.503-html', 'INTEGRATION_UNAVAILABLE', undefined, undefined],
  ] as const) {
    it(`${fixture} is ${code}`, async () => {
      const { shelf } = await createRecordedWorld([fixture]);

      expect(await faultOf(shelf.books({ signal: never }))).to.include({ code, field, retryAfterMs });
    });
  }

  for (const [field, shelf] of [
    ['user_books', 'status:1'],
    ['list_books', 'list:7001'],
    ['lists_by_pk', 'list:7001'],
  ] as const) {
    it(`blames the age of the plugin, not the token, where Hardcover renamed ${field}`, async () => {
      const { site, shelf: provider } = await createWorld(booksOf(3), { shelf });
      site.removeField(field);

      const ask = field === 'lists_by_pk' ? provider.describe({ signal: never }) : provider.books({ signal: never });

      expect(await faultOf(ask)).to.include({
        code: 'INTEGRATION_BAD_RESPONSE',
        field: undefined,
        message: `Hardcover no longer has what this plugin asks for (${field}). Update the plugin.`,
      });
    });
  }

  it('asks for another token where all fields of a scope are hidden', async () => {
    const { site, shelf } = await createWorld();
    for (const field of ['user_books', 'lists']) site.removeField(field);

    expect(await faultOf(shelf.books({ signal: never }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'token' });
  });

  for (const [fixture, code, field, retryAfterMs] of [
    ['error.429', 'INTEGRATION_RATE_LIMITED', undefined, 17_000],
    ['error.401-invalid-token', 'INTEGRATION_UNAUTHORIZED', 'token', undefined],
    ['error.401-legacy', 'INTEGRATION_UNAUTHORIZED', 'token', undefined],
    ['error.403-insufficient-scope', 'INTEGRATION_FORBIDDEN', 'token', undefined],
    ['error.403-unsupported-operation', 'INTEGRATION_FORBIDDEN', undefined, undefined],
    ['error.408-timeout', 'INTEGRATION_UNAVAILABLE', undefined, undefined],
    ['error.500', 'INTEGRATION_UNAVAILABLE', undefined, undefined],
  ] as const) {
    it(`calls nothing renamed where ${fixture} answers whether it is, and says ${code}`, async () => {
      const { shelf } = await createRecordedWorld(['me', 'user_books.scope-missing', fixture]);

      expect(await faultOf(shelf.books({ signal: never }))).to.include({ code, field, retryAfterMs });
    });
  }

  for (const [code, expected] of [
    ['unexpected', 'INTEGRATION_UNAVAILABLE'],
    [undefined, 'INTEGRATION_UNAVAILABLE'],
    ['validation-failed', 'INTEGRATION_BAD_RESPONSE'],
    ['access-denied', 'INTEGRATION_UNAUTHORIZED'],
  ] as const) {
    it(`takes an error in the answer with the code ${code ?? 'none'} for ${expected}`, () => {
      const body = { errors: [{ message: 'Internal error', ...(code === undefined ? {} : { extensions: { code } }) }] };
      const response = { status: 200, headers: {}, json: () => body } as unknown as HttpResponse;

      expect(faultIn(response)).to.include({ code: expected });
    });
  }

  it('knows its owner from a list with one entry and from an object', async () => {
    for (const me of [[{ id: 4242, username: 'rita' }], { id: 4242, username: 'rita' }]) {
      const response = { status: 200, headers: {}, json: () => ({ data: { me } }) };
      const http = { request: async () => response } as unknown as PluginHttp;
      const client = createHardcoverClient(
        http,
        TOKEN,
        createRateLimit(() => 0),
      );

      expect(await client.me(never)).to.deep.equal({ id: 4242, username: 'rita' });
    }
  });

  it('names the scope or the field that a token lacks', async () => {
    const scope = await createRecordedWorld(['error.403-insufficient-scope']);
    const field = await createRecordedWorld(['me.scope-missing']);

    expect((await faultOf(scope.shelf.books({ signal: never }))).message).to.contain('read:library');
    expect((await faultOf(field.shelf.books({ signal: never }))).message).to.contain('(me)');
  });
});
