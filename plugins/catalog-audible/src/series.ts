import type { Catalog, CatalogSeries, InRegion } from '@lectern/plugin-api';
import { toAsin, toOpaqueAsin } from './asin.js';
import { LARGEST_PAGE, type StoreClient } from './client.js';
import { toPage, type ProductLists } from './product-lists.js';
import { compact } from './product-mapper.js';
import { objectsOf, textOf, type Product, type Remote } from './schema.js';
import { foldText, hasAllWords } from './text.js';

/** The leading decimal of the store's order, or else of the position; without either, the end of the list. */
function rank(child: Remote): number {
  const order = Number.parseFloat(textOf(child.sort) ?? '');
  const position = Number.parseFloat(textOf(child.sequence)?.replace(/^\D+/, '') ?? '');
  return Number.isFinite(order) ? order : Number.isFinite(position) ? position : Number.POSITIVE_INFINITY;
}

/** Ids of a series' members in reading order, every edition of a position. */
function childrenOf(product: Product): string[] {
  const children = objectsOf(product.relationships).filter((entry) => entry.relationship_to_product === 'child');
  const ordered = [...children].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  return [...new Set(ordered.flatMap((child) => toAsin(textOf(child.asin)) ?? []))];
}

/** Series: found through their books, listed through their children. */
export function createSeries(store: StoreClient, lists: ProductLists): Required<Pick<Catalog, 'searchSeries' | 'series' | 'seriesBooks'>> {
  async function nameFromMembers(id: string, asins: readonly string[], call: InRegion): Promise<string | undefined> {
    const { items } = await lists.byAsins(asins, { ...call, page: 1, limit: LARGEST_PAGE });
    return items.flatMap(({ series }) => series).find((entry) => entry.id === id)?.name;
  }

  return {
    searchSeries: async (name, call) => {
      if (foldText(name) === '') return [];
      const slice = { ...call, page: 1, limit: LARGEST_PAGE };
      const answers = await Promise.all([lists.query({ title: name }, slice), lists.query({ keywords: name }, slice)]);
      const found = new Map<string, { series: CatalogSeries; books: Set<string> }>();
      for (const book of answers.flatMap(({ items }) => items)) {
        for (const entry of book.series) {
          if (entry.id === undefined || !hasAllWords(entry.name, name)) continue;
          const known = found.get(entry.id) ?? { series: { id: entry.id, name: entry.name }, books: new Set() };
          known.books.add(book.asin);
          found.set(entry.id, known);
        }
      }
      return [...found.values()].sort((a, b) => b.books.size - a.books.size).map(({ series }) => series);
    },

    series: async (text, call) => {
      const id = toOpaqueAsin(text);
      if (id === undefined) return undefined;
      const product = await store.product(id, call, { relationships: true });
      const children = childrenOf(product);
      if (children.length === 0 && textOf(product.content_delivery_type) !== 'BookSeries') return undefined;
      const name = textOf(product.title) ?? (await nameFromMembers(id, children, call));
      return name === undefined ? undefined : compact({ id, name, description: textOf(product.publisher_summary) });
    },

    seriesBooks: async (text, listing) => {
      const id = toOpaqueAsin(text);
      if (id === undefined) return { items: [], total: 0 };
      const product = await store.product(id, listing, { relationships: true });
      return toPage(await lists.byAsins(childrenOf(product), listing));
    },
  };
}
