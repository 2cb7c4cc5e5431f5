import { textKey } from '../text-key.js';
import { isGivenName } from './given-names.js';
import { hideSlashesOfWords, showSlashesOfWords } from './word-with-slash.js';

const STOP = new Set(
  'the of and in to for with a an is my at on from or it its this that how why what who when where into under over your our his her their not no all you i we are was be by as der die das und im le la les des du et el los las un une der ein eine il lo gli и в на с о vs versus without after before beyond before between'.split(
    ' ',
  ),
);
const PARTICLES = new Set(
  'de da di du del della van von der den ter la le el al bin ibn ap st saint y e dos das af zu of mac mc ten op'.split(' '),
);
const TITLE_WORDS = new Set(
  'book books novel story stories tale tales war wars world worlds empire king kings queen prince princess crown throne throne blood bone bones fire ice shadow shadows light dark darkness night day days time year years house home road city town island sea river mountain sky star stars moon sun earth dragon dragons wolf girl girls boy woman women men man wife husband mother father daughter son sister brother child children life death love heart soul mind dream dreams secret secrets lost last first final new old great little big black white red blue green golden silver game games rising return fall rise edge end beginning chronicles saga series trilogy cycle archive files collection complete works guide history art science law club society murder mystery detective killer ghost ghosts witch wizard magic sword blade diary letters journey adventures adventure poems essays memoir biography second third  rainbow seven six snow heaven heavens hell paradise garden summer winter spring autumn forest tower bridge station wings wind water stone storm habits money power rich poor thinking habit mindset gods god angel angels devil monster monsters alien planet space ship'.split(
    ' ',
  ),
);
/** Authors known by one name. */
const MONONYMS = new Set(
  'homer virgil plato voltaire ovid moliere colette aristotle seneca epictetus sophocles euripides aeschylus herodotus thucydides plutarch petrarch confucius dante stendhal saki horace lucretius boccaccio tacitus livy xenophon aesop hesiod aristophanes laozi sappho cicero anonymous гомер'.split(
    ' ',
  ),
);
const SUFFIX = /[,\s]+(?:jr|sr|ii|iii|iv|ph\.?d|m\.?d|esq)\.?$/i;
const TITLES = /^(?:dr|sir|prof|professor|mrs?|ms|lord|lady|rev|saint|st)\.?\s+/i;

/**
 * How much a text looks like one person's name: negative if it cannot be one, about 1 for a known given name with a
 * surname.
 */
