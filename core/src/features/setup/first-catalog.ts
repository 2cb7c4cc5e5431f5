import type { JsonObject } from '@lectern/plugin-api';
import type { BoundProvider, PluginHost, PluginInfo } from '../../plugin-host/index.js';
import type { Actor } from '../audit/index.js';

export interface FirstCatalogDeps {
  readonly host: Pick<PluginHost, 'plugins' | 'settings' | 'providers'>;
  readonly integrations: {
    countByKind(): Promise<Partial<Readonly<Record<string, number>>>>;
    create(input: { readonly pluginId: string; readonly name: string; readonly settings: JsonObject }, actor: Actor): Promise<unknown>;
  };
  /** Saves the region for which titles are shown. */
  readonly chooseRegion: (region: string, actor: Actor) => Promise<unknown>;
}

/** Regions that go by another code than their country. */
const OTHER_CODES: Readonly<Record<string, string>> = { gb: 'uk' };

/** A plugin that came with the server and works as it is: every setting it requires has a default. */
function worksAsItIs(plugin: PluginInfo, host: FirstCatalogDeps['host']): boolean {
  if (plugin.source !== 'bundled' || plugin.state !== 'ready' || plugin.instances === 'per-user') return false;
  return plugin.provides.includes('catalog') && (host.settings(plugin.id)?.validate({}).ok ?? true);
}

/** The first of the regions that one of the countries has, in the order of the countries. */
function regionOf(countries: readonly string[], regions: readonly string[]): string | undefined {
  const codes = countries.map((country) => country.toLowerCase()).map((code) => [code, OTHER_CODES[code] ?? code]);
  return codes.flat().find((code) => regions.includes(code));
}

async function regionsOf(provider: BoundProvider<'catalog'> | undefined): Promise<string[]> {
  return (await provider?.call('regions', async (catalog) => catalog.regions.map(({ id }) => id))) ?? [];
}

/**
 * Connects the one catalogue that needs nothing to be entered, so that there is something to see before anything is
 * configured. Nothing happens where there is a catalogue already, or more than one that could be meant.
 *
 * @param countries ISO codes of where the person may be, the likeliest first
 */
export async function connectFirstCatalog(
  { host, integrations, chooseRegion }: FirstCatalogDeps,
  countries: readonly string[],
  actor: Actor,
): Promise<void> {
  if (((await integrations.countByKind())['catalog'] ?? 0) > 0) return;
  const [plugin, ...others] = host.plugins().filter((candidate) => worksAsItIs(candidate, host));
  if (!plugin || others.length > 0) return;
  await integrations.create({ pluginId: plugin.id, name: plugin.displayName, settings: {} }, actor);
  const provider = host.providers('catalog').find(({ pluginId }) => pluginId === plugin.id);
  const region = regionOf(countries, await regionsOf(provider));
  if (region !== undefined) await chooseRegion(region, actor);
}
