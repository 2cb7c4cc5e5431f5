import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { StorageStore } from '../../plugin-host/index.js';
import * as entities from './entities.js';
import { createIntegrationStore, type IntegrationRecords } from './integration-store.js';
import { createPluginStorageStore } from './plugin-storage-store.js';

interface Gives {
  readonly integrationStore: IntegrationRecords;
  readonly pluginStorage: StorageStore;
}

export const integrationRecords = defineFeature<PlatformServices, Gives>({
  name: 'integration-records',
  entities,
  services: {
    integrationStore: (c) => createIntegrationStore(c),
    pluginStorage: (c) => createPluginStorageStore(c),
  },
});
