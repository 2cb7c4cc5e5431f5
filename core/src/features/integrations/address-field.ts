import type { IntegrationError, IntegrationErrorCode, JsonObject } from '@lectern/plugin-api';
import { PluginFault, type SettingsSchema } from '../../plugin-host/index.js';

/** Faults that a wrong address explains: nothing, or something else, answers there. */
const OF_THE_ADDRESS: readonly IntegrationErrorCode[] = ['INTEGRATION_UNAVAILABLE', 'INTEGRATION_BAD_RESPONSE'];

/**
 * The setting to check if a service does not answer properly and its plugin names none: the only required setting with
 * a web address. If there are several, or none, it is unknown.
 *
 * @param settings secrets included, since a webhook's address is one
 */
export function addressField(error: IntegrationError, schema: SettingsSchema | undefined, settings: JsonObject): string | undefined {
  // another address does not cure a defect in a plugin
  if (error instanceof PluginFault || !OF_THE_ADDRESS.includes(error.code)) return undefined;
  const required = schema?.schema['required'];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const addresses = names.filter((name) => typeof settings[name] === 'string' && /^https?:\/\//i.test(settings[name]));
  return addresses.length === 1 ? addresses[0] : undefined;
}
