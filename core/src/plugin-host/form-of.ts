import { withFormWords, type JsonObject } from '@lectern/plugin-api';
import type { Say } from '../platform/words/index.js';
import type { PluginInfo } from './plugin-host.js';

/** The form of a plugin's settings in the language of whoever fills it in. */
export function formOf({ id: plugin, settingsSchema = {} }: Pick<PluginInfo, 'id' | 'settingsSchema'>, say: Say): JsonObject {
  return withFormWords(settingsSchema, (key, text) => say({ plugin, key, text }));
}

/** What a plugin says it is for, in the language of the reader. */
export function descriptionOf({ id: plugin, description: text }: Pick<PluginInfo, 'id' | 'description'>, say: Say): string | undefined {
  return text === undefined ? undefined : say({ plugin, key: 'manifest.description', text });
}
