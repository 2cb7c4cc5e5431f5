import { IntegrationError, type JsonObject } from '@lectern/plugin-api';
import type { FieldError } from '../platform/http/validation.js';
import type { LoadedPlugin } from './loader.js';
import type { IntegrationStore, StoredIntegration } from './ports.js';
import type { SettingsOutcome } from './settings-schema.js';

/** Says what is wrong with settings, at the first wrong field. */
export function settingsProblem(name: string, errors: readonly FieldError[]): IntegrationError {
  const text = errors.map(({ path, message }) => `${path.slice(1) || 'the settings'} ${message}`).join('; ');
  const field = errors[0]?.path.split('/')[1];
  return new IntegrationError(
    'INTEGRATION_MISCONFIGURED',
    `The settings of ${name} have to be completed: ${text}.`,
    field ? { field } : {},
  );
}

/**
 * Settings as a plugin gets them: secrets in, brought to the shape of the plugin's present version, defaults filled
 * in, valid.
 *
 * @throws whatever `migrateSettings` throws
 */
export async function fullSettings(
  stored: StoredIntegration,
  plugin: LoadedPlugin,
  store: IntegrationStore,
): Promise<SettingsOutcome<JsonObject>> {
  const { settings: schema, definition } = plugin;
  const raw: JsonObject = { ...stored.settings, ...stored.secrets };
  if (!schema) return { ok: true, value: raw };
  if (!definition?.migrateSettings || stored.pluginVersion === plugin.version) return schema.validate(raw);
  const outcome = schema.validate(definition.migrateSettings(structuredClone(raw), stored.pluginVersion));
  if (outcome.ok) await store.saveMigrated?.(stored.id, { ...schema.split(outcome.value), pluginVersion: plugin.version });
  return outcome;
}
