import type { DemoBook } from '@lectern/simulators';
import { asinOf, REGION, STARTED_AT, type SampleRow } from './sample-row.js';

/** What people arranged and follow, and what an admin has yet to decide: the same at every size, because it grows with no library. */

const CATEGORIES = 7;
const SECTIONS = ['in-progress', 'recently-added', 'popular', 'new-releases', 'continue-series'];
const CATEGORY_LENGTH = 100;
const FOLLOWED = 20;
const AWAITED = 5;
const LIKELY_ITEMS = 200;
const WAITING_ITEMS = 50;
/** A day that does not come while this is of use. */
const FAR = '2099-06-01';
const FAR_TIME = `${FAR}T00:00:00.000Z`;

export const SERIES = { id: 'B0SERIES01', books: 100 } as const;

const idOf = (kind: number, index: number): string =>
  `01990000-0000-7000-8${String(kind).padStart(3, '0')}-${String(index).padStart(12, '0')}`;
const categoryOf = (index: number): string => `bench-${index}`;

/** The day of release of a book: a tenth of the first thousand is yet to come out. */
export function releaseOf(index: number, day: string): string {
  return index < 1_000 && index % 10 === 3 ? FAR : day;
}

/** Books of stored lists: popular ones, new ones, and those of the categories on the reader's home page. */
export function listRows(): readonly SampleRow[] {
  const list = (category: string, first: number, length: number): SampleRow[] =>
    Array.from({ length }, (_, position) => ({
      region: REGION,
      category,
      position,
      asin: asinOf(first + position * 2),
      fetched_at: new Date().toISOString(),
    }));
  const categories = Array.from({ length: CATEGORIES }, (_, index) => list(`category:${categoryOf(index)}`, 50 * index, CATEGORY_LENGTH));
  return [...list('popular', 0, 200), ...list('new-releases', 500, 200), ...categories.flat()];
}

export function categoryRows(): readonly SampleRow[] {
  return Array.from({ length: CATEGORIES }, (_, index) => ({
    region: REGION,
    id: categoryOf(index),
    name: `Category ${index}`,
    position: index,
    fetched_at: STARTED_AT,
  }));
}

/** Twelve sections, as many as anybody may have. */
export function homeRows(userId: string): readonly SampleRow[] {
  const sections = [...SECTIONS, ...Array.from({ length: CATEGORIES }, (_, index) => `category:${categoryOf(index)}`)];
  return sections.map((section, position) => ({ id: idOf(1, position), user_id: userId, section, position }));
}

export function followedRows(userId: string): readonly SampleRow[] {
  return Array.from({ length: FOLLOWED }, (_, index) => ({
    id: idOf(2, index),
    user_id: userId,
    series_id: `B0FOLLOW${String(index).padStart(2, '0')}`,
    region: REGION,
    name: `Series ${index}`,
    mode: 'tell',
    start_rule: 'from-now',
    started_at: STARTED_AT,
    created_at: STARTED_AT,
    failures: 0,
    memory: '{}',
    awaited: JSON.stringify(Array.from({ length: AWAITED }, (_, place) => asinOf(10 * (index * AWAITED + place) + 3))),
  }));
}

/** When an item without a book is looked up, and how sure the best guess of it is. @param place among those without a book */
export function likelyOf(place: number): { readonly look_up_at: string; readonly likely_score: number | null } {
  if (place < LIKELY_ITEMS) return { look_up_at: FAR_TIME, likely_score: 60 + (place % 40) };
  return { look_up_at: place < LIKELY_ITEMS + WAITING_ITEMS ? '' : FAR_TIME, likely_score: null };
}

/** The books that items may be, two for each. */
export function likelyRows(items: readonly SampleRow[]): readonly SampleRow[] {
  return items
    .filter(({ likely_score: score }) => typeof score === 'number')
    .flatMap(({ id = null, likely_score: score }, index) =>
      [0, 1].map((place) => ({
        item_id: id,
        asin: asinOf((index * 5 + place) % 1_000),
        score: Number(score) - place * 10,
        title_fit: 'same',
        author_fit: 'same',
        length_fit: 'near',
      })),
    );
}

/** The catalogue that knows the series. */
export function catalogueRow(): SampleRow {
  return {
    id: idOf(3, 0),
    plugin_id: 'catalog-audible',
    name: 'Catalogue',
    enabled: true,
    priority: 1,
    settings: JSON.stringify({
      region: REGION,
      language: '',
      audnexusEnabled: false,
      audnexusUrl: 'https://api.audnex.us',
      apiBaseUrl: '',
    }),
    plugin_version: '1.0.0',
    path_mappings: '[]',
    subscriptions: '[]',
    created_at: STARTED_AT,
    updated_at: STARTED_AT,
  };
}

/** The books of a long series, as the catalogue has them. */
export function seriesBooks(): DemoBook[] {
  return Array.from({ length: SERIES.books }, (_, index) => ({
    asin: asinOf(index),
    title: `Part ${index + 1} of a Long Tale`,
    authors: [{ name: 'Ann Author', id: 'B0AUTHOR01' }],
    narrators: ['Nora Reader'],
    series: [{ id: SERIES.id, name: 'A Long Tale', part: String(index + 1) }],
    durationMinutes: 300 + index,
    releaseDate: '2020-01-01',
    description: `<p>${'A description of some length. '.repeat(20)}</p>`,
    categories: [],
    rating: { average: 4.2, count: 100 + index },
  }));
}
