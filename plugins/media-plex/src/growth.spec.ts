import { expectBoundedGrowth, expectBoundedReading, HOSTILE_PIECES } from '@lectern/testbed';
import type { HttpResponse } from '@lectern/plugin-api';
import { readContainer } from './answer-body.js';
import { normalizeBaseUrl } from './base-url.js';
import { createAsinReader } from './guid-asin.js';
import { toLibraryItem } from './library-item.js';
import { walkStep } from './library-walk.js';
import { commonPlace, createPathMapping } from './path-mapping.js';
import type { Raw } from './schema.js';
import { albumFilesOf } from './track-files.js';
import { createWalkMemory } from './walk-memory.js';

/** Lists of an answer: a million characters hold about this many entries. */
const ENTRIES = { from: 500, to: 50_000 };
/** Longer paths are left out. */
const DEEP = { from: 40, to: 4_000 };
const many = <T>(size: number, make: (n: number) => T): T[] => Array.from({ length: size }, (_, n) => make(n));

const parts = { libraryId: '1', readAsin: () => 'B0TEST0001', toLectern: (path: string) => path };
const answer = (text: string) => ({ text: () => text, headers: {} }) as unknown as HttpResponse;
const track = (n: number): Raw => ({ ratingKey: `${n}`, parentRatingKey: '1', Media: [{ Part: [{ file: `/a/${n}/b.mp3`, size: 1 }] }] });

describe('long answers of Plex', () => {
  it('are read in linear time', async () => {
    const mapping = createPathMapping([{ plex: '/a', lectern: '/b' }]);
    const readAsin = createAsinReader(['([a-z]+)+$']);

    const readXml = (text: string) => readContainer(answer(`<MediaContainer>${text}</MediaContainer>`));
    await expectBoundedReading({ 'an answer in XML': readXml }, HOSTILE_PIECES, { fourfold: true });
    await expectBoundedReading(
      {
        'a path': (path) => mapping.toLectern(`/a/${path}`),
        'a GUID': (guid) => readAsin({ guid }),
        'an album': (text) => toLibraryItem({ ratingKey: '1', title: text, titleSort: text, Mood: [{ tag: `Series:${text}` }] }, parts),
        'an address': (path) => normalizeBaseUrl(`http://plex.test/${path}`, 'baseUrl'),
      },
      [' ', '/', '<', '<Directory/>', '&amp;', '\\'],
    );
  });

  it('may list any number of tracks, tags and GUIDs', async () => {
    const tagged = (size: number): Raw => ({
      ratingKey: '1',
      titleSort: 'Series 1, Book 2 - '.repeat(size / 20),
      Mood: many(size, (n) => ({ tag: `Series: Series ${n}` })),
      Style: many(size, (n) => ({ tag: `Narrator ${n}` })),
      Guid: many(size, (n) => ({ id: `local://${n}` })),
    });
    const walk = async (items: readonly Raw[], phase: 'tracks' | 'added'): Promise<unknown> => {
      const memory = createWalkMemory();
      const notes = memory.of(memory.open());
      if (!notes) throw new Error('the walk is not remembered');
      const client = { page: () => Promise.resolve({ items, total: 0 }) };
      return walkStep(client, '1', { walk: 'w', phase, start: 0 }, notes, { signal: new AbortController().signal });
    };

    await expectBoundedGrowth('tags', tagged, (album) => toLibraryItem(album, parts), ENTRIES);
    await expectBoundedGrowth('GUIDs', tagged, createAsinReader([]), ENTRIES);
    await expectBoundedGrowth(
      'deep folders',
      (size) => `/a/${'b/'.repeat(size / 2)}c`,
      (path) => commonPlace([path, '/b/c']),
      DEEP,
    );
    await expectBoundedGrowth('tracks', (size) => many(size, track), albumFilesOf, ENTRIES);
    await expectBoundedGrowth(
      'tracks of a walk',
      (size) => many(size, track),
      (items) => walk(items, 'tracks'),
      ENTRIES,
    );
    await expectBoundedGrowth(
      'albums of a walk',
      (size) => many(size, track),
      (items) => walk(items, 'added'),
      ENTRIES,
    );
  });
});
