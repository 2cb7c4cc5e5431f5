import type { Catalog, PluginContext } from '@lectern/plugin-api';
import type { AudnexusClient } from './audnexus-client.js';
import { createAuthors } from './authors.js';
import { createBookDetails } from './book-details.js';
import { coverAt } from './cover-size.js';
import type { StoreClient } from './client.js';
import { createProductLists } from './product-lists.js';
import { regionsWithDefault } from './regions.js';
import { createSearch } from './search.js';
import { createSeries } from './series.js';
import type { Settings } from './settings.js';
import { createShelves } from './shelves.js';

/** The catalogue, based on the store and, unless switched off, Audnexus. */
export function createCatalog(
  { settings, log, now }: Pick<PluginContext<Settings>, 'settings' | 'log' | 'now'>,
  store: StoreClient,
  audnexus: AudnexusClient | undefined,
): Required<Catalog> {
  const lists = createProductLists(store, settings.language, now);
  return {
    regions: regionsWithDefault(settings.region),
    search: createSearch(store, lists),
    ...createBookDetails(store, audnexus, log),
    ...createShelves(store, lists, now),
    ...createAuthors(store, lists, audnexus, log),
    ...createSeries(store, lists),
    coverAt: async (coverUrl, { width }) => coverAt(coverUrl, width),
  };
}
