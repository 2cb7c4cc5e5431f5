import { manifestProblems, PLUGIN_PACKAGE_SCHEMA, type PluginManifest } from '@lectern/plugin-api';
import type { ValidateFunction } from 'ajv';
import { valid, validRange } from 'semver';
import { createAjv, describeErrors } from '../platform/http/validation.js';
import { inEnglish } from '../platform/words/index.js';

/** The members of a package.json that the host reads. */
export interface PluginPackage {
  readonly name: string;
  readonly version: string;
  readonly lectern: PluginManifest;
  readonly exports?: unknown;
  readonly main?: string;
}

let validate: ValidateFunction | undefined;

/** Checks a package.json before any code of its package runs. Reports all wrong fields at once. */
export function checkManifest(pkg: unknown): { readonly pkg: PluginPackage } | { readonly problems: readonly string[] } {
  // compiled when the first package is read, so that no start waits for it
  validate ??= createAjv().compile(PLUGIN_PACKAGE_SCHEMA);
  const problems = validate(pkg)
    ? []
    : describeErrors(validate.errors ?? []).map(({ path, message }) => `${path.slice(1) || 'package.json'} ${inEnglish(message)}`);
  const { version, lectern } = (typeof pkg === 'object' && pkg !== null ? pkg : {}) as {
    version?: unknown;
    lectern?: { api?: unknown } | null;
  };
  if (typeof version === 'string' && valid(version) === null) problems.push('version must be a semantic version');
  const api = lectern?.api;
  if (typeof api === 'string' && api !== '' && validRange(api) === null) problems.push('lectern/api must be a range of versions');
  problems.push(...manifestProblems(lectern));
  return problems.length > 0 ? { problems } : { pkg: pkg as PluginPackage };
}
