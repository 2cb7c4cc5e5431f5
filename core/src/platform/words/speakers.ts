import { languageOf, PSEUDO_LOCALE, pseudoMarked, type LanguageTag, type Messages } from '@lectern/messages';
import { loadServerWords } from '@lectern/messages/server';
import { fillIn, inEnglish, messageIn, type Said, type Sentence } from './sentence.js';

/** Puts a sentence into words. */
export type Say = (said: Said) => string;

/** A language that sentences can be said in. The pseudo-locale shows to those who look for it what is in no file. */
export type SpokenTag = LanguageTag | typeof PSEUDO_LOCALE;

/** What the plugins say, by plugin and language. */
export type PluginWords = (plugin: string, tag: LanguageTag) => Messages | undefined;

export interface Speakers {
  /** What puts sentences into words in a language; a sentence without words there is English. */
  readonly in: (tag: SpokenTag) => Promise<Say>;
}

/** A plugin's message. What it lacks in a language is English, which a sentence within another does not carry along. */
function messageOf({ key, text }: Sentence, plugin: string, language: LanguageTag, ofPlugin: PluginWords): string | undefined {
  return ofPlugin(plugin, language)?.[key] ?? (text === undefined ? ofPlugin(plugin, 'en')?.[key] : undefined);
}

function speakerOf(tag: SpokenTag, own: Messages, ofPlugin: PluginWords): Say {
  const isPseudo = tag === PSEUDO_LOCALE;
  const language = isPseudo ? 'en' : languageOf(tag).tag;
  const say: Say = (said) => {
    if (typeof said === 'string') return said;
    const message = said.plugin === undefined ? messageIn(own, said.key) : messageOf(said, said.plugin, language, ofPlugin);
    if (message === undefined) return inEnglish(said);
    return fillIn(message, said.values, { locale: language, say }, isPseudo);
  };
  return isPseudo ? (said) => (typeof said === 'string' ? said : pseudoMarked(say(said))) : say;
}

/** Speaks all languages that there are messages of; each is loaded once, when it is first asked for. */
export function createSpeakers(ofPlugin: PluginWords = () => undefined): Speakers {
  const known = new Map<SpokenTag, Promise<Say>>();
  const load = async (tag: SpokenTag): Promise<Say> => speakerOf(tag, await loadServerWords(tag === PSEUDO_LOCALE ? 'en' : tag), ofPlugin);
  return {
    in(tag) {
      const speaker = known.get(tag) ?? load(tag);
      known.set(tag, speaker);
      return speaker;
    },
  };
}
