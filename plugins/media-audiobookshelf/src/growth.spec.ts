import { expectBoundedGrowth, expectBoundedReading } from '@lectern/testbed';
import { normalizeBaseUrl } from './base-url.js';
import { withDetails } from './item-details.js';
import { needsDetails, toLibraryItem } from './library-item.js';
import { firstCursor, walkStep } from './library-walk.js';
import type { Raw } from './schema.js';
import { decodeCursor, encodeCursor } from './walk-cursor.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));
const call = { signal: new AbortController().signal };

const listed = (n: number): Raw => ({ id: `i${n}`, addedAt: 1, media: { metadata: { title: 'T', authorName: 'A, B' } } });

describe('answers of Audiobookshelf', () => {
  it('are read in linear time', async () => {
    const item = (text: string): Raw => ({
      id: '1',
      relPath: text,
      media: { metadata: { asin: text, authorName: text, narratorName: text, seriesName: text } },
    });

    await expectBoundedReading(
      {
        'an item': (text) => [needsDetails(item(text)), toLibraryItem(item(text), 'l')],
        'an address': (path) => normalizeBaseUrl(`http://shelf.test/${path}`),
        'a cursor': (text) => decodeCursor(encodeCursor({ phase: 'all', page: 0, ids: [text] })),
      },
      [' ', ', ', ' #', '/'],
    );
  });

  it('may list any number of people, files and items', async () => {
    const item = (size: number): Raw => ({
      id: '1',
      media: {
        metadata: {
          title: 'T',
          authors: many(size, (n) => ({ name: `Author ${n}` })),
          narrators: many(size, (n) => `Narrator ${n}`),
          series: many(size, (n) => ({ name: `Series ${n}`, sequence: `${n}` })),
        },
      },
      libraryFiles: many(size, (n) => ({ metadata: { path: `/a/${n}`, size: n } })),
    });
    const expandedItems = (ids: readonly string[]) => Promise.resolve(ids.map((id) => ({ id })));
    const itemPage = (results: readonly Raw[]) => () => Promise.resolve({ results, total: results.length });
    const items = (size: number) => many(size, listed);

    await expectBoundedGrowth('an item', item, (raw) => toLibraryItem(raw, 'l'), ENTRIES);
    await expectBoundedGrowth('items with details', items, (rows) => withDetails({ expandedItems }, rows, needsDetails, call), ENTRIES);
    await expectBoundedGrowth(
      'a page',
      items,
      (rows) => walkStep({ itemPage: itemPage(rows) }, 'l', firstCursor(undefined), call),
      ENTRIES,
    );
  });
});
