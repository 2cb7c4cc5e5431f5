import { serverWords as english } from './en/server/index.js';
import type { LanguageTag } from './languages.js';
import type { Messages } from './messages.js';

/** The keys of the sentences of the server. */
export type ServerKey = keyof typeof english;

/** The sentences of the server in English, with the types of their texts. */
export const ENGLISH_WORDS = english;

const LANGUAGES: Readonly<Record<LanguageTag, () => Promise<Messages>>> = {
  en: () => Promise.resolve(english),
  de: async () => (await import('./de/server.json', { with: { type: 'json' } })).default,
  fr: async () => (await import('./fr/server.json', { with: { type: 'json' } })).default,
  es: async () => (await import('./es/server.json', { with: { type: 'json' } })).default,
  ja: async () => (await import('./ja/server.json', { with: { type: 'json' } })).default,
  ar: async () => (await import('./ar/server.json', { with: { type: 'json' } })).default,
};

/** What a language itself has of the sentences of the server. */
export function loadOwnServerWords(tag: LanguageTag): Promise<Messages> {
  return LANGUAGES[tag]();
}

/** The sentences of the server in a language. What it lacks is English. */
export async function loadServerWords(tag: LanguageTag): Promise<Messages> {
  return { ...english, ...(await LANGUAGES[tag]()) };
}
