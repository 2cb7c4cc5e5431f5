import { isSecret } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The patch to send when a form is saved: plain values that differ from the saved ones, and a secret only if it was
 * entered (text) or cleared (null). An emptied plain value is sent as null, which the server takes as "clear".
 * Everything else keeps its value, so a form never undoes what it did not show.
 */
export function toSettingsPatch(
  schema: JsonSchema,
  values: Record<string, unknown>,
  saved: Record<string, unknown> = {},
): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  const properties = { ...schema.then?.properties, ...schema.else?.properties, ...schema.properties };
  for (const [name, property] of Object.entries(properties)) {
    const value = values[name];
    if (isSecret(property)) {
      if (typeof value === 'string' && value !== '') patch[name] = value;
      else if (value === null) patch[name] = null;
    } else if (!same(value ?? null, saved[name] ?? null)) patch[name] = value ?? null;
  }
  return patch;
}

/** The values on screen after the saved ones have changed: edits stay, the rest follows. */
export function rebase(
  values: Record<string, unknown>,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const touched = Object.keys({ ...values, ...before }).filter((name) => !same(values[name], before[name]));
  return { ...after, ...Object.fromEntries(touched.map((name) => [name, values[name]])) };
}
