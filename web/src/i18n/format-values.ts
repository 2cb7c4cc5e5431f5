import { formatterOf, isolated, unspaced } from '@lectern/messages';

/** Formats dates, numbers and quantities with Intl. All functions are pure: they get the locale and, if needed, the current time. */

export { formatBytes, formatRate } from '@lectern/messages';

const DAY_MS = 86_400_000;

/** A number and its unit or noun, which stay in one line. Each language has its own space between them, and some a plain one. */
export function kept(text: string): string {
  return unspaced(text).replace(/(?<=\d) (?=\p{L})/gu, '\u00a0');
}

/** A duration in minutes as `11 hr 5 min`. */
export function formatDuration(minutes: number, locale: string): string {
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  const unit = (value: number, name: 'hour' | 'minute') =>
    kept(formatterOf(Intl.NumberFormat, locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value));
  if (hours === 0) return unit(rest, 'minute');
  return rest === 0 ? unit(hours, 'hour') : unspaced(`${unit(hours, 'hour')} ${unit(rest, 'minute')}`);
}

/** A remaining time in seconds, in its one or two largest units: `4 min`, `1 hr 10 min`. */
export function formatRemaining(seconds: number, locale: string): string {
  if (seconds < 60) {
    const unit = formatterOf(Intl.NumberFormat, locale, { style: 'unit', unit: 'second', unitDisplay: 'short' });
    return kept(unit.format(Math.max(1, Math.round(seconds))));
  }
  return formatDuration(Math.round(seconds / 60), locale);
}

export function formatPercent(fraction: number, locale: string): string {
  // 100 % is shown only when everything is there.
  const shown = fraction < 1 ? Math.min(0.99, Math.floor(fraction * 100) / 100) : 1;
  return formatterOf(Intl.NumberFormat, locale, { style: 'percent', maximumFractionDigits: 0 }).format(Math.max(0, shown));
}

/** `.` or `,`: what stands before the tenths of a number that is written in Latin digits, as fields are. */
export function decimalSeparator(locale: string): string {
  const parts = formatterOf(Intl.NumberFormat, locale, { numberingSystem: 'latn' }).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

export function formatNumber(value: number, locale: string, digits = 1): string {
  return formatterOf(Intl.NumberFormat, locale, { maximumFractionDigits: digits }).format(value);
}

export function formatDate(value: string | Date, locale: string): string {
  return formatterOf(Intl.DateTimeFormat, locale, { dateStyle: 'medium' }).format(new Date(value));
}

/** Formats a calendar day such as `2026-03-12`, which has no time zone. */
export function formatDay(day: string, locale: string, now: Date): string {
  const date = new Date(`${day.slice(0, 10)}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const sameYear = date.getUTCFullYear() === now.getUTCFullYear();
  return formatterOf(Intl.DateTimeFormat, locale, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(date);
}

/** How many days ago a day of the calendar was where the reader is. */
function daysAgo(day: string, now: Date): number {
  return Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - new Date(`${day}T00:00:00Z`).getTime()) / DAY_MS);
}

/** A day of the reader's calendar as a heading: `Today`, `Yesterday`, or its date. */
export function formatDayHeading(day: string, locale: string, now: Date): string {
  const ago = daysAgo(day, now);
  if (ago !== 0 && ago !== 1) return formatDay(day, locale, now);
  const word = formatterOf(Intl.RelativeTimeFormat, locale, { numeric: 'auto' }).format(-ago, 'day');
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

function partOfDay(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(date.getTime()) ? '' : formatterOf(Intl.DateTimeFormat, locale, { ...options, timeZone: 'UTC' }).format(date);
}

/** `March 2026` of `2026-03`. */
export function formatMonth(month: string, locale: string): string {
  return partOfDay(`${month}-01`, locale, { month: 'long', year: 'numeric' });
}

/** `12` of `2026-03-12`. */
export function formatDayOfMonth(day: string, locale: string): string {
  return partOfDay(day, locale, { day: 'numeric' });
}

/** `Thu` of `2026-03-12`. */
export function formatWeekday(day: string, locale: string): string {
  return partOfDay(day, locale, { weekday: 'short' });
}

export function formatDateTime(value: string | Date, locale: string): string {
  return formatterOf(Intl.DateTimeFormat, locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
}

export function formatTime(value: string | Date, locale: string): string {
  return formatterOf(Intl.DateTimeFormat, locale, { timeStyle: 'short' }).format(new Date(value));
}

/** The time of day to the second; the date as well unless it is today. */
export function formatSecond(value: string | Date, locale: string, now: Date): string {
  const at = new Date(value);
  const isToday = at.toDateString() === now.toDateString();
  return formatterOf(Intl.DateTimeFormat, locale, { ...(isToday ? {} : { dateStyle: 'short' }), timeStyle: 'medium' }).format(at);
}

/** The time of day of a moment less than a day from now; the date as well of any other. */
export function formatMoment(value: string | Date, locale: string, now: Date): string {
  const distance = Math.abs(new Date(value).getTime() - now.getTime());
  return distance < DAY_MS ? formatTime(value, locale) : formatDateTime(value, locale);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `in 25 minutes`, `3 days ago`, `now`. */
export function formatRelative(value: string | Date, locale: string, now: Date): string {
  const seconds = Math.round((new Date(value).getTime() - now.getTime()) / 1000);
  const format = formatterOf(Intl.RelativeTimeFormat, locale, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return unspaced(format.format(Math.round(seconds / size), unit));
  }
  return format.format(0, 'second');
}

export function formatList(items: readonly string[], locale: string): string {
  // each by itself: as one text, names against the direction of the sentence would come in the opposite order
  const each = items.map((item) => isolated(item, locale));
  return formatterOf(Intl.ListFormat, locale, { style: 'long', type: 'conjunction' }).format(each);
}

/** The name of a language from its code, or the text itself if it is not a code. */
export function formatLanguage(language: string, locale: string): string {
  try {
    return formatterOf(Intl.DisplayNames, locale, { type: 'language' }).of(language) ?? language;
  } catch {
    return language.charAt(0).toLocaleUpperCase(locale) + language.slice(1);
  }
}

/** The name of a catalogue's region. One with the English name of the country of its id is named in the language; others are not countries. */
export function formatRegion({ id, name }: { readonly id: string; readonly name: string }, locale: string): string {
  if (!/^[a-z]{2}$/i.test(id)) return name;
  const countryIn = (language: string) => formatterOf(Intl.DisplayNames, language, { type: 'region' }).of(id.toUpperCase());
  return countryIn('en') === name ? (countryIn(locale) ?? name) : name;
}
