import type { BookFormat } from '@lectern/plugin-api';
import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { SettingsService } from '../settings/index.js';
import { authorAndSeriesRoutes } from './author-and-series-routes.js';
import { createAnnotate, type Annotate, type OwnedItemsOf, type SavableOf } from './annotate.js';
import { catalogJobs, watchCatalog } from './catalog-jobs.js';
import { createCatalogService, type CatalogService } from './catalog-service.js';
import * as entities from './entities.js';
import type { LibraryBookOf } from './library-book.js';
import type { AvailabilityOf } from './list-answer.js';
import { catalogRoutes } from './routes.js';
import { searchRoutes } from './search-routes.js';
import { createWorkEditor, type WorkEditor } from './work-editor.js';
import { workRoutes } from './work-routes.js';

/** Type of the live event of ASINs that belong together otherwise than before. */
const WORKS_UPDATED = 'works.updated';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
  readonly settings: SettingsService;
  readonly library: { readonly ownedItemsOf: OwnedItemsOf; readonly availabilityOf: AvailabilityOf; readonly libraryBookOf: LibraryBookOf };
  readonly savableBooks: { readonly savableOf: SavableOf };
  readonly homeSections: { shownCategories(): Promise<readonly string[]> };
}

interface Gives {
  readonly catalog: CatalogService;
  readonly annotate: Annotate;
  readonly workEditor: WorkEditor;
}

export const catalog = defineFeature<Needs, Gives>({
  name: 'catalog',
  entities,
  services: {
    catalog: {
      make: (c) =>
        createCatalogService({
          database: c.database,
          host: c.host,
          settings: c.settings,
          shownCategories: () => c.homeSections.shownCategories(),
          log: c.log,
          now: c.now,
        }),
      stop: (made) => made.idle(),
    },
    annotate: (c) =>
      createAnnotate({
        database: c.database,
        ownedItemsOf: (asins) => c.library.ownedItemsOf(asins),
        savableOf: (caller, asins) => c.savableBooks.savableOf(caller, asins),
      }),
    workEditor: (c) =>
      createWorkEditor({
        database: c.database,
        cached: (asins) => c.catalog.cached(asins),
        audit: c.audit,
        onChange: (asins) => c.events.publish({ type: WORKS_UPDATED, data: { asins }, audience: 'everyone' }),
        now: c.now,
      }),
  },
  routes: ({ catalog, annotate, library, workEditor }) => {
    const lists = {
      catalog,
      annotate,
      availabilityOf: (asins: readonly string[], format: BookFormat) => library.availabilityOf(asins, format),
    };
    const libraryBookOf = (asin: string) => library.libraryBookOf(asin);
    return [
      ...searchRoutes(lists),
      ...catalogRoutes({ ...lists, libraryBookOf }),
      ...authorAndSeriesRoutes(lists),
      ...workRoutes({ workEditor }),
    ];
  },
  events: { [WORKS_UPDATED]: 'as published' },
  forget: async ({ catalog }) => ({ count: await catalog.forgetAnswers() }),
  jobs: (c) => catalogJobs(c),
  listen: (c) => watchCatalog(c),
});
