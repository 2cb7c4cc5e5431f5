import type { Catalog, CatalogCategory } from '@lectern/plugin-api';
import type { StoreClient } from './client.js';
import { toPage, type ProductLists } from './product-lists.js';
import type { ListedProduct } from './product-mapper.js';
import { toDay } from './release-date.js';
import { objectsOf, textOf, type Remote } from './schema.js';

/** How long a release counts as new. */
const WINDOW_DAYS = 90;
const DAY_MS = 86_400_000;

function isReleased({ book, hasPlaceholderDate }: ListedProduct, today: string): boolean {
  return !hasPlaceholderDate && (book.releaseDate === undefined || book.releaseDate <= today);
}

function toCategory(entry: Remote): CatalogCategory[] {
  const id = textOf(entry.id);
  const name = textOf(entry.name);
  if (id === undefined || name === undefined) return [];
  const children = objectsOf(entry.children).flatMap(toCategory);
  return [{ id, name, ...(children.length > 0 ? { children } : {}) }];
}

/** Lists for browsing without a search: popular books, new releases, categories. */
export function createShelves(
  store: StoreClient,
  lists: ProductLists,
  now: () => number,
): Required<Pick<Catalog, 'popular' | 'newReleases' | 'categories' | 'category'>> {
  return {
    // The order is sales speed, so preorders and launch-day noise come first.
    popular: async (listing) => {
      const today = toDay(now());
      return toPage(await lists.query({ products_sort_by: 'BestSellers' }, listing, (item) => (isReleased(item, today) ? 'keep' : 'skip')));
    },

    // The order begins in the far future; there is no way to ask for released books only.
    newReleases: async (listing) => {
      const today = toDay(now());
      const oldest = toDay(now() - WINDOW_DAYS * DAY_MS);
      return toPage(
        await lists.query({ products_sort_by: '-ReleaseDate' }, listing, (item) => {
          const { releaseDate } = item.book;
          if (releaseDate === undefined || !isReleased(item, today)) return 'skip';
          return releaseDate < oldest ? 'stop' : 'keep';
        }),
      );
    },

    categories: async (call) => (await store.categories(call)).flatMap(toCategory),

    // A parent is not the union of its children, so each category is queried separately.
    category: async (id, listing) => toPage(await lists.query({ category_id: id, products_sort_by: 'BestSellers' }, listing)),
  };
}
