import type { RegistryOptions } from './registry-client.js';
import { createRegistry, type Registry } from './registry.js';

/** Creates a client for a registry whose address takes a while to find out. The address is looked up when it is first needed. */
export function openRegistry(address: () => Promise<string>, options: Omit<RegistryOptions, 'url'>): Registry {
  let open: Registry | undefined;
  const registry = async () => (open ??= createRegistry({ ...options, url: await address() }));
  return {
    address: async () => (await registry()).address(),
    search: async (wish) => (await registry()).search(wish),
    versions: async (name, signal) => (await registry()).versions(name, signal),
    resolve: async (name, wanted, signal) => (await registry()).resolve(name, wanted, signal),
    download: async (published, signal) => (await registry()).download(published, signal),
  };
}
