import { formatterOf } from '@lectern/messages';
import type { Statistics } from '../../api/types.js';

/** One bar of the chart, and one row of its table. */
export interface Bar {
  /** Below the bar; short. */
  readonly label: string;
  readonly name: string;
  readonly audiobooks: number;
  readonly ebooks: number;
  readonly hours: number;
  /** The median of a month, in seconds; absent where nothing arrived, and for years. */
  readonly wait: number | undefined;
}

/** More months than these are not told apart on a phone. */
const MOST_MONTHS = 36;

function named(key: string, locale: string): Pick<Bar, 'label' | 'name'> {
  if (key.length === 4) return { label: key, name: key };
  const day = new Date(`${key}-01T12:00:00Z`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatterOf(Intl.DateTimeFormat, locale, { ...options, timeZone: 'UTC' }).format(day);
  return { label: format({ month: 'short', year: '2-digit' }), name: format({ month: 'long', year: 'numeric' }) };
}

/** A bar for each month, or for each year where there are many months. */
export function barsOf(months: Statistics['months'], locale: string): { readonly by: 'month' | 'year'; readonly bars: readonly Bar[] } {
  const by = months.length > MOST_MONTHS ? 'year' : 'month';
  const sums = new Map<string, { audiobooks: number; ebooks: number; minutes: number; wait: number | undefined }>();
  for (const { month, audiobooks, ebooks, minutes, waitMedianSeconds } of months) {
    const key = by === 'year' ? month.slice(0, 4) : month;
    const before = sums.get(key) ?? { audiobooks: 0, ebooks: 0, minutes: 0 };
    sums.set(key, {
      audiobooks: before.audiobooks + audiobooks,
      ebooks: before.ebooks + ebooks,
      minutes: before.minutes + minutes,
      wait: by === 'month' ? (waitMedianSeconds ?? undefined) : undefined,
    });
  }
  const bars = [...sums].map(([key, { audiobooks, ebooks, minutes, wait }]) => ({
    ...named(key, locale),
    audiobooks,
    ebooks,
    hours: Math.round(minutes / 6) / 10,
    wait,
  }));
  return { by, bars };
}
