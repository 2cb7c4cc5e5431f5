import { readFile } from 'node:fs/promises';
import { validRange } from 'semver';
import { InstallError } from './install-error.js';
import { presetRegistry } from './npm-registry-address.js';
import { sentence, type Sentence } from '../../platform/words/index.js';

const TAG = /^[a-z][a-z0-9._-]*$/i;
const ALIAS = /^npm:((?:@[a-z0-9._-]+\/)?[a-z0-9._-]+)(?:@(.*))?$/i;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function outside(said: Sentence): InstallError {
  return new InstallError('INSTALL_DEPENDENCY_OUTSIDE', said);
}

/** Whether npm looks a spec up in the registry: a version, a range, a tag, or an alias of one of them. */
function isOfRegistry(spec: string): boolean {
  const alias = ALIAS.exec(spec.trim());
  const wanted = alias ? (alias[2] ?? '') : spec.trim();
  return wanted === '' || validRange(wanted) !== null || TAG.test(wanted);
}

/**
 * Checks that a package needs nothing from outside the registry. For anything else npm would run git, and programs from
 * the repository, before anybody has seen what they are.
 *
 * @throws InstallError INSTALL_DEPENDENCY_OUTSIDE
 */
export function checkDependencies(pkg: Json, label: string): void {
  for (const member of ['dependencies', 'optionalDependencies']) {
    const named = pkg[member];
    for (const [name, spec] of Object.entries(isObject(named) ? named : {})) {
      if (typeof spec === 'string' && isOfRegistry(spec)) continue;
      throw outside(
        sentence('install.dependency_outside', { plugin: label, name: name.slice(0, 214), source: String(spec).slice(0, 200) }),
      );
    }
  }
}

/** Sources outside the registry that an installation may have: path in `node_modules` → the source as npm records it. */
export type OwnSources = Readonly<Record<string, string>>;

async function problemOf(path: string, entry: unknown, registryOrigin: string, own: OwnSources): Promise<string | undefined> {
  if (!isObject(entry)) return 'nowhere';
  const { resolved, link, inBundle } = entry;
  if (link === true) return `the folder ${String(resolved)}`;
  // it comes inside the archive of another package
  if (resolved === undefined) return inBundle === true ? undefined : 'nowhere';
  if (typeof resolved !== 'string') return 'nowhere';
  if (own[path] === resolved) return undefined;
  const origin = URL.canParse(resolved) ? new URL(resolved).origin : undefined;
  if (origin === undefined) return resolved;
  // a mirror repeats the addresses of npm's own registry, and npm asks the mirror for them
  return origin === registryOrigin || origin === new URL(await presetRegistry()).origin ? undefined : resolved;
}

/**
 * Checks by npm's lock file what npm will fetch or has fetched. Everything except our own additions must come from the
 * registry.
 *
 * @throws InstallError INSTALL_DEPENDENCY_OUTSIDE
 */
export async function checkLockFile(path: string, label: string, registryUrl: string, own: OwnSources): Promise<void> {
  const lock: unknown = JSON.parse(await readFile(path, 'utf8'));
  const packages = isObject(lock) && isObject(lock.packages) ? lock.packages : undefined;
  if (!packages) throw new InstallError('INSTALL_NPM_FAILED', sentence('install.lock_file'));
  const { origin } = new URL(registryUrl);
  for (const [folder, entry] of Object.entries(packages)) {
    if (folder === '') continue;
    const from = await problemOf(folder, entry, origin, own);
    if (from === undefined) continue;
    const name = folder.replace(/^.*node_modules\//, '').slice(0, 214);
    throw outside(sentence('install.dependency_from', { plugin: label, name, source: from.slice(0, 200) }));
  }
}
