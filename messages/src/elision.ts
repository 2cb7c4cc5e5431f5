/** Words of French that lose their last letter before a vowel, at the end of what stands before a value. */
const ELIDED = /(?<=(?:^|[^\p{L}])(?:d|qu))e $/iu;

/** A mark in a message where a word may lose its last letter; no message holds it. */
const MARK = '\uE001';

/** What French writes with an apostrophe. An h is left alone: some are, some are not. */
const BEFORE_VOWEL = new RegExp(`${MARK}(?=\\u2068?[aeiouàâäéèêëîïôöûüœæ])`, 'giu');

/** Whether values change the words before them: “de Jules Verne”, but “d’Arthur Conan Doyle”. */
export const elides = (locale: string) => /^fr(?:-|$)/.test(locale);

/** Marks the end of a text of French that a value follows. */
export function markElision(text: string): string {
  return text.replace(ELIDED, MARK);
}

/** Puts the apostrophe where the value begins with a vowel, and the letter back where it does not. */
export function elided(text: string): string {
  return text.replace(BEFORE_VOWEL, '’').replaceAll(MARK, 'e ');
}
