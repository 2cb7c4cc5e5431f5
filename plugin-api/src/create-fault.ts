import { IntegrationError, type IntegrationErrorCode, type IntegrationErrorOptions } from './integration-error.js';
import { filledIn, sentenceOf, type GivenValue } from './sentence-values.js';

/** What the sentence of an error is filled in with. @since 1.6.0 */
export type FaultValue = GivenValue;

/** @since 1.6.0 */
export interface FaultOptions extends Omit<IntegrationErrorOptions, 'sentence'> {
  /** What the placeholders of the sentence are filled in with. */
  readonly values?: Readonly<Record<string, FaultValue>>;
}

/** Makes an error that says a sentence of the plugin's message files. @since 1.6.0 */
export type Fault<Key extends string> = (code: IntegrationErrorCode, key: Key, options?: FaultOptions) => IntegrationError;

/**
 * Makes errors from the English messages of a plugin (`messages/en.json`): the message of an error is the English one, and people
 * with another language read its sentence in theirs, where the plugin has it. The English has plain placeholders only, such as `{name}`; a
 * translation may make a plural of one that is a number.
 *
 * ```ts
 * import english from '../messages/en.json' with { type: 'json' };
 * export const fault = createFault(english);
 *
 * throw fault('INTEGRATION_UNAUTHORIZED', 'key_refused', { field: 'apiKey' });
 * throw fault('INTEGRATION_MISCONFIGURED', 'redirected', { values: { target }, field: 'baseUrl' });
 * ```
 *
 * @param english the messages by their keys
 * @since 1.6.0
 */
export function createFault<Key extends string>(english: Readonly<Record<Key, string>>): Fault<Key> {
  return (code, key, { values = {}, ...options } = {}) =>
    new IntegrationError(code, filledIn(english[key], values), { ...options, sentence: sentenceOf(key, values) });
}
