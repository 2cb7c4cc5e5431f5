import type { Said, Say } from '../../platform/words/index.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import { DIRECT_CLIENT } from '../lifecycle/direct-client.js';
import type { RequestFigures, SourceCount, TopName } from '../lifecycle/request-statistics.js';
import { monthsBetween, type Period } from './period.js';
import type { Statistics } from './schemas.js';

/** Figures that are not said yet: one count serves readers of several languages. */
export interface CountedStatistics extends Omit<Statistics, 'clients'> {
  readonly clients: readonly { readonly name: Said | null; readonly books: number }[];
}

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
function byName<T, Name>(
  items: readonly T[],
  nameOf: (item: T) => Name | null,
  of: (item: T) => number,
): { name: Name | null; books: number }[] {
  const totals = new Map<Name | null, number>();
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

function clientName({ clientId, client }: SourceCount): Said | null {
  return clientId === DIRECT_CLIENT_ID ? DIRECT_CLIENT : client;
}

function endedAs({ arrivals, dropped }: RequestFigures): Statistics['ended'] {
  const as = (status: string): number => sum(dropped, (one) => (one.status === status ? one.requests : 0));
  return { arrived: sum(arrivals, ({ books }) => books), failed: as('failed'), denied: as('denied'), cancelled: as('cancelled') };
}

/** The figures as people see them. Pure. */
export function statisticsOf(figures: RequestFigures, shown: Shown): CountedStatistics {
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

/** The figures in the language of a reader. */
export function sayStatistics({ clients, ...figures }: CountedStatistics, say: Say): Statistics {
  return { ...figures, clients: clients.map(({ name, books }) => ({ name: name === null ? null : say(name), books })) };
}
