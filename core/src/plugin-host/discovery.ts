import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { compare, valid } from 'semver';

/** A package that says it is a plugin; nothing of it has been checked or run. */
export interface DiscoveredPlugin {
  readonly source: 'bundled' | 'installed';
  /** Absolute. */
  readonly dir: string;
  /** `dir` for messages: without what lies above the root. */
  readonly path: string;
  /** Parsed package.json; absent when it cannot be read. */
  readonly pkg?: unknown;
  /** The plugin's id as its install directory says. */
  readonly expectedId?: string;
}

export interface DiscoveryOptions {
  /** Directories whose `node_modules`, or that of a directory above, hold plugins: core's own install root. */
  readonly pluginRoots: readonly string[];
  /** `<data>/plugins`, where `<id>/<version>/node_modules/<name>` are. */
  readonly installedDir?: string;
  /** The version in use of an installed plugin; the highest when it answers `undefined`. */
  readonly activeVersion?: (id: string) => string | undefined;
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

async function discoverInstalled(options: DiscoveryOptions): Promise<DiscoveredPlugin[]> {
  const base = options.installedDir;
  if (base === undefined) return [];
  const found: DiscoveredPlugin[] = [];
  for (const id of await entriesOf(base)) {
    if (id.startsWith('.') || !(await isDirectory(join(base, id)))) continue;
    const versions = (await entriesOf(join(base, id))).filter((version) => valid(version) !== null).sort(compare);
    const version = options.activeVersion?.(id) ?? versions.at(-1);
    if (version === undefined) continue;
    const dir = join(base, id, version);
    const packages = await scan(join(dir, 'node_modules'), base, 'installed', id);
    const own = packages.filter(({ pkg }) => (pkg as { lectern?: { id?: unknown } }).lectern?.id === id);
    found.push(...(own.length > 0 ? own : packages));
    if (packages.length === 0) found.push({ source: 'installed', dir, path: relative(base, dir), expectedId: id });
  }
  return found;
}

/** Finds every plugin, ours and installed ones alike. An installed one takes the place of a bundled one with its id. */
export async function discoverPlugins(options: DiscoveryOptions): Promise<DiscoveredPlugin[]> {
  const installed = await discoverInstalled(options);
  const all = [...installed, ...(await discoverBundled(options.pluginRoots))];
  const idOf = ({ pkg, expectedId }: DiscoveredPlugin) => {
    const { name, lectern } = (pkg ?? {}) as { name?: string; lectern?: { id?: string } };
    return lectern?.id ?? expectedId ?? name;
  };
  return all.filter((one, index) => all.findIndex((other) => idOf(other) === idOf(one)) === index);
}
