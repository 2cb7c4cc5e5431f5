import { IntegrationError, type IntegrationErrorCode, type IntegrationErrorOptions, type PluginSentence } from '@lectern/plugin-api';
import { inEnglish, type Said } from './sentence.js';

type Options = Omit<IntegrationErrorOptions, 'sentence'>;
type MakeError = new (code: IntegrationErrorCode, message: string, options?: IntegrationErrorOptions) => IntegrationError;

/**
 * An error of a call to a service or a plugin, which says a sentence of the server.
 *
 * @param make its class
 */
export function spokenError(
  code: IntegrationErrorCode,
  said: Said,
  options: Options = {},
  make: MakeError = IntegrationError,
): IntegrationError {
  // the server's sentences may be filled in with more than those of plugins
  return new make(code, inEnglish(said), typeof said === 'string' ? options : { ...options, sentence: said as PluginSentence });
}
