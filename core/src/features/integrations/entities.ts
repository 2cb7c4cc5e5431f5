import { EntitySchema } from 'typeorm';

const integration = new EntitySchema({
  name: 'Integration',
  tableName: 'integrations',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    pluginId: { type: 'varchar', length: 100 },
    name: { type: 'varchar', length: 200 },
    enabled: { type: 'boolean' },
    priority: { type: 'integer' },
    settings: { type: 'text' },
    secretsSealed: { type: 'text', nullable: true },
    pluginVersion: { type: 'varchar', length: 50 },
    pathMappings: { type: 'text' },
    subscriptions: { type: 'text' },
    createdAt: { type: 'varchar', length: 24 },
    updatedAt: { type: 'varchar', length: 24 },
  },
});

const pluginStorage = new EntitySchema({
  name: 'PluginStorage',
  tableName: 'plugin_storage',
  columns: {
    integrationId: { type: 'varchar', length: 36, primary: true },
    key: { type: 'varchar', length: 200, primary: true },
    value: { type: 'text' },
  },
});

export const integrationEntities = [integration, pluginStorage];
