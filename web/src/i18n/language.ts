import { chooseLanguage, languageOf, PSEUDO_LOCALE, type LanguageTag } from '@lectern/messages';
import { speak, spokenLanguage } from './catalog.js';

/** The language of the person who signed in here last, so that the first paint has it; or the pseudo-locale. `public/boot.js` reads it too. */
const REMEMBERED = 'lectern-locale';
/** Set by developers: `localStorage['lectern-developer'] = 'yes'`. */
const DEVELOPER = 'lectern-developer';

/** A browser may keep nothing. */
function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(language: string | null): void {
  try {
    if (language === null) localStorage.removeItem(REMEMBERED);
    else localStorage.setItem(REMEMBERED, language);
  } catch {
    // then the next visit begins in the language of the browser
  }
}

export function isPseudo(): boolean {
  return remembered(REMEMBERED) === PSEUDO_LOCALE;
}

export function isDeveloper(): boolean {
  return isPseudo() || remembered(DEVELOPER) !== null;
}

/** Shows the pseudo-locale, or no longer. */
export function showPseudo(on: boolean): void {
  remember(on ? PSEUDO_LOCALE : null);
  globalThis.location.reload();
}

/** The language to begin with, before it is known who is there. */
export function firstLanguage(): LanguageTag {
  const last = remembered(REMEMBERED);
  return chooseLanguage([...(last === null ? [] : [last]), ...navigator.languages]);
}

/** Speaks what a person chose; as the browser says where that is `null`. */
export async function speakTo(choice: string | null): Promise<void> {
  if (isPseudo()) return;
  remember(choice);
  await speak(chooseLanguage([...(choice === null ? [] : [choice]), ...navigator.languages]));
}

/** The language in which the server is to answer, as a value of `Accept-Language`. */
export function askedLanguage(): string {
  return isPseudo() ? PSEUDO_LOCALE : spokenLanguage();
}

/** The locale for dates and numbers: the reader's own variant of the language, such as `en-GB`, if the browser names one. */
export function formatLocale(language: LanguageTag): string {
  return navigator.languages.find((wish) => wish === language || wish.startsWith(`${language}-`)) ?? language;
}

/** Says to the browser, and to what reads the page aloud, which language it is in. */
export function markPage(language: LanguageTag): void {
  document.documentElement.lang = language;
  document.documentElement.dir = languageOf(language).direction;
}
