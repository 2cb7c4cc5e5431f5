import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { compare, valid } from 'semver';
import { INSTALL_MARKER } from './installer/install-layout.js';

/** A package that says it is a plugin. Nothing of it has been checked or run. */
export interface DiscoveredPlugin {
  readonly source: 'bundled' | 'installed';
  /** Absolute. */
  readonly dir: string;
  /** `dir` for messages, without the part above the root. */
  readonly path: string;
  /** Parsed package.json; absent when it cannot be read. */
  readonly pkg?: unknown;
  /** The plugin's id, according to its install directory. */
  readonly expectedId?: string;
  /** The plugin that should be there, for messages when it is not. */
  readonly expected?: ExpectedPlugin;
  /** The package that comes with Lectern, has the same id, and steps aside. */
  readonly insteadOf?: string;
  /** Directory of everything that belongs to it, its dependencies included; `dir` when absent. */
  readonly root?: string;
}

/** The record of an installed plugin. */
export interface ExpectedPlugin {
  readonly id: string;
  readonly packageName: string;
  readonly version: string;
}

export interface DiscoveryOptions {
  /** Directories whose `node_modules`, or one above them, contains plugins: core's own install root. */
  readonly pluginRoots: readonly string[];
  /** `<data>/plugins`, where `<id>/<version>/node_modules/<name>` are. */
  readonly installedDir?: string;
  /** The version of an installed plugin that is in use. If `undefined`, it is the highest that was put there by hand. */
  readonly activeVersion?: (id: string) => string | undefined;
  /** Plugins that are listed even if they are not on the disk. */
  readonly expected?: readonly ExpectedPlugin[];
}

async function entriesOf(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).sort();
  } catch {
    return [];
  }
}

async function isDirectory(dir: string): Promise<boolean> {
  try {
    return (await stat(dir)).isDirectory();
  } catch {
    return false;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Names a plugin may have: ours, `lectern-plugin-*`, `@any/lectern-plugin-*`. */
async function packageNames(modules: string): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await entriesOf(modules)) {
    if (entry.startsWith('lectern-plugin-')) names.push(entry);
    if (!entry.startsWith('@')) continue;
    const scoped = await entriesOf(join(modules, entry));
    names.push(...scoped.filter((name) => entry === '@lectern' || name.startsWith('lectern-plugin-')).map((name) => `${entry}/${name}`));
  }
  return names;
}

async function readPackage(dir: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function saysItIsAPlugin(pkg: unknown): boolean {
  const { keywords, lectern } = (pkg ?? {}) as { keywords?: unknown; lectern?: unknown };
  return lectern !== undefined || (Array.isArray(keywords) && keywords.includes('lectern-plugin'));
}

async function scan(modules: string, base: string, source: DiscoveredPlugin['source'], expectedId?: string): Promise<DiscoveredPlugin[]> {
  const found: DiscoveredPlugin[] = [];
  for (const name of await packageNames(modules)) {
    const dir = join(modules, name);
    const pkg = await readPackage(dir);
    if (saysItIsAPlugin(pkg)) found.push({ source, dir, path: relative(base, dir), pkg, expectedId });
  }
  return found;
}

function ancestors(dir: string): string[] {
  const above = dirname(dir);
  return above === dir ? [dir] : [dir, ...ancestors(above)];
}

async function discoverBundled(roots: readonly string[]): Promise<DiscoveredPlugin[]> {
  const bases = [...new Set(roots.flatMap((root) => ancestors(resolve(root))))];
  const found = await Promise.all(bases.map((base) => scan(join(base, 'node_modules'), base, 'bundled')));
  return found.flat();
}

/** Versions without the mark of an installation. A version with the mark counts only if there is a record of it. */
async function versionsByHand(dir: string): Promise<string[]> {
  const versions = (await entriesOf(dir)).filter((version) => valid(version) !== null).sort(compare);
  const marked = await Promise.all(versions.map((version) => isFile(join(dir, version, INSTALL_MARKER))));
  return versions.filter((_, index) => !marked[index]);
}

async function discoverInstalled(options: DiscoveryOptions): Promise<DiscoveredPlugin[]> {
  const base = options.installedDir;
  if (base === undefined) return [];
  const found: DiscoveredPlugin[] = [];
  const expected = new Map((options.expected ?? []).map((one) => [one.id, one]));
  for (const id of new Set([...(await entriesOf(base)), ...expected.keys()])) {
    if (id.startsWith('.') || !(expected.has(id) || (await isDirectory(join(base, id))))) continue;
    const version = expected.get(id)?.version ?? options.activeVersion?.(id) ?? (await versionsByHand(join(base, id))).at(-1);
    if (version === undefined) continue;
    const dir = join(base, id, version);
    const packages = await scan(join(dir, 'node_modules'), base, 'installed', id);
    const own = packages.filter(({ pkg }) => (pkg as { lectern?: { id?: unknown } }).lectern?.id === id);
    const missing = { source: 'installed', dir, path: relative(base, dir) } as const;
    const all = own.length > 0 ? own : packages.length > 0 ? packages : [missing];
    found.push(...all.map((one) => ({ ...one, expectedId: id, expected: expected.get(id), root: dir })));
  }
  return found;
}

/** The id of a plugin that is not loaded yet. */
export function discoveredId({ pkg, path, expectedId }: DiscoveredPlugin): string {
  const { name, lectern } = (pkg ?? {}) as { name?: unknown; lectern?: { id?: unknown } };
  const ids = [lectern?.id, expectedId, name].filter((id): id is string => typeof id === 'string' && id !== '');
  return ids[0] ?? path;
}

/** Finds all bundled and installed plugins. An installed plugin replaces the bundled one with its id. */
export async function discoverPlugins(options: DiscoveryOptions): Promise<DiscoveredPlugin[]> {
  const installed = await discoverInstalled(options);
  const bundled = await discoverBundled(options.pluginRoots);
  const aside = new Map(bundled.map((one) => [discoveredId(one), (one.pkg as { readonly name?: unknown }).name]));
  const marked = installed.map((one) => {
    const insteadOf = aside.get(discoveredId(one));
    return typeof insteadOf === 'string' ? { ...one, insteadOf } : one;
  });
  const all = [...marked, ...bundled];
  return all.filter((one, index) => all.findIndex((other) => discoveredId(other) === discoveredId(one)) === index);
}
