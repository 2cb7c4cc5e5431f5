import { formatterOf, unspaced } from '@lectern/messages';

const DAY = 86_400;
const UNITS = [
  ['day', DAY],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
/** From so many days on, hours say nothing. */
const MANY_DAYS = 3;

/** A time in seconds, in its one or two largest units: `5 min`, `3 hr 2 min`, `1 day 6 hr`, `12 days`. */
export function waitText(seconds: number, locale: string): string {
  const format = (value: number, unit: string) =>
    unspaced(formatterOf(Intl.NumberFormat, locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value));
  const index = UNITS.findIndex(([, length]) => seconds >= length);
  const [unit, length] = UNITS[index] ?? (['second', 1] as const);
  const whole = Math.floor(seconds / length);
  const [smaller, part] = UNITS[index + 1] ?? ([undefined, 1] as const);
  const rest = Math.floor((seconds % length) / part);
  const isCoarse = unit === 'minute' || unit === 'second' || (unit === 'day' && whole >= MANY_DAYS);
  return smaller === undefined || isCoarse || rest === 0
    ? format(whole, unit)
    : unspaced(`${format(whole, unit)} ${format(rest, smaller)}`);
}
