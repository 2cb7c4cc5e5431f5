import { segmentsOf } from './error-schema.js';
import { labelled } from '../i18n/join-names.js';
import { quoted } from '../i18n/quoted.js';
import type { FieldMessage } from './error-schema.js';
import type { JsonSchema } from './json-schema.js';

/**
 * A list of words or numbers is one field: the errors of an entry are shown there together, preceded by the entry. Lists of
 * objects have a field for each part and keep their paths.
 */
export function entryMessages(
  messages: readonly FieldMessage[],
  properties: Record<string, JsonSchema>,
  values: Record<string, unknown>,
): FieldMessage[] {
  const shown = new Map<string, FieldMessage>();
  for (const [index, { path, message }] of messages.entries()) {
    const [name = '', position] = segmentsOf(path);
    const list = values[name];
    const isEntry = position !== undefined && Array.isArray(list) && properties[name]?.items?.type !== 'object';
    const key = isEntry ? `${name}/${position}` : `message ${index}`;
    const before = shown.get(key);
    if (before) before.message += ` ${message}`;
    else if (isEntry) shown.set(key, { path: `/${name}`, message: labelled(quoted(String(list[Number(position)])), message) });
    else shown.set(key, { path, message });
  }
  return [...shown.values()];
}
