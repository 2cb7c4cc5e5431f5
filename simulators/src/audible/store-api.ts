import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';
import type { DemoBook } from './demo-book.js';
import { demoCategories } from './demo-categories.js';
import { chaptersOf, toProduct, toRelationships } from './product.js';
import { foldText, type AudibleWorld } from './world.js';

const KNOWN_GROUPS = new Set(
  'contributors,product_attrs,product_desc,product_details,product_extended_attrs,media,rating,series,category_ladders,relationships,customer_rights,sku,category_metadata,products,chapter_info,sample'.split(
    ',',
  ),
);

function wordsOf(query: string): string[] {
  return foldText(query).split(' ').filter(Boolean);
}

function hasAll(folded: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => folded.includes(` ${word}`));
}

function matches(text: string, query: string): boolean {
  return hasAll(` ${foldText(text)} `, wordsOf(query));
}

/** Of each book once: catalogues of thousands of books are searched thousands of times. */
const haystacks = new WeakMap<DemoBook, string>();

function foldedHaystack(book: DemoBook): string {
  const folded = haystacks.get(book) ?? ` ${foldText(haystack(book))} `;
  haystacks.set(book, folded);
  return folded;
}

/** All a keyword search looks at. */
function haystack(book: DemoBook): string {
  return [
    book.title,
    book.subtitle ?? '',
    ...book.authors.map(({ name }) => name),
    ...book.narrators,
    ...(book.series ?? []).map(({ name }) => name),
  ].join(' ');
}

/** The country of the store that is asked, which shows in its language only: `de` of `de-DE`. */
function countryOf(request: SimulatorRequest): string {
  return /^[a-z]{2}-([A-Z]{2})\b/.exec(request.headers['accept-language'] ?? '')?.[1]?.toLowerCase() ?? 'us';
}

function pictureOf({ id, bio }: { readonly id: string; readonly bio?: string }, origin: string): object {
  return bio === undefined ? {} : { profile_image_url: `${origin}/portraits/${id}.png` };
}

function select(world: AudibleWorld, country: string, query: URLSearchParams): DemoBook[] {
  const tests: ((book: DemoBook) => boolean)[] = [];
  const add = (name: string, test: (book: DemoBook, wanted: string) => boolean): void => {
    const wanted = query.get(name);
    if (wanted) tests.push((book) => test(book, wanted));
  };
  const keywords = query.get('keywords');
  if (keywords) {
    const words = wordsOf(keywords);
    tests.push((book) => hasAll(foldedHaystack(book), words));
  }
  add('title', (book, wanted) => matches(`${book.title} ${(book.series ?? []).map(({ name }) => name).join(' ')}`, wanted));
  add('author', (book, wanted) => book.authors.some(({ name }) => matches(name, wanted)));
  add('narrator', (book, wanted) => book.narrators.some((name) => matches(name, wanted)));
  add('publisher', (book, wanted) => matches(book.publisher ?? '', wanted));
  add('category_id', (book, wanted) => world.inCategory(book, wanted));
  return world.booksIn(country).filter((book) => tests.every((test) => test(book)));
}

function sortBooks(world: AudibleWorld, books: DemoBook[], order: string | null): DemoBook[] {
  const date = (book: DemoBook): string => world.releaseDate(book) ?? '2200-01-01';
  switch (order) {
    case '-ReleaseDate':
      return books.sort((a, b) => date(b).localeCompare(date(a)));
    case 'ReleaseDate':
      return books.sort((a, b) => date(a).localeCompare(date(b)));
    case 'Title':
      return books.sort((a, b) => a.title.localeCompare(b.title));
    case 'AvgRating':
      return books.sort((a, b) => (b.rating?.average ?? 0) - (a.rating?.average ?? 0));
    default:
      return books;
  }
}

export interface StoreApiOptions {
  /** Results after which every further page repeats the last one, as the real service does. */
  readonly ceiling: number;
  readonly retiredGroups: readonly string[];
}

