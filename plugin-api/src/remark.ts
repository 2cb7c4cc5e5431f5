import { isIntegrationError, type PluginSentence } from './integration-error.js';

/**
 * A sentence about what a check found, of the plugin's message files: people read it in their language where the plugin has it. See
 * {@link createDetail}.
 *
 * @since 1.7.0
 */
export interface CheckDetail extends PluginSentence {
  /** The same in English, which is what logs, tests and readers of other languages see. */
  readonly text: string;
}

/**
 * What a plugin says to people beside its errors. A string is what the service said in its own words, which are the same in every language.
 * What the plugin itself says is a sentence of its message files, as {@link createDetail} makes it.
 *
 * @since 1.8.0
 */
export type Remark = string | CheckDetail;

/**
 * An error as a remark: the sentence that it says, or its message if it has none.
 *
 * ```ts
 * return { id, name, status: 'failed', error: remarkOf(error) };
 * ```
 *
 * @since 1.8.0
 */
export function remarkOf(error: Error): Remark {
  const sentence = isIntegrationError(error) ? error.sentence : undefined;
  return sentence === undefined ? error.message : { ...sentence, text: error.message };
}
