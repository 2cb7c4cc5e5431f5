import type { PluginStorage } from './define-plugin.js';

const KEY = 'library-names';

/**
 * The names of the libraries that somebody has chosen, in that order, for the sentence that says which of them are gone: one that the server
 * no longer has is named as it was seen last, and by its id where it never was. What is seen is kept under `library-names`.
 *
 * @param chosen ids
 * @param seen names by id, as the server has them now
 * @since 1.9.0
 */
export async function namesOfChosen(
  storage: PluginStorage,
  chosen: readonly string[],
  seen: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const stored = (await storage.get<Record<string, string>>(KEY)) ?? {};
  const names = Object.fromEntries(chosen.map((id) => [id, seen.get(id) ?? stored[id] ?? id]));
  if (chosen.some((id) => stored[id] !== names[id])) await storage.set(KEY, names);
  return chosen.map((id) => names[id] ?? id);
}
