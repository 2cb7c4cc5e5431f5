import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import type { PluginHost } from '../../plugin-host/index.js';
import { integrationFacts } from '../integration-records/integration-facts.js';
import type { AuditService } from '../audit/index.js';
import * as entities from './entities.js';
import { settingsRoutes } from './routes.js';
import { createSettingsService, type SettingsService } from './settings-service.js';

interface Needs extends PlatformServices {
  readonly audit: AuditService;
  readonly host: PluginHost;
}

interface Gives {
  readonly settings: SettingsService;
}

export const settings = defineFeature<Needs, Gives>({
  name: 'settings',
  entities,
  services: {
    settings: (c) =>
      createSettingsService({
        database: c.database,
        audit: c.audit,
        feed: c.feed,
        now: c.now,
        dataDir: c.config.dataDir,
        async findIntegration(id) {
          const facts = await integrationFacts(c.database.read, id);
          return facts && { name: facts.name, provides: c.host.plugin(facts.pluginId)?.provides ?? [] };
        },
        onSaved: (section) => void c.host.hooks.told('settings.saved', { section }),
      }),
  },
  routes: ({ settings }) => settingsRoutes({ settings }),
});
