import type { JsonValue } from '@lectern/plugin-api';
import { plainLabel } from '../platform/text/plain-label.js';

const LONGEST_DESCRIPTION = 2_000;
/** Members that hold values of settings instead of texts. They must not be changed. */
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'required', 'pattern']);
/** Members that hold schemas by names that the author chose. */
const BY_NAME = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);

function plainHints(hints: JsonValue): JsonValue {
  if (typeof hints !== 'object' || hints === null || Array.isArray(hints)) return hints;
  const words = ['group', 'help', 'placeholder'];
  return Object.fromEntries(
    Object.entries<JsonValue>(hints).map(([name, value]) => [
      name,
      words.includes(name) && typeof value === 'string' ? plainLabel(value, LONGEST_DESCRIPTION) : value,
    ]),
  );
}

function plainMember(name: string, value: JsonValue): JsonValue {
  if (VALUES.has(name)) return value;
  if (name === 'x-ui') return plainHints(value);
  if (typeof value === 'string') {
    if (name === 'title') return plainLabel(value);
    return name === 'description' ? plainLabel(value, LONGEST_DESCRIPTION) : value;
  }
  if (BY_NAME.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(Object.entries<JsonValue>(value).map(([key, inner]) => [key, plainSchema(inner)]));
  }
  return plainSchema(value);
}

/** Cleans the titles and descriptions of a schema by {@link plainLabel}, so that a form may show them. */
export function plainSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries<JsonValue>(schema).map(([name, value]) => [name, plainMember(name, value)]));
}
