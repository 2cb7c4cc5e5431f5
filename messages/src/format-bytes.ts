import { formatterOf } from './formatter-of.js';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function write(bytes: number, locale: string, per: '' | '-per-second'): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const maximumFractionDigits = unit === 0 || value >= 100 ? 0 : 1;
  const options = { style: 'unit', unit: `${UNITS[unit] ?? 'byte'}${per}`, unitDisplay: 'short', maximumFractionDigits } as const;
  return formatterOf(Intl.NumberFormat, locale, options).format(value);
}

/** Decimal units, one digit from kilobytes up: `1.4 GB`. */
export function formatBytes(bytes: number, locale: string): string {
  return write(bytes, locale, '');
}

/** A speed in the units of {@link formatBytes}: `1.4 MB/s`. */
export function formatRate(bytesPerSecond: number, locale: string): string {
  return write(bytesPerSecond, locale, '-per-second');
}
