import { compactKey, editDistance, textKey, transliterate } from '../text-key.js';

/** How well two spellings of a person agree; 0 means "somebody else". */
export type NameGrade = 0 | 0.6 | 0.8 | 1;

const SHORT_FORMS: readonly (readonly string[])[] = [
  ['stephen', 'steven', 'steve'],
  ['william', 'bill', 'will', 'billy'],
  ['robert', 'rob', 'bob', 'bobby'],
  ['james', 'jim', 'jimmy'],
  ['thomas', 'tom'],
  ['michael', 'mike'],
  ['david', 'dave'],
  ['daniel', 'dan', 'danny'],
  ['katherine', 'catherine', 'kate', 'kathryn'],
  ['elizabeth', 'liz', 'beth', 'eliza'],
  ['joseph', 'joe'],
  ['samuel', 'sam'],
  ['benjamin', 'ben'],
  ['edward', 'ed', 'ted'],
  ['anthony', 'tony'],
  ['leo', 'lev', 'lew', 'leon'],
  ['fyodor', 'fedor', 'feodor'],
  ['nikolai', 'nikolay', 'nicolai'],
  ['alexander', 'aleksandr', 'alexandre'],
  ['jack', 'john'],
];

function sameGivenName(left: string, right: string): boolean {
  if (left === right || left.startsWith(right) || right.startsWith(left)) return true;
  if (SHORT_FORMS.some((forms) => forms.includes(left) && forms.includes(right))) return true;
  return left.length >= 5 && right.length >= 5 && editDistance(left, right, 1) <= 1;
}

const PARTICLES = new Set(['de', 'du', 'di', 'da', 'del', 'della', 'van', 'von', 'der', 'den', 'la', 'le', 'al', 'el']);

function withoutParticles(names: readonly string[]): string[] {
  return names.filter((name, index) => !PARTICLES.has(name) || (index === 0 && (name === 'al' || name === 'el')));
}

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'phd', 'md', 'dr', 'sir', 'prof']);

function words(name: string): string[] {
  const turned = /^([^,]+),([^,]+)$/.exec(name);
  const ordered = turned === null ? name : `${turned[2]} ${turned[1]}`;
  return transliterate(textKey(ordered))
    .split(' ')
    .filter((word) => word !== '' && !SUFFIXES.has(word));
}

/** Spelling variants of one surname, including transliterations. */
function sameSurname(left: string, right: string): boolean {
  if (left === right) return true;
  const fold = (name: string): string =>
    name
      .replace(/iy$|ij$|yi$|ii$|y$|yj$/, 'i')
      .replace(/y/g, 'i')
      .replace(/j/g, 'i')
      .replace(/w/g, 'v')
      .replace(/kh/g, 'h')
      .replace(/ck/g, 'k')
      .replace(/(.)\1/g, '$1');
  const a = fold(left);
  const b = fold(right);
  if (a === b || compactKey(left) === compactKey(right)) return true;
  return a.length >= 6 && b.length >= 6 && a[0] === b[0] && editDistance(a, b, 1) <= 1;
}

/**
 * Compares a release's name with a wanted one. Initials, `Last, First`, joined and split words, diacritics,
 * transliteration and one typo are accepted; `Stephen King` and `Stephen Kingston` do not match. Names that fold to
 * nothing match nobody.
 */
export function compareNames(stated: string, wanted: string): NameGrade {
  return compareWords(words(stated), words(wanted));
}

function compareWords(a: readonly string[], b: readonly string[]): NameGrade {
  if (a.length === 0 || b.length === 0) return 0;
  if (compactKey(a.join(' ')) === compactKey(b.join(' '))) return 1;
  if ([...a].sort().join(' ') === [...b].sort().join(' ')) return 1;
  if (!/[a-z]/.test(a.join('')) || !/[a-z]/.test(b.join(''))) return 0;
  const surname = b.at(-1) ?? '';
  const statedSurname = a.at(-1) ?? '';
  if (a.length === 1)
    return surname.length >= 3 && (statedSurname === surname || (b.length === 1 && sameSurname(statedSurname, surname))) ? 0.6 : 0;
  if (b.length === 1) return 0;
  if (!sameSurname(statedSurname, surname)) return 0;
  const givenA = withoutParticles(a.slice(0, -1));
  const givenB = withoutParticles(b.slice(0, -1));
  if (givenA.length === 0 || givenB.length === 0) return 0.6;
  const initials = givenB.map((word) => word.charAt(0)).join('');
  if (givenA.length === 1 && initials.length > 1 && givenA[0] === initials) return 0.8;
  if (isInitials(givenA) || isInitials(givenB)) return initialsAgree(givenA, givenB) || initialsAgree(givenB, givenA) ? 0.8 : 0;
  if (!sameGivenName(givenA[0] ?? '', givenB[0] ?? '')) {
    const middle = givenA.some((word) => word.length > 2 && givenB.includes(word));
    return middle ? 0.8 : 0;
  }
  const secondA = givenA[1];
  const secondB = givenB[1];
  if (secondA !== undefined && secondB !== undefined && !(secondA.startsWith(secondB.charAt(0)) || secondB.startsWith(secondA.charAt(0))))
    return 0;
  return statedSurname === surname ? 1 : 0.8;
}

/** `j r r`, or joined as `jrr`; two letters may be initials or a short name. */
function isInitials(given: readonly string[]): boolean {
  if (given.every((word) => word.length === 1)) return true;
  const [only = ''] = given;
  return given.length === 1 && (only.length === 2 || (only.length <= 4 && !/[aeiouy]/.test(only)));
}

function initialsAgree(given: readonly string[], other: readonly string[]): boolean {
  const [only = ''] = given;
  const initialsOfOther = other.map((word) => word.charAt(0)).join('');
  if (given.length > 1 || only.length === 1) {
    const initials = given.map((word) => word.charAt(0)).join('');
    return isInitials(given) && (initialsOfOther.startsWith(initials) || initials.startsWith(initialsOfOther));
  }
  if (!isInitials(given)) return false;
  if (initialsOfOther.startsWith(only) || (other[0] ?? '').startsWith(only)) return true;
  return !/[aeiouy]/.test(only) && only.startsWith(initialsOfOther);
}

/** The best agreement between any stated and any wanted name. */
export function compareNameLists(stated: readonly string[], wanted: readonly string[]): NameGrade {
  let best: NameGrade = 0;
  const others = wanted.map(words);
  for (const name of stated.map(words)) {
    for (const other of others) {
      const grade = compareWords(name, other);
      if (grade > best) best = grade;
    }
  }
  return best;
}
