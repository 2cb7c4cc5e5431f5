import type { ProviderKind } from '@lectern/plugin-api';
import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { AuthService } from '../auth/index.js';
import type { KindStandings } from '../integration-records/health-verdict.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { connectFirstCatalog, type FirstCatalogDeps } from './first-catalog.js';
import { setupRoutes } from './routes.js';
import { createSetup, type Setup } from './setup-service.js';

interface Needs extends PlatformServices {
  readonly auth: AuthService;
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly host: PluginHost;
  readonly integrations: FirstCatalogDeps['integrations'] & { standingByKind(): Promise<KindStandings> };
}

interface Gives {
  readonly setup: Setup;
}

export const setup = defineFeature<Needs, Gives>({
  name: 'setup',
  services: {
    setup: (c) =>
      createSetup({
        settings: c.settings,
        users: c.users,
        auth: c.auth,
        log: c.log,
        now: c.now,
        connectCatalog: (countries, actor) =>
          connectFirstCatalog(
            { host: c.host, integrations: c.integrations, chooseRegion: (region, by) => c.settings.update({ server: { region } }, by) },
            countries,
            actor,
          ),
        integrationCounts: async () => {
          const { catalog = 0, indexer = 0, downloadClient = 0, mediaServer = 0, notifier = 0 } = await c.integrations.countByKind();
          return { catalog, indexer, downloadClient, mediaServer, notifier };
        },
        integrationStandings: async () => {
          const known = await c.integrations.standingByKind();
          const of = (kind: ProviderKind) => known[kind] ?? 'none';
          return {
            catalog: of('catalog'),
            indexer: of('indexer'),
            downloadClient: of('downloadClient'),
            mediaServer: of('mediaServer'),
            notifier: of('notifier'),
          };
        },
      }),
  },
  routes: ({ setup }) => setupRoutes({ setup }),
});
