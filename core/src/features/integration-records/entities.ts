import { defineEntity, flag, id, integer, key, nullable, text, time } from '../../platform/db/index.js';

export const IntegrationEntity = defineEntity('integrations', {
  id: key(id()),
  pluginId: text(100),
  name: text(200),
  enabled: flag(),
  priority: integer(),
  settings: text(),
  secretsSealed: nullable(text()),
  pluginVersion: text(50),
  pathMappings: text(),
  subscriptions: text(),
  createdAt: time(),
  updatedAt: time(),
});

export const PluginStorageEntity = defineEntity('plugin_storage', {
  integrationId: key(id()),
  key: key(text(200)),
  value: text(),
});
