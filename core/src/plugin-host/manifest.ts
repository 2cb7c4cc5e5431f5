import { PROVIDER_KINDS, type PluginManifest } from '@lectern/plugin-api';
import { valid, validRange } from 'semver';
import { createAjv, describeErrors } from '../platform/http/validation.js';

/** What the host reads of a package.json. */
export interface PluginPackage {
  readonly name: string;
  readonly version: string;
  readonly lectern: PluginManifest;
  readonly exports?: unknown;
  readonly main?: string;
}

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const SCHEMA = {
  type: 'object',
  required: ['name', 'version', 'lectern'],
  properties: {
    name: text,
    version: text,
    lectern: {
      type: 'object',
      required: ['manifest', 'id', 'api', 'provides', 'instances', 'displayName', 'settings', 'hosts'],
      properties: {
        manifest: { const: 1 },
        id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)+$' },
        api: text,
        provides: { type: 'array', items: { enum: [...PROVIDER_KINDS] }, uniqueItems: true },
        instances: { enum: ['one', 'many', 'per-user'] },
        displayName: text,
        settings: { type: 'string', pattern: '^\\./(?!.*\\.\\.).+\\.json$' },
        hosts: texts,
        recommends: texts,
      },
    },
  },
};

const validate = createAjv().compile(SCHEMA);

/** Checks a package.json before any code of its package runs. Reports every bad field at once. */
export function checkManifest(pkg: unknown): { readonly pkg: PluginPackage } | { readonly problems: readonly string[] } {
  const problems = validate(pkg)
    ? []
    : describeErrors(validate.errors ?? []).map(({ path, message }) => `${path.slice(1) || 'package.json'} ${message}`);
  const { version, lectern } = (typeof pkg === 'object' && pkg !== null ? pkg : {}) as { version?: unknown; lectern?: { api?: unknown } };
  if (typeof version === 'string' && valid(version) === null) problems.push('version must be a semantic version');
  const api = lectern?.api;
  if (typeof api === 'string' && api !== '' && validRange(api) === null) problems.push('lectern/api must be a range of versions');
  return problems.length > 0 ? { problems } : { pkg: pkg as PluginPackage };
}
