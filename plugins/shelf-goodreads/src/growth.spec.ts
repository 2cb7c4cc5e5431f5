import { expectBoundedGrowth } from '@lectern/testbed';
import type { ShelfProvider } from '@lectern/plugin-api';
import { createHttpMock, createTestContext } from '@lectern/plugin-kit';
import plugin from './index.js';

const call = { signal: new AbortController().signal };

/** Beginnings of a page that is not a feed; the longest ends what patterns restart at. */
const BEGINNINGS = ['<!---->', '<!-- -->', '<!--', ' ', '<', '<!doctype ', '<rss>'];

describe('an answer that is not a feed', () => {
  it('is recognized in linear time', async () => {
    for (const beginning of BEGINNINGS) {
      const answer = (size: number) => createHttpMock(() => ({ text: `${beginning.repeat(size / beginning.length)}x` }));
      await expectBoundedGrowth(
        JSON.stringify(beginning),
        (size) => {
          const context = createTestContext({ settings: { profile: '1', shelf: 'to-read' }, http: answer(size).http });
          return plugin.create(context).provides.shelfProvider as ShelfProvider;
        },
        (shelf) => shelf.describe(call).catch(() => undefined),
      );
    }
  });
});
