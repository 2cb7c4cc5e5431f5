import { languageOf } from './languages.js';

/** A letter of a script that is written from right to left: Hebrew, Arabic, Syriac, Thaana, N’Ko and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Any other letter. */
const LEFT_TO_RIGHT = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff])\p{L}/u;

/** An address, a path, or the ending of a file, which begin or end with marks that have no direction of their own. */
const PLACE = /^(?:[a-z][a-z\d+.-]*:\/\/|[a-z]:[\\/]|\.{0,2}[\\/]|~\/)/i;
/** One in a message. A letter before it would make it a part of something else, unless that letter is Arabic: “وhttps://”. */
const PLACE_IN_TEXT = /(?<![\w}\]/:@.-])(?:https?:\/\/|[/@.](?=[a-z])|\/(?=\.[a-z])|@\^?(?=\d))(?:[\w…~:/.@%?&=+-]*[\w…/])?/gi;

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

function isRightToLeft(locale: string): boolean {
  const [primary = ''] = locale.split('-');
  return languageOf(primary).direction === 'rtl';
}

const ISOLATES = /[\u2066-\u2069]/;

/** The text outside of its isolates, or all of it where they are not closed. Read once, whatever somebody nests. */
function withoutIsolates(text: string): string {
  if (!ISOLATES.test(text)) return text;
  let depth = 0;
  let outside = '';
  for (const character of text) {
    const isMark = ISOLATES.test(character);
    if (isMark) depth += character === POP_DIRECTIONAL_ISOLATE ? -1 : 1;
    if (depth < 0) return text;
    if (!isMark && depth === 0) outside += character;
  }
  return depth === 0 ? outside : text;
}

const inLeftToRight = (text: string) => `${LEFT_TO_RIGHT_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`;

/**
 * A piece of a message in whose words places stand, such as “/sabnzbd”: in a sentence from right to left each is isolated, since its slash
 * would land at the other end.
 *
 * @param locale of the message, BCP 47
 * @param isOpen whether a value follows at once, which could go on with a place at the end
 */
export function withIsolatedPlaces(text: string, locale: string, isOpen = false): string {
  if (!isRightToLeft(locale)) return text;
  return text.replace(PLACE_IN_TEXT, (place, at: number) => (isOpen && at + place.length === text.length ? place : inLeftToRight(place)));
}

/**
 * A value that may be written against the direction of the sentence keeps its own: otherwise the punctuation at its end lands at the wrong
 * side, and numbers beside it change places. Places are written from left to right, whatever the script of their folders. Any other value
 * is returned as it is, and so is a sentence that has isolated its own values: if it has no other letters, such as “Prowlarr: …”, it would be
 * taken for one from left to right.
 *
 * @param locale of the sentence, BCP 47
 */
export function isolated(value: string, locale: string): string {
  const isRtl = isRightToLeft(locale);
  if (PLACE.test(value) && (isRtl || RIGHT_TO_LEFT.test(value))) return inLeftToRight(value);
  const foreign = isRtl ? LEFT_TO_RIGHT : RIGHT_TO_LEFT;
  return foreign.test(withoutIsolates(value)) ? `${FIRST_STRONG_ISOLATE}${value}${POP_DIRECTIONAL_ISOLATE}` : value;
}