/** The store's catalogue interface below `/1.0`. */
export function createStoreApi(world: AudibleWorld, options: StoreApiOptions) {
  function list(query: URLSearchParams, country: string, origin: string): SimulatorResponse {
    const asins = query.get('asins');
    if (asins !== null) {
      const products = asins.split(',').map((asin) => {
        const book = world.bookIn(country, asin);
        return book ? toProduct(book, world, origin) : { asin };
      });
      return { body: { products, response_groups: ['always-returned'] } };
    }
    const found = sortBooks(world, select(world, country, query), query.get('products_sort_by'));
    const size = Math.min(50, Math.max(1, Number(query.get('num_results') ?? 10)));
    const page = Number(query.get('page') ?? 0);
    const lastAllowed = Math.ceil(options.ceiling / size) - 1;
    const start = Math.min(page, lastAllowed) * size;
    return {
      body: {
        products: found.slice(start, start + size).map((book) => toProduct(book, world, origin)),
        response_groups: ['always-returned'],
        total_results: found.length,
      },
    };
  }

  function one(asin: string, groups: string, country: string, origin: string): SimulatorResponse {
    const book = world.bookIn(country, asin);
    if (book) {
      const relationships = groups.includes('relationships') ? { relationships: toRelationships(book) } : {};
      return { body: { product: { ...toProduct(book, world, origin), ...relationships }, response_groups: ['always-returned'] } };
    }
    const members = world.seriesMembers(asin.toUpperCase());
    if (members.length === 0) return { body: { product: { asin }, response_groups: ['always-returned'] } };
    const relationships = members.map(({ book: member, part }, index) => ({
      asin: member.asin,
      relationship_to_product: 'child',
      relationship_type: 'series',
      sequence: part,
      sort: String(index + 1),
    }));
    return {
      body: {
        product: { asin, content_delivery_type: 'BookSeries', title: members[0]?.name, relationships },
        response_groups: ['always-returned', 'relationships'],
      },
    };
  }

  function chapters(asin: string): SimulatorResponse {
    const book = world.book(asin);
    const rows = book ? chaptersOf(book) : [];
    if (rows.length === 0) return { status: 404, body: { message: 'no such content' } };
    const totalMs = (book?.durationMinutes ?? 0) * 60_000;
    return {
      body: {
        content_metadata: {
          chapter_info: {
            brandIntroDurationMs: 0,
            brandOutroDurationMs: 0,
            chapters: rows.map(({ title, startMs, lengthMs }) => ({
              length_ms: lengthMs,
              start_offset_ms: startMs,
              start_offset_sec: Math.round(startMs / 1000),
              title,
            })),
            is_accurate: true,
            runtime_length_ms: totalMs,
            runtime_length_sec: Math.round(totalMs / 1000),
          },
        },
        response_groups: ['always-returned', 'chapter_info'],
      },
    };
  }

  return (request: SimulatorRequest, path: string, origin: string): SimulatorResponse | undefined => {
    const groups = request.query.get('response_groups') ?? '';
    if (groups.split(',').some((group) => group !== '' && (!KNOWN_GROUPS.has(group) || options.retiredGroups.includes(group)))) {
      return { status: 400, body: { error_code: '000307', message: 'unknown response group' } };
    }
    if (path === '/1.0/catalog/products') return list(request.query, countryOf(request), origin);
    const content = /^\/1\.0\/content\/([^/]+)\/metadata$/.exec(path);
    if (content?.[1]) return chapters(content[1]);
    if (path === '/1.0/catalog/categories') {
      return { body: { categories: demoCategories, response_groups: ['always-returned', 'category_metadata'] } };
    }
    const contributor = /^\/1\.0\/catalog\/contributors\/([^/]+)$/.exec(path);
    if (contributor?.[1]) {
      const author = world.author(contributor[1]);
      if (!author) return { status: 404, body: { message: 'no such contributor' } };
      return {
        body: {
          contributor: { contributor_id: author.id, name: author.name, bio: author.bio ?? '', ...pictureOf(author, origin) },
          response_groups: ['always-returned'],
        },
      };
    }
    const product = /^\/1\.0\/catalog\/products\/([^/]+)$/.exec(path);
    return product?.[1] ? one(product[1], groups, countryOf(request), origin) : undefined;
  };
}
