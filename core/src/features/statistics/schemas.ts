import Type, { type Static } from 'typebox';
import { PERIODS, type Period } from './period.js';

export const periodSchema = Type.Unsafe<Period>(Type.Union(PERIODS.map((period) => Type.Literal(period))));

const count = Type.Integer({ minimum: 0 });
const source = Type.Object({
  name: Type.Union([Type.String(), Type.Null()], { description: 'null: there was no download, or nobody knows any more.' }),
  books: count,
});
const topName = Type.Object({ name: Type.String(), requests: count });

export const statisticsSchema = Type.Object(
  {
    period: periodSchema,
    from: Type.Union([Type.String(), Type.Null()], { description: 'Its first moment; null: it has no beginning.' }),
    requests: { ...count, description: 'Made in this time.' },
    audiobooks: { ...count, description: 'Arrived in this time.' },
    ebooks: { ...count, description: 'Arrived in this time.' },
    minutes: { ...count, description: 'The length of the audiobooks that arrived, where it is known.' },
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'Such as `2026-01`, in UTC.' }),
        audiobooks: count,
        ebooks: count,
        minutes: count,
        waitMedianSeconds: Type.Union([count, Type.Null()], { description: 'Of what arrived in the month; null: nothing did.' }),
      }),
      { description: 'What arrived, month by month, with those in which nothing did.' },
    ),
    wait: Type.Union([Type.Object({ median: count, ninetieth: count }), Type.Null()], {
      description: 'Seconds from asking to the book being there, of what arrived: half, and nine tenths, took no longer.',
    }),
    ended: Type.Object(
      { arrived: count, failed: count, denied: count, cancelled: count },
      { description: 'How requests ended in this time.' },
    ),
    indexers: Type.Array(source),
    clients: Type.Array(source),
    origins: Type.Array(Type.Object({ origin: Type.String(), books: count }), { description: 'What made the requests of what arrived.' }),
    authors: Type.Array(topName, { description: 'Most requested in this time; at most ten, as narrators and series.' }),
    narrators: Type.Array(topName),
    series: Type.Array(topName),
    people: Type.Optional(
      Type.Array(
        Type.Object({
          userId: Type.Union([Type.String(), Type.Null()], { description: 'null: all who were deleted.' }),
          name: Type.Union([Type.String(), Type.Null()]),
          requests: count,
          arrived: { ...count, description: 'Of these requests.' },
        }),
        { description: 'Only for the household.' },
      ),
    ),
  },
  { $id: 'Statistics' },
);

export type Statistics = Static<typeof statisticsSchema>;
