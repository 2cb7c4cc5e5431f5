import { defineEntity, flag, key, nullable, text, time } from '../../platform/db/index.js';

/** The origin of a plugin. */
export type PluginOrigin = 'bundled' | 'registry' | 'upload';

export const PluginEntity = defineEntity('plugins', {
  id: key(text(100)),
  packageName: text(214),
  source: text<PluginOrigin>(10),
  version: nullable(text(100)),
  integrity: nullable(text(200)),
  previousSource: nullable(text<PluginOrigin>(10)),
  previousVersion: nullable(text(100)),
  previousIntegrity: nullable(text(200)),
  enabled: flag(),
  ignoreCompatibility: flag(),
  lastError: nullable(text()),
  lastErrorAt: nullable(time()),
  installedAt: time(),
  updatedAt: time(),
});
