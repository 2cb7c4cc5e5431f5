import { copyAnswer, type IntegrationError, type JsonObject } from '@lectern/plugin-api';
import type { FieldError } from '../platform/http/validation.js';
import { inEnglish, sentence, spokenError } from '../platform/words/index.js';
import { gt, valid } from 'semver';
import { knownSettings, liveMembers, withAside } from './kept-aside.js';
import type { LoadedPlugin } from './loader.js';
import type { IntegrationStore, StoredIntegration } from './ports.js';
import { enter, type SectionOwner } from './sections/sections.js';
import type { SettingsOutcome, SplitSettings } from './settings-schema.js';

/** The error for invalid settings. It names the first wrong field. */
export function settingsProblem(name: string, errors: readonly FieldError[]): IntegrationError {
  const problems = errors.map(({ path, message }) => `${path.slice(1) || 'the settings'} ${inEnglish(message)}`).join('; ');
  const field = errors[0]?.path.split('/')[1];
  return spokenError('INTEGRATION_MISCONFIGURED', sentence('fault.settings_incomplete', { name, problems }), field ? { field } : {});
}

/** Whether an older version of the plugin stored the settings, so that `migrateSettings` is needed. */
function isNewer(version: string, than: string): boolean {
  return valid(version) !== null && valid(than) !== null ? gt(version, than) : version !== than;
}

/**
 * The settings that a plugin gets: valid, with secrets and defaults, and migrated to the plugin's current version. Members
 * that only another version knows stay where they are.
 *
 * @throws whatever `migrateSettings` throws
 */
export async function fullSettings(
  stored: StoredIntegration,
  plugin: LoadedPlugin,
  { store, sections }: { readonly store: IntegrationStore; readonly sections: SectionOwner },
): Promise<SettingsOutcome<JsonObject>> {
  const { settings: schema, definition } = plugin;
  const raw: JsonObject = { ...liveMembers(stored.settings), ...liveMembers(stored.secrets) };
  if (!schema) return { ok: true, value: raw };
  const full = (from: SplitSettings): SettingsOutcome<JsonObject> => {
    const { settings, secrets } = knownSettings(schema, from);
    return schema.validate({ ...settings, ...secrets });
  };
  if (!definition?.migrateSettings || !isNewer(plugin.version, stored.pluginVersion)) return full(stored);
  const answer = enter(sections, () => copyAnswer(definition.migrateSettings?.(structuredClone(raw), stored.pluginVersion)));
  if (answer.problem !== undefined) throw new Error(answer.problem);
  if (typeof answer.copy !== 'object' || answer.copy === null) throw new Error('it answers no settings');
  const migrated = schema.split(answer.copy as JsonObject);
  const outcome = full(withAside(schema, stored, migrated));
  if (!outcome.ok) return outcome;
  const next = withAside(schema, stored, schema.split(outcome.value));
  await store.saveMigrated?.(stored.id, { ...next, pluginVersion: plugin.version });
  return outcome;
}
