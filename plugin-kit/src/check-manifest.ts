import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { manifestProblems, PLUGIN_PACKAGE_SCHEMA } from '@lectern/plugin-api';
import { Ajv } from 'ajv';
import { valid, validRange } from 'semver';
import { readJson } from './read-json.js';

interface PackageJson {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly type?: unknown;
  readonly keywords?: unknown;
  readonly engines?: { readonly node?: unknown };
  readonly scripts?: Record<string, unknown>;
  readonly dependencies?: Record<string, unknown>;
  readonly peerDependencies?: Record<string, unknown>;
  readonly lectern?: { readonly api?: unknown; readonly settings?: unknown };
}

const NAME = /^(@lectern\/[a-z0-9-]+|(@[a-z0-9-]+\/)?lectern-plugin-[a-z0-9-]+)$/;
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

type Schema = { readonly properties: { readonly lectern: { readonly properties: Record<string, unknown> } } };

/** The host ignores unknown members; an author has more likely misspelled one. */
function unknownMembers(manifest: object): string[] {
  const known = Object.keys((PLUGIN_PACKAGE_SCHEMA as unknown as Schema).properties.lectern.properties);
  return Object.keys(manifest).filter((name) => !known.includes(name));
}

function checkPackage(pkg: PackageJson): string[] {
  const problems: string[] = [];
  if (typeof pkg.name === 'string' && !NAME.test(pkg.name)) {
    problems.push('name: must be lectern-plugin-… or @anybody/lectern-plugin-…, or it is not found');
  }
  if (typeof pkg.version === 'string' && valid(pkg.version) === null) problems.push('version: must be a semantic version');
  if (!Array.isArray(pkg.keywords) || !pkg.keywords.includes('lectern-plugin')) problems.push('keywords: must hold "lectern-plugin"');
  if (typeof pkg.engines?.node !== 'string') problems.push('engines/node: must name the versions of Node.js it runs on');
  for (const script of INSTALL_SCRIPTS) {
    if (pkg.scripts?.[script] !== undefined) problems.push(`scripts/${script}: the host installs with scripts off, so it never runs`);
  }
  if (pkg.dependencies?.['@lectern/plugin-api'] === undefined) problems.push('dependencies: must hold @lectern/plugin-api');
  const own = Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies }).filter((name) => name.startsWith('@lectern/'));
  for (const name of own.filter((other) => other !== '@lectern/plugin-api')) {
    problems.push(`dependencies: ${name} is not for plugins; @lectern/plugin-api is all there is`);
  }
  if (pkg.peerDependencies?.['@lectern/plugin-api'] !== undefined) {
    problems.push('peerDependencies: @lectern/plugin-api is a dependency, never a peer');
  }
  return problems;
}

/** Lists all faults in a plugin's package.json at once; empty if there are none. */
export function checkManifest(dir: string): string[] {
  const pkg = readJson(join(dir, 'package.json')) as PackageJson;
  const validate = new Ajv({ allErrors: true }).compile(PLUGIN_PACKAGE_SCHEMA);
  const problems = validate(pkg)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath.slice(1) || 'package.json'}: ${error.message ?? 'is invalid'}`);
  problems.push(...checkPackage(pkg));
  const manifest = pkg.lectern;
  if (typeof manifest !== 'object' || manifest === null) return problems;

  problems.push(...unknownMembers(manifest).map((name) => `lectern/${name}: is no member of the manifest`));
  if (typeof manifest.api === 'string' && validRange(manifest.api) === null) problems.push('lectern/api: must be a range of versions');
  const path = typeof manifest.settings === 'string' ? join(dir, manifest.settings) : undefined;
  if (path !== undefined && !existsSync(path)) problems.push('lectern/settings: no such file');
  const fields = path !== undefined && existsSync(path) ? Object.keys(readJson(path).properties ?? {}) : undefined;
  return [...problems, ...manifestProblems(manifest, fields)];
}
