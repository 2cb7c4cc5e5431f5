import type { PluginStorage } from '@lectern/plugin-api';

const KEY = 'library-names';

/** Chosen libraries by their names; one that is gone is named as it was seen last, or by its id when it never was. */
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
