import type { CheckDetail } from './remark.js';
import { filledIn, sentenceOf, type GivenValues } from './sentence-values.js';

/** Makes a detail of a check that says a sentence of the plugin's message files. @since 1.7.0 */
export type Detail<Key extends string> = (key: Key, values?: GivenValues) => CheckDetail;

/**
 * Makes details of checks from the English messages of a plugin (`messages/en.json`), as {@link createFault} makes errors.
 *
 * ```ts
 * import english from '../messages/en.json' with { type: 'json' };
 * export const detail = createDetail(english);
 *
 * return { ok: true, details: [detail('downloads_go_to', { folder, space: { bytes } })] };
 * ```
 *
 * @param english the messages by their keys
 * @since 1.7.0
 */
export function createDetail<Key extends string>(english: Readonly<Record<Key, string>>): Detail<Key> {
  return (key, values = {}) => ({ ...sentenceOf(key, values), text: filledIn(english[key], values) });
}
