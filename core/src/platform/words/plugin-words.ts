import type { LanguageTag, Messages } from '@lectern/messages';
import type { PluginWords } from './speakers.js';

/** The messages of a plugin by language. */
export type MessagesByLanguage = Readonly<Partial<Record<LanguageTag, Messages>>>;

/** What the plugins say. The plugin host fills it, and whoever speaks for plugins reads it. */
export interface PluginWordsRegistry {
  readonly of: PluginWords;
  /** Replaces what a plugin says, as after an update. */
  set(plugin: string, messages: MessagesByLanguage | undefined): void;
}

export function createPluginWords(): PluginWordsRegistry {
  const known = new Map<string, MessagesByLanguage>();
  return {
    of: (plugin, tag) => known.get(plugin)?.[tag],
    set(plugin, messages) {
      if (messages === undefined) known.delete(plugin);
      else known.set(plugin, messages);
    },
  };
}
