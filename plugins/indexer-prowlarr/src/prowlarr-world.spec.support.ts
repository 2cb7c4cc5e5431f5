import { startProwlarrSimulator, type DemoRelease, type ProwlarrSimulator, type ProwlarrSimulatorOptions } from '@lectern/simulators';
import type { Downloadable, Indexer, PluginInstance, ReleaseQuery, SearchOutcome, SourceOutcome } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import plugin from './index.js';
import type { ProwlarrSettings } from './settings.js';

/** A simulated Prowlarr with the plugin connected to it. */
export interface World {
  readonly prowlarr: ProwlarrSimulator;
  readonly context: TestContext<ProwlarrSettings>;
  readonly instance: PluginInstance;
  readonly indexer: Indexer;
  search(over?: Partial<ReleaseQuery>, signal?: AbortSignal): Promise<SearchOutcome>;
  /** Finds the only release with that title and resolves it. */
  resolve(title: string): Promise<Downloadable>;
}

export interface WorldOptions extends ProwlarrSimulatorOptions {
  readonly settings?: Partial<ProwlarrSettings>;
  readonly hosts?: readonly string[];
  readonly timeoutMs?: number;
}

export const API_KEY = 'planted-prowlarr-key';

export const never: AbortSignal = new AbortController().signal;

const running: ProwlarrSimulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(baseUrl: string, over: Partial<ProwlarrSettings> = {}): ProwlarrSettings {
  return {
    baseUrl,
    apiKey: API_KEY,
    indexerIds: [],
    tags: [],
    audiobookCategories: [3030, 3000],
    ebookCategories: [7020],
    timeoutSeconds: 90,
    ...over,
  };
}

/** Starts a simulator and a plugin connected to it. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const prowlarr = await startProwlarrSimulator({ apiKey: API_KEY, ...options });
  running.push(prowlarr);
  const context = createTestContext<ProwlarrSettings>({
    settings: settingsFor(prowlarr.baseUrl, options.settings),
    now: Date.now(),
    hosts: options.hosts,
    timeoutMs: options.timeoutMs ?? 2000,
  });
  const instance = plugin.create(context);
  const indexer = instance.provides.indexer as Indexer;
  const search = (over: Partial<ReleaseQuery> = {}, signal = never) =>
    indexer.search({ text: 'hail mary', title: '', authors: [], narrators: [], format: 'audiobook', limit: 100, ...over }, { signal });

  async function resolve(title: string): Promise<Downloadable> {
    const { releases } = await search({ text: title });
    const release = releases.find((entry) => entry.title === title);
    if (!release) throw new Error(`no release ${title} was found`);
    return indexer.resolve(release, { signal: never });
  }

  return { prowlarr, context, instance, indexer, search, resolve };
}

/** A release of the book most specs look for. */
export function hailMary(indexerId: number, over: Partial<DemoRelease> = {}): DemoRelease {
  return {
    title: 'Project Hail Mary by Andy Weir [ENG / M4B]',
    size: 938_213_376,
    protocol: 'torrent',
    seeders: 41,
    indexerId,
    payload: { magnet: 'magnet:?xt=urn:btih:72594c43fd6eabb87d6c79c28de9b1e720ee3d19' },
    ...over,
  };
}

/** The outcome of one source. */
export function sourceOf(outcome: SearchOutcome, id: number): SourceOutcome | undefined {
  return outcome.sources.find((source) => source.id === String(id));
}
