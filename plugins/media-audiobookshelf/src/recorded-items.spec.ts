import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { expect } from 'chai';
import { LIBRARY, call, faultOf, jsonOf, playRecorded, recorded, recordedBody } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';

describe('Audiobookshelf plugin on recorded answers: items', () => {
  const remote = playRecorded();

  const page = (results: object[], total = results.length) => ({ body: { results, total, limit: 200, page: 0 } });
  const listPath = `GET /api/libraries/${LIBRARY}/items`;
  const listing =
    (results: object[]) =>
    ({ query }: SimulatorRequest): SimulatorResponse =>
      query.get('filter') === 'issues' ? recorded('items.filter-issues') : page(results);

  it('sends parameters that the server understands, and requests details only if the list is ambiguous', async () => {
    // the second has two narrators, joined by a comma
    const [clear, joined] = recordedBody('items.page0').results as Record<string, unknown>[];
    const { media } = await remote.start({
      [listPath]: listing([clear ?? {}, joined ?? {}]),
      'POST /api/items/batch/get': { body: { libraryItems: [] } },
    });

    const { items, next, total } = await media.items(LIBRARY, call);

    expect(items.map(({ title, asin }) => [title, asin])).to.deep.equal([
      ['The Paper Lighthouse', 'B0TEST0001'],
      ['The Salt Compass', 'B0TEST0002'],
    ]);
    expect({ next, total }).to.deep.equal({ next: undefined, total: 2 });
    expect(Object.fromEntries(remote.requests[0]?.query ?? [])).to.deep.equal({ limit: '200', page: '0', sort: 'addedAt' });
    expect(jsonOf(remote.last())).to.deep.equal({ libraryItemIds: [joined?.id] });
  });

  it('leaves out missing and invalid items, and fetches the files of items without an ASIN', async () => {
    const expanded = recordedBody('item.multi-file');
    const missing = recordedBody('item.missing');
    const script: Script = {
      [listPath]: listing([{ ...expanded, libraryFiles: undefined }, missing, { ...expanded, id: 'invalid', isInvalid: true }]),
      'POST /api/items/batch/get': { body: { libraryItems: [expanded] } },
    };
    const { media, context } = await remote.start(script);

    const { items } = await media.items(LIBRARY, call);

    expect(items.map(({ title }) => title)).to.deep.equal(['Quiet Engines']);
    expect(items[0]?.files?.map(({ size }) => size)).to.include(16557);
    expect(jsonOf(remote.last())).to.deep.equal({ libraryItemIds: [expanded.id] });
    expect(context.logs.map(({ level }) => level)).to.deep.equal(['warn']);
  });

  it('fetches the files of everything new since a time', async () => {
    const [first] = recordedBody('items.page0').results as Record<string, unknown>[];
    const script: Script = {
      [listPath]: page([first ?? {}]),
      'POST /api/items/batch/get': {
        body: { libraryItems: [{ ...first, libraryFiles: [{ metadata: { path: '/a/b.m4b', size: 5 } }] }] },
      },
    };
    const { media } = await remote.start(script);

    const added = await media.items(LIBRARY, { ...call, since: '2026-11-20T00:00:00.000Z' });
    const changed = await media.items(LIBRARY, { ...call, since: '2026-11-20T00:00:00.000Z', cursor: added.next });

    expect(added.items.map(({ files }) => files)).to.deep.equal([[{ path: '/a/b.m4b', size: 5 }]]);
    expect(changed).to.deep.equal({ items: [] });
    expect(Object.fromEntries(remote.last().query)).to.deep.equal({ limit: '200', page: '0', sort: 'mtimeMs', desc: '1' });
  });

  it('retries a page without its total, which the server sends while it adds a book', async () => {
    const rows = recordedBody('items.page0').results as object[];
    const answers = [{ body: { results: rows, limit: 200, page: 0 } }, page(rows.slice(0, 2))];
    const { media } = await remote.start({
      [listPath]: (request) => (request.query.get('filter') === 'issues' ? listing([])(request) : (answers.shift() ?? page([]))),
      'POST /api/items/batch/get': { body: { libraryItems: [] } },
    });

    expect((await media.items(LIBRARY, call)).total).to.equal(2);
    expect(answers).to.deep.equal([]);
  });

  it('gives up on a server that never states a total', async () => {
    const { media } = await remote.start({ [listPath]: { body: { results: [], limit: 200, page: 0 } } });

    expect((await faultOf(media.items(LIBRARY, call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(remote.requests.length).to.be.within(2, 10);
  });

  it('refuses an answer that is not a page', async () => {
    const { media } = await remote.start({ [listPath]: { body: { results: 'none' } } });

    expect((await faultOf(media.items(LIBRARY, call))).code).to.equal('INTEGRATION_BAD_RESPONSE');
  });

  it('skips rows that are not items', async () => {
    const { media } = await remote.start({ [listPath]: listing([{ title: 'no id' }, null as unknown as object]) });

    expect(await media.items(LIBRARY, call)).to.deep.equal({ items: [], total: 2 });
  });
});
