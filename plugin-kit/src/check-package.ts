import { PROVIDER_KINDS } from '@lectern/plugin-api';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Property {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Record<string, Property>;
  readonly items?: Property;
}

const addFormats = addFormatsModule.default;
const SECRET_NAME = /(api|access)?key$|password|passwd|token|secret|webhook/i;
const MANIFEST = {
  type: 'object',
  required: ['manifest', 'id', 'api', 'provides', 'instances', 'displayName', 'settings', 'hosts'],
  additionalProperties: false,
  properties: {
    manifest: { const: 1 },
    id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)+$' },
    api: { type: 'string', minLength: 1 },
    provides: { type: 'array', items: { enum: PROVIDER_KINDS }, uniqueItems: true },
    instances: { enum: ['one', 'many', 'per-user'] },
    displayName: { type: 'string', minLength: 1 },
    settings: { type: 'string', pattern: '^\\./' },
    hosts: { type: 'array', items: { type: 'string', minLength: 1 } },
    recommends: { type: 'array', items: { type: 'string' } },
  },
};

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

/** What is wrong with a plugin's package.json; empty when nothing is. */
export function checkManifest(dir: string): string[] {
  const pkg = readJson(join(dir, 'package.json'));
  const validate = new Ajv({ allErrors: true }).compile(MANIFEST);
  const problems = validate(pkg.lectern)
    ? []
    : (validate.errors ?? []).map((error) => `lectern${error.instancePath}: ${error.message ?? 'is invalid'}`);
  const manifest = (pkg.lectern ?? {}) as { settings?: string; hosts?: string[] };
  if (!Array.isArray(pkg.keywords) || !pkg.keywords.includes('lectern-plugin')) problems.push('keywords: must hold "lectern-plugin"');
  if (typeof manifest.settings !== 'string' || !existsSync(join(dir, manifest.settings)))
    return [...problems, 'lectern/settings: no such file'];
  const properties = (readJson(join(dir, manifest.settings)).properties ?? {}) as Record<string, unknown>;
  for (const host of manifest.hosts ?? []) {
    const field = host.startsWith('settings:') ? host.slice('settings:'.length) : undefined;
    if (field !== undefined && !(field in properties)) problems.push(`lectern/hosts: the settings have no field ${field}`);
  }
  return problems;
}

function checkProperty(name: string, property: Property): string[] {
  const problems: string[] = [];
  if (!property.title) problems.push(`${name}: has no title`);
  if (!property.description) problems.push(`${name}: has no description`);
  const isPassword = property.format === 'password';
  if (isPassword !== (property.writeOnly === true)) problems.push(`${name}: a secret has both format "password" and writeOnly true`);
  if (!isPassword && property.type === 'string' && SECRET_NAME.test(name)) {
    problems.push(`${name}: looks like a secret, but is not marked as one`);
  }
  const nested = property.items?.properties ?? property.properties ?? {};
  return [...problems, ...Object.entries(nested).flatMap(([key, value]) => checkProperty(`${name}.${key}`, value))];
}

/**
 * What is wrong with a plugin's settings schema: draft-07 in ajv's strict mode, an object that takes no further
 * properties, a title and a description on each, secrets marked both ways.
 *
 * @param sample settings that have to be valid
 */
export function checkSettingsSchema(dir: string, sample?: object): string[] {
  const pkg = readJson(join(dir, 'package.json')) as { lectern?: { settings?: string } };
  const schema = readJson(join(dir, pkg.lectern?.settings ?? 'settings.schema.json'));
  const problems: string[] = [];
  if (schema.type !== 'object') problems.push('the schema must have type "object"');
  if (schema.additionalProperties !== false) problems.push('the schema must have additionalProperties false');
  const ajv = new Ajv({ strict: true, strictRequired: false, allErrors: true, useDefaults: true });
  addFormats(ajv);
  ajv.addKeyword('x-ui');
  try {
    const validate = ajv.compile(schema);
    if (sample && !validate(structuredClone(sample))) {
      problems.push(...(validate.errors ?? []).map((error) => `sample${error.instancePath}: ${error.message ?? 'is invalid'}`));
    }
  } catch (error) {
    problems.push(`the schema does not compile: ${(error as Error).message}`);
  }
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Property>);
  return [...problems, ...properties.flatMap(([name, property]) => checkProperty(name, property))];
}
