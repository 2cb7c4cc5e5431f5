import type { SimulatorResponse } from '../simulator.js';
import { durationOf, listForm, metadataOf } from './item-forms.js';
import type { StoredItem } from './item-forms.js';

type SortValue = (item: StoredItem) => number | string;

const SORTS: Readonly<Record<string, SortValue>> = {
  addedAt: (item) => item.addedAt,
  mtimeMs: (item) => item.book.mtimeMs,
  birthtimeMs: (item) => item.book.mtimeMs,
  size: (item) => item.book.files.reduce((sum, file) => sum + file.size, 0),
  'media.duration': durationOf,
  'media.metadata.title': (item) => metadataOf(item).title.toLowerCase(),
  'media.metadata.authorName': (item) => metadataOf(item).authors.join(', ').toLowerCase(),
  'media.metadata.publishedYear': (item) => metadataOf(item).publishedYear ?? '',
};
const RECENT_MS = 60 * 24 * 3600 * 1000;

/** Answers `GET /api/libraries/:id/items`: paging, sort and filter as the real server has them. */
export function answerItemList(items: readonly StoredItem[], query: URLSearchParams, now: number): SimulatorResponse {
  const limit = Number(query.get('limit') ?? 0) || 0;
  const page = Number(query.get('page') ?? 0) || 0;
  for (const [name, value] of [
    ['limit', limit],
    ['page', page],
  ] as const) {
    if (!Number.isInteger(value) || value < 0) return { status: 400, body: `Invalid request. ${name} must be a positive integer` };
  }
  const sort = query.get('sort') ?? undefined;
  const isDescending = query.get('desc') === '1';
  const filter = query.get('filter') ?? undefined;
  const found = sorted(items.filter(createFilter(filter, now)), sort, isDescending);
  const results = limit === 0 ? found : found.slice(page * limit, (page + 1) * limit);
  return {
    body: {
      results: results.map(listForm),
      total: found.length,
      limit,
      page,
      ...(sort === undefined ? {} : { sortBy: sort }),
      sortDesc: isDescending,
      ...(filter === undefined ? {} : { filterBy: filter }),
      mediaType: 'book',
      minified: query.get('minified') === '1',
      collapseseries: false,
      include: query.get('include') ?? '',
      offset: page * limit,
    },
  };
}

/** An unknown sort leaves the order as it is. */
function sorted(items: readonly StoredItem[], sort: string | undefined, isDescending: boolean): readonly StoredItem[] {
  const value = SORTS[sort ?? ''];
  if (!value) return items;
  const direction = isDescending ? -1 : 1;
  return [...items].sort((a, b) => direction * compare(value(a), value(b)));
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function createFilter(filter: string | undefined, now: number): (item: StoredItem) => boolean {
  if (filter === undefined) return () => true;
  const [group, encoded] = filter.split('.');
  const value = encoded === undefined ? '' : Buffer.from(decodeURIComponent(encoded), 'base64').toString();
  switch (group) {
    case 'issues':
      return (item) => item.isMissing || item.isInvalid;
    case 'recent':
      return (item) => item.addedAt > now - RECENT_MS;
    case 'missing':
      return (item) => !(metadataOf(item) as unknown as Record<string, unknown>)[value];
    case 'ebooks':
      return (item) => item.book.files.some((file) => file.fileType === 'ebook');
    default:
      return () => true;
  }
}
