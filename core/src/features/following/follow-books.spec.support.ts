import type { CatalogBook } from '@lectern/plugin-api';

export const SERIES = 'B0SERIES01';
export const AUTHOR = 'B0AUTHOR01';

/** A book of the followed series and author; `n` makes its ASIN and title. */
export function volume(n: number, part: string | undefined, over: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin: `B0VOL${String(n).padStart(5, '0')}`,
    region: 'us',
    title: `Volume ${n}`,
    authors: [{ name: 'Ada Writer', id: AUTHOR }],
    narrators: ['Ned Reader'],
    series: [{ name: 'Tales', id: SERIES, ...(part === undefined ? {} : { part }) }],
    genres: [],
    language: 'en',
    durationMinutes: 600,
    releaseDate: '2020-01-01',
    ...over,
  };
}

export function asinOf(n: number): string {
  return volume(n, undefined).asin;
}
