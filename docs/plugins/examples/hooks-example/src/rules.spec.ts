import { deepStrictEqual } from 'node:assert';
import { fileURLToPath } from 'node:url';
import type { RequestInfo } from '@lectern/plugin-api';
import { callHook, createTestContext, describePlugin } from '@lectern/plugin-kit';
import plugin from './index.js';

const settings = { maxAsked: 2, addNarrator: true };
const book = { asin: 'B0EXAMPLE1', title: 'A Walk', authors: ['A. Walker'], narrators: ['N. Reader'] };
const user = { id: 'u1', username: 'rita' };
const request: RequestInfo = { id: 'r1', type: 'audiobook', status: 'searching', origin: 'manual', user, book };

describePlugin(fileURLToPath(new URL('..', import.meta.url)), { settings });

describe('house rules', () => {
  it('refuse the third request of a day, and not the first of the next', async () => {
    const context = createTestContext({ settings });
    const { hooks } = plugin.create(context);
    const submit = () => callHook(hooks, 'request.submitting', { user, book, type: 'audiobook', origin: 'manual' });

    deepStrictEqual(await submit(), undefined);
    await callHook(hooks, 'request.created', { request });
    await callHook(hooks, 'request.created', { request });
    deepStrictEqual(await submit(), { refuse: '2 requests a day are enough.' });
    context.advance(86_400_000);
    deepStrictEqual(await submit(), undefined);
  });

  it('add a query with the narrator', async () => {
    const { hooks } = plugin.create(createTestContext({ settings }));
    const query = { text: 'A Walk A. Walker', title: 'A Walk', authors: [], narrators: [], format: 'audiobook', limit: 10 } as const;
    const answer = await callHook(hooks, 'search.querying', { request, queries: [query] });

    deepStrictEqual(
      answer?.queries.map(({ text }) => text),
      ['A Walk A. Walker', 'A Walk N. Reader'],
    );
  });
});
