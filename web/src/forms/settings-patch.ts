import { isSecret } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * What is sent when a form is saved: plain values as they are, a secret only when it was typed (text) or cleared (null).
 * A plain value that was emptied is sent as null, which the server takes as "clear".
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
    } else if (value !== undefined) patch[name] = value;
    else if (saved[name] !== undefined) patch[name] = null;
  }
  return patch;
}
