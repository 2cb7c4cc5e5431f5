import { segmentsOf } from './error-schema.js';
import type { FieldMessage } from './error-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * A list of words or numbers is one field: an error in one entry is shown there, preceded by the entry. Lists of
 * objects have a field for each part and keep their paths.
 */
export function entryMessages(
  messages: readonly FieldMessage[],
  properties: Record<string, JsonSchema>,
  values: Record<string, unknown>,
): FieldMessage[] {
  return messages.map(({ path, message }) => {
    const [name = '', position] = segmentsOf(path);
    const list = values[name];
    if (position === undefined || !Array.isArray(list) || properties[name]?.items?.type === 'object') return { path, message };
    return { path: `/${name}`, message: `“${String(list[Number(position)])}”: ${message}` };
  });
}
