import Type from 'typebox';
import { choice, field, nullable, section } from '../section.js';

const ratio = { minimum: 0, maximum: 1000 };
const minutes = { minimum: 0, maximum: 5_256_000 };
const HIGH_RATIO = { above: 50, text: 'Few torrents ever reach such a ratio, so most of them stay in the client for ever.' };
const LONG_TIME = { above: 525_600, text: 'This is longer than a year.' };

/** Where releases of an indexer go, and for how long they are seeded. Absent members: as for all others. */
const indexerRule = Type.Object(
  {
    /** Compared without regard to case and blanks around it. */
    indexer: Type.String({
      title: 'Indexer',
      description: 'Its name as search results show it.',
      minLength: 1,
      maxLength: 200,
    }),
    /** An integration's id. */
    client: Type.Optional(
      Type.String({
        title: 'Download client',
        description: 'Empty: any that supports the release.',
        maxLength: 36,
        'x-ui': { widget: 'download-client' },
      }),
    ),
    seedRatio: Type.Optional(Type.Number({ title: 'Seed until this ratio', ...ratio, 'x-ui': { caution: HIGH_RATIO } })),
    seedMinutes: Type.Optional(Type.Integer({ title: 'Seed for this many minutes', ...minutes, 'x-ui': { caution: LONG_TIME } })),
  },
  { additionalProperties: false },
);

export const downloads = section({
  title: 'Downloads',
  note: 'Torrents go on seeding after their books are in the library. Lectern removes a torrent when it has been seeded enough, but only if Lectern added it. Without a ratio and a time, torrents stay in the client.',
  fields: {
    /** Uploaded divided by downloaded. */
    seedRatio: field(nullable(Type.Number(ratio)), {
      default: null,
      title: 'Seed ratio',
      ui: { widget: 'optional-number', numberTitle: 'Ratio', start: 2, caution: HIGH_RATIO },
    }),
    seedMinutes: field(nullable(Type.Integer(minutes)), {
      default: null,
      title: 'Seed time',
      ui: { widget: 'optional-number', numberTitle: 'Minutes', start: 20_160, caution: LONG_TIME },
    }),
    seedUntil: choice<'either' | 'both'>(
      { either: 'The ratio or the time is reached', both: 'The ratio and the time are reached' },
      { default: 'either', title: 'Stop seeding when', help: 'Matters only if a ratio and a time are set.' },
    ),
    indexers: field(Type.Array(indexerRule, { maxItems: 100 }), {
      default: [],
      title: 'Rules for individual indexers',
      help: 'Leave the ratio or the time empty to use the one above.',
    }),
  },
});
