import { isIntegrationError, type PluginSentence, type Remark } from '@lectern/plugin-api';
import { foreignWords, type ForeignWords } from './foreign-words.js';
import { isSentence, type Sentence, type SentenceValue } from './sentence.js';

/** Keys of the sentences with which the server itself says what a plugin's call met: no connection, a refused key. */
const OWN = 'fault.';

const plugins = new WeakMap<object, string>();

/** Notes which plugin threw an error, whose message files have its sentence. */
export function noteThrower<E>(error: E, plugin: string): E {
  if (isIntegrationError(error)) plugins.set(error, plugin);
  return error;
}

/** A sentence within an error, of the server or of the plugin that threw it; `undefined` if it is not known which plugin that was. */
function spoken(said: PluginSentence | Sentence, thrower: string | undefined): Sentence | undefined {
  const { key, values, plugin = thrower, text } = said as Sentence;
  const isOwn = key.startsWith(OWN);
  if (!isOwn && plugin === undefined) return undefined;
  const filled = Object.entries<SentenceValue>(values ?? {}).map(([name, value]) => {
    const inner = typeof value === 'object' && 'key' in value ? (spoken(value, thrower) ?? value) : value;
    return [name, inner] as const;
  });
  return {
    key,
    ...(filled.length === 0 ? {} : { values: Object.fromEntries(filled) }),
    ...(isOwn ? {} : { plugin }),
    ...(text === undefined ? {} : { text }),
  };
}

/** The sentence of an error of the server that was made with one, such as that of a file. */
function ownSentence(error: unknown): Sentence | undefined {
  const said = error instanceof Error ? (error as { readonly said?: unknown }).said : undefined;
  return isSentence(said) ? said : undefined;
}

/** What an error says: its sentence if it has one, or else its message, which is the same in every language. */
export function saidOf(error: unknown): Sentence | ForeignWords {
  const own = ownSentence(error);
  if (own) return own;
  const text = error instanceof Error ? error.message : String(error);
  const said = isIntegrationError(error) && error.sentence !== undefined ? spoken(error.sentence, plugins.get(error)) : undefined;
  return said === undefined ? foreignWords(text) : { ...said, text };
}

/** What a plugin's remark says: its sentence if it is one, or else its words, which are the same in every language. */
export function saidOfRemark(remark: Remark, plugin: string): Sentence | ForeignWords {
  return typeof remark === 'string' ? foreignWords(remark) : (spoken(remark, plugin) ?? foreignWords(remark.text));
}
