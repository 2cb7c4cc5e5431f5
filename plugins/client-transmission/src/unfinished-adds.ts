import type { PluginStorage } from '@lectern/plugin-api';

interface Unfinished {
  readonly labels: string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Adds that a crash may have interrupted between the torrent and its labels, which 3.00 accepts only afterwards. */
export interface UnfinishedAdds {
  /** The labels that a torrent should have; `undefined` if none of its adds is unfinished. */
  labelsOf(hash: string): Promise<readonly string[] | undefined>;
  begin(hash: string, labels: readonly string[]): Promise<void>;
  end(hash: string): Promise<void>;
}

const KEY = 'unfinished-adds';
/** After this time, a torrent with this hash is more likely somebody else's. */
const FORGET_AFTER_MS = 86_400_000;

export function createUnfinishedAdds(storage: PluginStorage, now: () => number): UnfinishedAdds {
  let loading: Promise<Map<string, Unfinished>> | undefined;
  let writing = Promise.resolve();

  async function load(): Promise<Map<string, Unfinished>> {
    const stored = await storage.get<Record<string, { labels: string[]; at: number }>>(KEY);
    return new Map(Object.entries(stored ?? {}).filter(([, { at }]) => now() - at < FORGET_AFTER_MS));
  }

  function all(): Promise<Map<string, Unfinished>> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** One at a time, so that an older state never overwrites a newer one. */
  async function save(adds: ReadonlyMap<string, Unfinished>): Promise<void> {
    const write = async () => {
      if (adds.size === 0) await storage.delete(KEY);
      else await storage.set(KEY, Object.fromEntries([...adds].map(([hash, { labels, at }]) => [hash, { labels, at }])));
    };
    const done = writing.then(write);
    writing = done.catch(() => undefined);
    await done;
  }

  return {
    async labelsOf(hash) {
      const found = (await all()).get(hash);
      return found && now() - found.at < FORGET_AFTER_MS ? found.labels : undefined;
    },
    async begin(hash, labels) {
      const adds = await all();
      adds.set(hash, { labels: [...labels], at: now() });
      await save(adds);
    },
    async end(hash) {
      const adds = await all();
      if (adds.delete(hash)) await save(adds);
    },
  };
}
