/** Who uses plugins for themselves: the ids of the people, by the id of the plugin. One statement. */
export type PluginPeople = () => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/** Where people use plugins for themselves. */
export interface PluginPeopleDependencies {
  readonly shelfStore: { readonly people: PluginPeople };
  readonly personalTargets: { readonly people: PluginPeople };
}

/** Puts them together: somebody with two shelves of one site is one person. */
export function createPluginPeople({ shelfStore, personalTargets }: PluginPeopleDependencies): PluginPeople {
  return async () => {
    const all = new Map<string, Set<string>>();
    for (const found of await Promise.all([shelfStore.people(), personalTargets.people()]))
      for (const [pluginId, people] of found) all.set(pluginId, new Set([...(all.get(pluginId) ?? []), ...people]));
    return all;
  };
}
