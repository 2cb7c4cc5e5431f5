import type { JsonObject, JsonValue } from '@lectern/plugin-api';
import type { Ajv, ValidateFunction } from 'ajv';
import { sizesFirst } from '../platform/http/sizes-first.js';
import { createAjv, describeErrors, type FieldError } from '../platform/http/validation.js';
import { plainSchema } from './plain-schema.js';
import { sentence } from '../platform/words/index.js';

/** Settings in the two parts in which they are stored. */
export interface SplitSettings {
  readonly settings: JsonObject;
  readonly secrets: JsonObject;
}

export type SettingsOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: readonly FieldError[] };

/** A compiled settings schema of a plugin. */
export interface SettingsSchema {
  readonly schema: JsonObject;
  /** Names of all fields. */
  readonly fields: readonly string[];
  /** Names of the secret fields. Only the schema decides which fields are secret. */
  readonly secretFields: readonly string[];
  /** @returns the settings with defaults filled in */
  validate(settings: JsonObject): SettingsOutcome<JsonObject>;
  /** Fills in defaults without validating, for drafts. */
  withDefaults(settings: JsonObject): JsonObject;
  split(settings: JsonObject): SplitSettings;
  /**
   * Applies a form's patch and validates the outcome. A missing member keeps its value, `null` clears it, and a masked
   * string is refused.
   */
  merge(current: SplitSettings, patch: JsonObject): SettingsOutcome<SplitSettings>;
  /** Names of the secrets that have a value. */
  secretsSet(secrets: JsonObject): string[];
}

interface Property {
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly properties?: Record<string, Property>;
  readonly items?: Property;
}

type Branch = { readonly properties?: Record<string, Property> } | undefined;

const MASKED = /^([*•●∙·]{2,}|\[redacted\])$/;

function isSecret(property: Property): boolean {
  return property.format === 'password' && property.writeOnly === true;
}

function findSecrets(schema: JsonObject): string[] {
  const branches = [schema, schema.then, schema.else] as unknown as readonly Branch[];
  const properties = branches.flatMap((branch) => Object.entries(branch?.properties ?? {}));
  for (const [name, property] of properties) {
    if (isSecret(property) !== (property.format === 'password' || property.writeOnly === true)) {
      throw new Error(`${name}: a secret has both format "password" and writeOnly true`);
    }
    const nested = Object.values({ ...property.properties, ...property.items?.properties });
    if (nested.some((inner) => inner.format === 'password' || inner.writeOnly === true)) {
      throw new Error(`${name}: secrets are members of the settings themselves, never of their parts`);
    }
  }
  return [...new Set(properties.filter(([, property]) => isSecret(property)).map(([name]) => name))];
}

/** The most UTF-16 units of one text, and the most values. A form never has as many. */
const LONGEST_TEXT = 10_000;
const MOST_VALUES = 2_000;

/**
 * Finds what is too large for settings. It runs before the schema does, because the patterns in a schema come from the
 * plugin's author and may take a time that grows with the square of the text.
 */
function oversize(settings: JsonObject): FieldError | undefined {
  const left: { readonly path: string; readonly value: JsonValue }[] = [{ path: '', value: settings }];
  for (let seen = 0; seen < left.length; seen += 1) {
    const { path, value } = left[seen] as (typeof left)[number];
    if (typeof value === 'string' && value.length > LONGEST_TEXT)
      return { path, message: sentence('field.most_characters', { most: LONGEST_TEXT }) };
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries<JsonValue>(value)) {
      if (left.length > MOST_VALUES) return { path: '', message: sentence('field.most_values', { most: MOST_VALUES }) };
      left.push({ path: path === '' ? `/${name}` : path, value: inner });
    }
  }
  return undefined;
}

let metaSchema: Ajv | undefined;

/** Checks a schema. One instance checks them all, because compiling the schema of schemas takes as long as compiling those of all plugins. @throws Error */
function assertIsSchema(schema: JsonObject): void {
  metaSchema ??= createAjv();
  void metaSchema.validateSchema(schema, true);
}

/** @throws Error saying what is wrong with it */
function compile(schema: JsonObject): ValidateFunction {
  assertIsSchema(schema);
  return createAjv({ strictTypes: true, strictRequired: false }).compile(sizesFirst(schema) as JsonObject);
}

/**
 * Compiles a settings schema.
 *
 * @param isOurs whether it came with the server, where tests have seen that it compiles: it is compiled when it is first needed, because
 * compiling those of all plugins takes a quarter of a start
 * @throws Error saying what is wrong with it
 */
export function createSettingsSchema(schema: JsonObject, isOurs = false): SettingsSchema {
  if (schema.type !== 'object' || schema.additionalProperties !== false) {
    throw new Error('a settings schema has type "object" and additionalProperties false');
  }
  let compiled = isOurs ? undefined : compile(schema);
  const checker = () => (compiled ??= compile(schema));
  const secretFields = findSecrets(schema);

  function validate(settings: JsonObject): SettingsOutcome<JsonObject> {
    const tooMuch = oversize(settings);
    if (tooMuch) return { ok: false, errors: [tooMuch] };
    const value = structuredClone(settings);
    const check = checker();
    return check(value) ? { ok: true, value } : { ok: false, errors: describeErrors(check.errors ?? []) };
  }

  function split(settings: JsonObject): SplitSettings {
    const parts: { settings: JsonObject; secrets: JsonObject } = { settings: {}, secrets: {} };
    for (const [name, value] of Object.entries(settings)) parts[secretFields.includes(name) ? 'secrets' : 'settings'][name] = value;
    return parts;
  }

  return {
    schema: plainSchema(schema) as JsonObject,
    fields: Object.keys(schema.properties ?? {}),
    secretFields,
    validate,
    split,
    withDefaults(settings) {
      // validated later, and refused
      if (oversize(settings)) return settings;
      const value = structuredClone(settings);
      checker()(value);
      return value;
    },
    merge(current, patch) {
      const masked = secretFields.filter((name) => typeof patch[name] === 'string' && MASKED.test(patch[name]));
      if (masked.length > 0) {
        return {
          ok: false,
          errors: masked.map((name) => ({ path: `/${name}`, message: sentence('field.mask') })),
        };
      }
      const merged = new Map<string, JsonValue>(Object.entries({ ...current.settings, ...current.secrets }));
      for (const [name, value] of Object.entries(patch)) {
        if (value === null) merged.delete(name);
        else merged.set(name, value);
      }
      const outcome = validate(Object.fromEntries(merged));
      return outcome.ok ? { ok: true, value: split(outcome.value) } : outcome;
    },
    secretsSet: (secrets) => secretFields.filter((name) => secrets[name] !== undefined && secrets[name] !== null && secrets[name] !== ''),
  };
}
