import { defineEntity, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { JsonObject } from '@lectern/plugin-api';
import type { PathPair } from '../../files/path-mapping.js';

export const IntegrationEntity = defineEntity('integrations', {
  id: key(id()),
  pluginId: text(100),
  name: text(200),
  enabled: flag(),
  priority: integer(),
  settings: json<JsonObject>(),
  secretsSealed: nullable(text()),
  pluginVersion: text(50),
  pathMappings: json<PathPair[]>(),
  subscriptions: json<string[]>(),
  createdAt: time(),
  updatedAt: time(),
});

export const PluginStorageEntity = defineEntity('plugin_storage', {
  integrationId: key(id()),
  key: key(text(200)),
  value: text(),
});
