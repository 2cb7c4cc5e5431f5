import type { KnownPlugin } from './plugin-manager.js';
import { discoveredId, discoverPlugins } from '../../plugin-host/index.js';

/** The plugins that come with the server, even if an installed one replaces one of them. */
export async function bundledPlugins(roots: readonly string[]): Promise<readonly KnownPlugin[]> {
  const found = await discoverPlugins({ pluginRoots: roots });
  return found.map((one) => {
    const id = discoveredId(one);
    const { name } = (one.pkg ?? {}) as { name?: unknown };
    return { id, packageName: typeof name === 'string' ? name : id, source: 'bundled' };
  });
}