export function personScore(text: string): number {
  const bare = text.trim().replace(SUFFIX, '').replace(TITLES, '');
  if (bare === '' || /[\d?!:#@"“”[\](){}|/&+]/.test(bare)) return -1;
  const turned = turnRound(bare);
  if (turned === undefined && bare.includes(',')) return -1;
  const words = (turned ?? bare).replace(/\.(?=\S)/g, '. ').split(/\s+/);
  if (words.length > 5) return -1;
  const keys = words.map((word) => textKey(word));
  const lowerCase = bare === bare.toLowerCase();
  let score = turned === undefined ? 0 : 0.4;
  const real = keys.filter((key) => key.length > 1 && !PARTICLES.has(key)).length;
  const initials = words
    .slice(0, -1)
    .filter((word, index) => /^\p{Lu}\.?$/u.test(word) || (index === 0 && /^\p{Lu}{2,3}$/u.test(word))).length;
  for (const [index, key] of keys.entries()) {
    const word = words[index] ?? '';
    const inner = index > 0 && index < keys.length - 1;
    if (STOP.has(key) && !(PARTICLES.has(key) && inner) && !/^\p{Lu}\.?$/u.test(word)) return -1;
    if (/['’]s$/i.test(word)) score -= 0.6;
    if (TITLE_WORDS.has(key) && key !== 'king') score -= 0.35;
    if (!lowerCase && /^\p{Ll}/u.test(word) && !PARTICLES.has(key)) score -= 0.4;
    if (word.length > 3 && word === word.toUpperCase() && word !== word.toLowerCase()) score -= 0.2;
    if (inner && PARTICLES.has(key) && key.length > 1) score += 0.2;
  }
  const first = keys[0] ?? '';
  const given = isGivenName(first) || first.split(' ').some((part) => isGivenName(part));
  if (words.length === 1 && MONONYMS.has(first)) return 0.6;
  if (words.length === 1) return score + (given ? 0.1 : 0.15) + (words[0]?.includes('-') === true ? -0.1 : 0);
  if (words.length <= 4) score += 0.25;
  if (given) score += 0.5;
  if (initials > 0 && initials < words.length && real > 0) score += 0.45;
  if (isGivenName(keys.at(-1) ?? '') && !given && words.length === 2) score += 0.15;
  return score;
}

/** `Sanderson, Brandon` → `Brandon Sanderson`; `undefined` for any other form. */
function turnRound(text: string): string | undefined {
  const match = /^((?:(?:van|von|de|le|la|der|den|du|del)\s+){0,2}[^\s,]+(?:\s[^\s,]+)?),\s*([^\s,]+(?:\s+[^\s,]+){0,2})$/iu.exec(text);
  if (match === null) return undefined;
  const last = match[1] ?? '';
  const first = match[2] ?? '';
  const firstKey = textKey(first).split(' ')[0] ?? '';
  const looksGiven = isGivenName(firstKey) || /^\p{Lu}\.?(?:\s?\p{Lu}\.?)*$/u.test(first);
  const lastWords = last.split(/\s+/);
  const isWhole = (words: readonly string[]): boolean =>
    words.filter((word) => /^\p{L}[\p{L}'’-]+$/u.test(word) && !PARTICLES.has(textKey(word))).length > 1;
  // two whole names are two people
  if (isWhole(lastWords) && isWhole(first.split(/\s+/))) return undefined;
  if (!looksGiven || (lastWords.length > 1 && isGivenName(textKey(lastWords[0] ?? '')))) return undefined;
  return `${first} ${last}`;
}

const ROLE =
  /\b(?:translat(?:ed|or|ion)|edit(?:ed|or)|foreword|introduction|illustrat(?:ed|or)|afterword|preface|übersetz\w*|traduit|traduction)\b/iu;

/** Whether a text names a translator, editor or writer of a foreword. */
export function isOtherRole(text: string): boolean {
  return ROLE.test(text);
}

/** Normalizes a name: order, initials with dots and blanks, no stray characters. */
export function cleanName(text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').replace(/^[\s,;–—-]+|[\s,;–—-]+$/gu, '');
  const ordered = turnRound(trimmed) ?? trimmed;
  return ordered
    .replace(/(\p{Lu})\.(?=\p{L})/gu, '$1. ')
    .split(' ')
    .map((word) => (/^\p{Lu}$/u.test(word) ? `${word}.` : word))
    .flatMap((word) =>
      /^[A-Z]{2,3}$/.test(word) && ordered.includes(' ') && !/^(?:II|III|IV|MD|PHD)$/.test(word)
        ? [...word].map((letter) => `${letter}.`)
        : [word],
    )
    .join(' ');
}

/** Splits a list of names (`A, B & C`); translators and the like are left out. */
export function splitPeople(text: string): string[] {
  const whole = text.trim();
  if (whole === '') return [];
  if (turnRound(whole) !== undefined) return [cleanName(whole)];
  const names: string[] = [];
  for (const part of hideSlashesOfWords(whole).split(/\s*(?:;|&|\+|\/|\s(?:and|with|und|et|y|и)\s)\s*/iu)) {
    if (turnRound(part) !== undefined) names.push(cleanName(part));
    else names.push(...part.split(/\s*,\s*/).map(cleanName));
  }
  return names
    .map(showSlashesOfWords)
    .filter((name) => name !== '' && !isOtherRole(name) && !/^(?:et al\.?|others|various|jr\.?|sr\.?|ph\.?d\.?)$/i.test(name));
}

/** {@link personScore} of a list: the mean of its members. */
export function peopleScore(text: string): number {
  const parts = /[,;&+]|\sand\s/i.test(text) ? splitPeople(text) : [text];
  if (parts.length === 0 || parts.length > 6) return -1;
  const scores = parts.map((part) => personScore(part));
  const list = parts.length > 1;
  // one name that is surely a person's vouches for others that might be
  const isVouchedFor = Math.max(...scores) >= 0.7 && Math.min(...scores) >= 0.2;
  if (list && !isVouchedFor && scores.some((score) => score < 0.4)) return Math.min(-0.2, ...scores);
  return scores.reduce((sum, score) => sum + score, 0) / parts.length;
}
