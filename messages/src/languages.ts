export interface Language {
  /** BCP 47. */
  readonly tag: string;
  /** What its own speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** What stands between names. */
  readonly comma: string;
  /** What stands between a label and what it is about. */
  readonly colon: string;
  /** What ends a sentence. */
  readonly stop: string;
  /** Whether people may choose it. What a language lacks is English; `npm run translations` says how much that is. */
  readonly isOffered: boolean;
}

/** The languages that have messages, English first. */
export const LANGUAGES = [
  { tag: 'en', name: 'English', direction: 'ltr', comma: ', ', colon: ': ', stop: '.', isOffered: true },
  { tag: 'de', name: 'Deutsch', direction: 'ltr', comma: ', ', colon: ': ', stop: '.', isOffered: true },
  { tag: 'fr', name: 'Français', direction: 'ltr', comma: ', ', colon: '\u00a0: ', stop: '.', isOffered: true },
  { tag: 'es', name: 'Español', direction: 'ltr', comma: ', ', colon: ': ', stop: '.', isOffered: true },
  { tag: 'ja', name: '日本語', direction: 'ltr', comma: '、', colon: '：', stop: '。', isOffered: true },
  { tag: 'ar', name: 'العربية', direction: 'rtl', comma: '، ', colon: ': ', stop: '.', isOffered: true },
] as const satisfies readonly Language[];

export type LanguageTag = (typeof LANGUAGES)[number]['tag'];

/** A language that people may choose. */
export type OfferedTag = Extract<(typeof LANGUAGES)[number], { readonly isOffered: true }>['tag'];

const ALL: readonly (Language & { readonly tag: LanguageTag })[] = LANGUAGES;

/** The languages that people may choose. */
export const OFFERED_LANGUAGES = ALL.filter((language): language is Language & { readonly tag: OfferedTag } => language.isOffered);

/** English for a tag without messages. */
export function languageOf(tag: string): (typeof ALL)[number] {
  return ALL.find((language) => language.tag === tag) ?? LANGUAGES[0];
}

/**
 * The first offered language among wishes such as `['de-AT', 'en']`; English if none is offered.
 */
export function chooseLanguage(wishes: readonly string[]): OfferedTag {
  for (const wish of wishes) {
    const [primary = ''] = wish.toLowerCase().split('-');
    const found = OFFERED_LANGUAGES.find(({ tag }) => tag === primary);
    if (found) return found.tag;
  }
  return 'en';
}
