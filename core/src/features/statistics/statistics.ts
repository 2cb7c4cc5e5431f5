import { DIRECT_CLIENT_ID, DIRECT_CLIENT_NAME } from '../direct-downloads/index.js';
import type { RequestFigures, SourceCount, TopName } from '../lifecycle/request-statistics.js';
import { monthsBetween, type Period } from './period.js';
import type { Statistics } from './schemas.js';

interface Shown {
  readonly period: Period;
  /** ISO 8601; `undefined`: it has no beginning. */
  readonly from: string | undefined;
  readonly now: Date;
  /** Whether who asked is shown. */
  readonly isHousehold: boolean;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Adds up what has the same name, the most first; what has none comes last. */
function byName<T>(
  items: readonly T[],
  nameOf: (item: T) => string | null,
  of: (item: T) => number,
): { name: string | null; books: number }[] {
  const totals = new Map<string | null, number>();
  for (const item of items) totals.set(nameOf(item), (totals.get(nameOf(item)) ?? 0) + of(item));
  return [...totals]
    .map(([name, books]) => ({ name, books }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || b.books - a.books);
}

function monthsOf({ arrivals, monthlyWaits }: RequestFigures, { from, now }: Shown): Statistics['months'] {
  const first = from?.slice(0, 7) ?? arrivals[0]?.month;
  if (first === undefined) return [];
  return monthsBetween(first, now.toISOString().slice(0, 7)).map((month) => {
    const here = arrivals.filter((count) => count.month === month);
    return {
      month,
      audiobooks: sum(here, ({ type, books }) => (type === 'audiobook' ? books : 0)),
      ebooks: sum(here, ({ type, books }) => (type === 'ebook' ? books : 0)),
      minutes: sum(here, ({ minutes }) => minutes),
      waitMedianSeconds: monthlyWaits.get(month) ?? null,
    };
  });
}

function clientName({ clientId, client }: SourceCount): string | null {
  return clientId === DIRECT_CLIENT_ID ? DIRECT_CLIENT_NAME : client;
}

function endedAs({ arrivals, dropped }: RequestFigures): Statistics['ended'] {
  const as = (status: string): number => sum(dropped, (one) => (one.status === status ? one.requests : 0));
  return { arrived: sum(arrivals, ({ books }) => books), failed: as('failed'), denied: as('denied'), cancelled: as('cancelled') };
}

/** The figures as people see them. Pure. */
export function statisticsOf(figures: RequestFigures, shown: Shown): Statistics {
  const { arrivals, sources, people } = figures;
  const ofType = (wanted: string): number => sum(arrivals, ({ type, books }) => (type === wanted ? books : 0));
  const named = (wanted: TopName['kind']) =>
    figures.top.filter(({ kind }) => kind === wanted).map(({ name, requests }) => ({ name, requests }));
  return {
    period: shown.period,
    from: shown.from ?? null,
    requests: sum(people, ({ requests }) => requests),
    audiobooks: ofType('audiobook'),
    ebooks: ofType('ebook'),
    minutes: sum(arrivals, ({ minutes }) => minutes),
    months: monthsOf(figures, shown),
    wait: figures.waits ?? null,
    ended: endedAs(figures),
    indexers: byName(
      sources,
      ({ indexer }) => indexer,
      ({ books }) => books,
    ),
    clients: byName(sources, clientName, ({ books }) => books),
    origins: byName(
      arrivals,
      ({ origin }) => origin,
      ({ books }) => books,
    ).map(({ name, books }) => ({ origin: name ?? '', books })),
    authors: named('author'),
    narrators: named('narrator'),
    series: named('series'),
    ...(shown.isHousehold ? { people: people.map((person) => ({ ...person })) } : {}),
  };
}
