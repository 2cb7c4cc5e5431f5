import { csvLine } from '../../platform/text/csv-line.js';
import type { Statistics } from './schemas.js';

const COLUMNS = ['table', 'name', 'figure', 'value'] as const;

type Line = readonly [table: string, name: string, figure: string, value: number];

function totals({ requests, audiobooks, ebooks, minutes, wait, ended }: Statistics): Line[] {
  const figures = { requests, audiobooks, ebooks, minutes, waitMedianSeconds: wait?.median, waitNinetiethSeconds: wait?.ninetieth };
  return [
    ...Object.entries(figures).flatMap(([figure, value]): Line[] => (value === undefined ? [] : [['total', '', figure, value]])),
    ...Object.entries(ended).map(([figure, value]): Line => ['ended', '', figure, value]),
  ];
}

function lines(statistics: Statistics): Line[] {
  const { months, indexers, clients, origins, authors, narrators, series, people = [] } = statistics;
  const books = (table: string, counts: readonly { name: string | null; books: number }[]) =>
    counts.map(({ name, books: value }): Line => [table, name ?? '', 'books', value]);
  const requested = (table: string, counts: readonly { name: string; requests: number }[]) =>
    counts.map(({ name, requests }): Line => [table, name, 'requests', requests]);
  return [
    ...totals(statistics),
    ...months.flatMap(({ month, ...figures }) =>
      Object.entries(figures).flatMap(([figure, value]): Line[] => (value === null ? [] : [['month', month, figure, value]])),
    ),
    ...books('indexer', indexers),
    ...books('client', clients),
    ...books(
      'origin',
      origins.map(({ origin, books: value }) => ({ name: origin, books: value })),
    ),
    ...requested('author', authors),
    ...requested('narrator', narrators),
    ...requested('series', series),
    ...people.flatMap(({ name, requests, arrived }): Line[] => [
      ['person', name ?? '', 'requests', requests],
      ['person', name ?? '', 'arrived', arrived],
    ]),
  ];
}

/** All figures as CSV, one a line, after a header line. */
export function statisticsCsv(statistics: Statistics): string {
  return [COLUMNS, ...lines(statistics).map((line) => line.map(String))].map(csvLine).join('');
}
