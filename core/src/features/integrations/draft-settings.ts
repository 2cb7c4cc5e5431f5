import type { JsonObject, JsonValue } from '@lectern/plugin-api';
import type { FieldError } from '../../platform/http/validation.js';
import type { SettingsSchema, SplitSettings } from '../../plugin-host/index.js';
import { sentence } from '../../platform/words/index.js';

const NOTHING: SplitSettings = { settings: {}, secrets: {} };

/** The saved values overlaid with those on screen: a missing member keeps its value, `null` clears it. */
export function overlay(saved: JsonObject, draft: JsonObject): JsonObject {
  const values = new Map(Object.entries(saved));
  for (const [name, value] of Object.entries(draft)) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}

function isAddressField(schema: SettingsSchema, name: string): boolean {
  const properties = schema.schema['properties'] as Record<string, { 'x-ui'?: { widget?: string } }> | undefined;
  return properties?.[name]?.['x-ui']?.widget === 'url';
}

function isWebAddress(value: string): boolean {
  return /^\s*https?:/i.test(value);
}

/** Scheme, host and port of an address; for anything else, the text itself. */
function originOf(value: string): string {
  return URL.canParse(value) ? new URL(value).origin : value.trim().toLowerCase();
}

/** The destination of a value, as text to compare; `undefined` if it has none. */
function destination(value: JsonValue | undefined, isAddress: boolean): string | undefined {
  if (typeof value === 'string') return isAddress || isWebAddress(value) ? originOf(value) : undefined;
  if (Array.isArray(value)) {
    const parts = value.map((part) => destination(part, isAddress)).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts.join(' ');
  }
  if (typeof value === 'object' && value !== null) return destination(Object.values<JsonValue>(value), isAddress);
  return undefined;
}

/** Whether settings would reach another service than the saved ones. */
function leadsElsewhere(schema: SettingsSchema, saved: JsonObject, next: JsonObject): boolean {
  const names = new Set([...Object.keys(saved), ...Object.keys(next)]);
  return [...names]
    .filter((name) => !schema.secretFields.includes(name))
    .some((name) => {
      const isAddress = isAddressField(schema, name);
      return destination(saved[name], isAddress) !== destination(next[name], isAddress);
    });
}

/**
 * The complete settings of a draft, with saved secrets filled in. They are filled in only while the draft leads to the
 * same service: somebody who may edit an address must not be able to have the saved key sent to their own server.
 *
 * @returns as errors the secrets that have to be entered again
 */
export function completeDraft(
  schema: SettingsSchema,
  saved: SplitSettings | undefined,
  draft: JsonObject,
): { readonly settings: JsonObject } | { readonly errors: readonly FieldError[] } {
  const { settings, secrets } = saved ?? NOTHING;
  const next = schema.withDefaults(overlay(settings, draft));
  const kept = schema.secretsSet(secrets).filter((name) => !Object.hasOwn(draft, name));
  if (kept.length > 0 && leadsElsewhere(schema, schema.withDefaults(settings), next)) {
    return {
      errors: kept.map((name) => ({ path: `/${name}`, message: sentence('field.enter_again') })),
    };
  }
  return { settings: { ...next, ...Object.fromEntries(kept.map((name) => [name, secrets[name] as JsonValue])) } };
}
