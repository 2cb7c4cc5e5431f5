import { expect } from 'chai';
import { startHardcoverSimulator, type HardcoverSimulator } from './hardcover-simulator.js';

const BOOK = { id: 1, title: 'Emma', authors: ['Jane Austen'], asin: 'B0DEMO0001' };

describe('hardcover simulator', () => {
  let hardcover: HardcoverSimulator;

  async function ask(query: string, variables: object = {}, token = 'hers'): Promise<{ status: number; headers: Headers; body: unknown }> {
    const response = await fetch(`${hardcover.url}/v1/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  beforeEach(async () => {
    hardcover = await startHardcoverSimulator({
      users: [
        {
          id: 1,
          username: 'rita',
          token: 'hers',
          statuses: { 1: [BOOK] },
          lists: [{ id: 7, name: 'To get', isPrivate: true, books: [BOOK] }],
        },
        { id: 2, username: 'otto', token: 'his', statuses: {}, lists: [] },
      ],
    });
  });
  afterEach(() => hardcover.close());

  it('knows the owner of its token, and refuses others', async () => {
    expect((await ask('query { me { id username } }')).body).to.deep.equal({ data: { me: [{ id: 1, username: 'rita' }] } });
    expect((await ask('query { me { id } }', {}, 'stolen')).status).to.equal(401);
    hardcover.revoke('hers');
    expect((await ask('query { me { id } }')).status).to.equal(401);
  });

  it('answers several root fields, and hides other people’s private lists', async () => {
    const query =
      'query($id:Int!,$l:Int!,$o:Int!) { lists_by_pk(id:$id) { name } list_books(where:{list_id:{_eq:$id}}, limit:$l, offset:$o) { id book { id } } }';
    const variables = { id: 7, l: 10, o: 0 };

    const mine = (await ask(query, variables)).body as { data: { lists_by_pk: object; list_books: object[] } };
    const others = (await ask(query, variables, 'his')).body;

    expect(mine.data.lists_by_pk).to.include({ name: 'To get' });
    expect(mine.data.list_books).to.have.length(1);
    expect(others).to.deep.equal({ data: { lists_by_pk: null, list_books: [] } });
  });

  it('reports an unknown field in its answer', async () => {
    const { status, body } = await ask('query { shelves { id } }');

    expect(status).to.equal(200);
    expect(body).to.have.nested.property('errors[0].extensions.code', 'validation-failed');
  });

  it('counts requests down and refuses by limit', async () => {
    hardcover.limitTo(1, 9);

    expect((await ask('query { me { id } }')).headers.get('ratelimit')).to.contain('"Free";r=0;t=9');
    const refused = await ask('query { me { id } }');

    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '9']);
  });
});
