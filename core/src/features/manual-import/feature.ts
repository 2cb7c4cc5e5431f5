import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { CatalogService } from '../catalog/index.js';
import type { ImportPreviewer } from '../imports/index.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import type { RequestList } from '../requests/request-list.js';
import type { RequestService } from '../requests/request-service.js';
import { manualImportRoutes } from './routes.js';

interface Needs extends PlatformServices {
  readonly catalog: CatalogService;
  readonly importPreview: ImportPreviewer;
  readonly requestReader: RequestReader;
  readonly requestList: RequestList;
  readonly requests: RequestService;
}

export const manualImport = defineFeature<Needs>({
  name: 'manual-import',
  services: {},
  routes: (c) =>
    manualImportRoutes({
      catalog: c.catalog,
      preview: c.importPreview,
      requests: c.requestReader,
      list: c.requestList,
      service: c.requests,
    }),
});
