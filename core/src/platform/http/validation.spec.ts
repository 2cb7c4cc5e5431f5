import { expect } from 'chai';
import Type from 'typebox';
import { createTestDatabase, type TestDatabase } from '../db/test-databases.js';
import { startTestHttp, type TestHttp } from '../../features/auth/test-http.js';
import { defineRoute, json } from './route.js';

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly moreErrors?: number;
}

const LIST = Type.Array(Type.Integer(), { maxItems: 30 });

const echo = defineRoute({
  method: 'POST',
  path: '/api/echo',
  summary: 'Echo',
  tag: 'spec',
  access: { rule: 'public' },
  scopes: 'none',
  query: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
    ratio: Type.Optional(Type.Number()),
    ids: Type.Optional(Type.Array(Type.Number(), { maxItems: 5 })),
  }),
  body: Type.Object(
    {
      list: Type.Optional(LIST),
      lists: Type.Optional(Type.Array(LIST, { maxItems: 3 })),
      name: Type.Optional(Type.String({ maxLength: 10, pattern: '^a*$' })),
      count: Type.Optional(Type.Number()),
      any: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 30 })),
      withDefault: Type.Object({ on: Type.Boolean({ default: true }) }, { default: {}, additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Object({ query: Type.Unknown(), body: Type.Unknown() }) },
  handler: ({ query, body }) => json({ query, body }),
});

const plain = defineRoute({
  method: 'GET',
  path: '/api/plain',
  summary: 'Plain',
  tag: 'spec',
  access: { rule: 'public' },
  scopes: 'none',
  responses: { 200: Type.Object({}) },
  handler: () => json({}),
});

describe('validation of requests', () => {
  let test: TestDatabase;
  let http: TestHttp;

  before(async () => {
    test = await createTestDatabase('sqlite');
    http = await startTestHttp({ database: test.database, routes: [echo, plain] });
  });
  after(async () => {
    await http.stop();
    await test.dispose();
  });

  async function send(query: string, body: string): Promise<{ status: number; bytes: number; body: Refusal }> {
    const answer = await fetch(`${http.url}/api/echo${query}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const text = await answer.text();
    return { status: answer.status, bytes: text.length, body: JSON.parse(text) as Refusal };
  }

  for (const query of ['page=1e309', 'page=Infinity', 'page=-1e309', 'page=NaN', 'ratio=1e309', 'ratio=-Infinity', 'ids=1&ids=1e309']) {
    it(`refuses ${query}, which is no number that anything can count with`, async () => {
      const { status, body } = await send(`?${query}`, '{}');

      expect([status, body.code]).to.deep.equal([400, 'invalid_request']);
      expect(body.errors[0]?.path).to.match(/^\/(page|ratio|ids)/);
    });
  }

  for (const body of ['{"count":1e309}', '{"list":[-1e309]}', '{"any":{"deep":{"er":[1e309]}}}']) {
    it(`refuses the body ${body}`, async () => {
      const answer = await send('', body);

      expect([answer.status, answer.body.code]).to.deep.equal([400, 'invalid_request']);
    });
  }

  it('refuses parameters of a query where a route has none', async () => {
    const answers = await Promise.all(['', '?surprise=1'].map((query) => fetch(`${http.url}/api/plain${query}`)));

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 400]);
    expect(await answers[1]?.json()).to.deep.include({ code: 'invalid_request' });
  });

  it('fills in defaults, also in parts of a body', async () => {
    const { status, body } = await send('?page=2', '{"name":"aaa","list":[1,2]}');

    expect([status, body]).to.deep.equal([200, { query: { page: 2 }, body: { name: 'aaa', list: [1, 2], withDefault: { on: true } } }]);
  });

  for (const [body, path] of [
    [{ any: { deep: { er: ['a\u0000b'] } } }, '/any/deep/er/0'],
    [{ any: { 'a\u0000b': 1 } }, '/any'],
  ] as const) {
    it(`refuses ${JSON.stringify(body)}, which PostgreSQL could not store`, async () => {
      const answer = await send('', JSON.stringify(body));

      expect([answer.status, answer.body.code]).to.deep.equal([400, 'invalid_request']);
      expect(answer.body.errors).to.deep.equal([{ path, message: 'must not contain a NUL character' }]);
    });
  }

  it('lists twenty errors, and the number of the others', async () => {
    const { body } = await send('', JSON.stringify({ list: Array(30).fill('x') }));

    expect(body.errors).to.have.length(20);
    expect(body.errors[19]).to.deep.equal({ path: '/list/19', message: 'must be integer' });
    expect(body.moreErrors).to.equal(10);
  });

  const tooMuch: Readonly<Record<string, { body: object; errors: Refusal['errors'] }>> = {
    items: { body: { list: Array(50_000).fill('x') }, errors: [{ path: '/list', message: 'must NOT have more than 30 items' }] },
    'items of items': {
      body: { lists: [Array(50_000).fill('x')] },
      errors: [{ path: '/lists/0', message: 'must NOT have more than 30 items' }],
    },
    'members of an open object': {
      body: { any: Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`m${n}`, n])) },
      errors: [{ path: '/any', message: 'must NOT have more than 30 properties' }],
    },
    'unknown members': {
      body: { withDefault: Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`m${n}`, n])) },
      errors: [{ path: '/withDefault', message: 'must NOT have more than 21 properties' }],
    },
    characters: { body: { name: 'b'.repeat(200_000) }, errors: [{ path: '/name', message: 'must NOT have more than 10 characters' }] },
  };

  for (const [what, { body, errors }] of Object.entries(tooMuch)) {
    it(`counts ${what} before it looks at them, and names the place once`, async () => {
      const answer = await send('', JSON.stringify(body));

      expect([answer.status, answer.body.errors]).to.deep.equal([400, errors]);
    });
  }

  it('never echoes a long name in full', async () => {
    const answer = await send('', JSON.stringify({ ['n'.repeat(100_000)]: 1, any: { ['x'.repeat(100_000)]: 1 } }));

    expect(answer.status).to.equal(400);
    expect(answer.bytes).to.be.below(3000);
  });
});
