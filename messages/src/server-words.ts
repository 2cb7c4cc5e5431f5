import { serverWords as english } from './en/server/index.js';
import type { LanguageTag } from './languages.js';
import type { Messages, Translation } from './messages.js';

/** The keys of the sentences of the server. */
export type ServerKey = keyof typeof english;

/** What each language has of them. */
export type ServerWords = Translation<typeof english>;

/** The sentences of the server in English, with the types of their texts. */
export const ENGLISH_WORDS = english;

const LANGUAGES: Readonly<Record<LanguageTag, () => Promise<Messages>>> = {
  en: () => Promise.resolve(english),
  de: async () => (await import('./de/server/index.js')).serverWords,
  fr: async () => (await import('./fr/server/index.js')).serverWords,
  es: async () => (await import('./es/server/index.js')).serverWords,
  ja: async () => (await import('./ja/server/index.js')).serverWords,
  ar: async () => (await import('./ar/server/index.js')).serverWords,
};

/** The sentences of the server in a language. */
export function loadServerWords(tag: LanguageTag): Promise<Messages> {
  return LANGUAGES[tag]();
}
