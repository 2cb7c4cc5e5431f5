import type { EditionMark } from '../release-title/edition-marks.js';
import { doubt, fail, pass, type Gate } from './gate.js';
import { compareNameLists } from './name-matching.js';

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The English name of a language, or its code if it has none. */
function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code;
  } catch {
    return code;
  }
}

export const language: Gate = ({ languages, parsed, wanted }) => {
  if (languages.length === 0 || wanted.language === undefined) return pass('language', 'language not stated');
  if (languages.includes(wanted.language)) return pass('language', `in ${languageName(wanted.language)}`);
  if (parsed.flags.includes('multi')) return doubt('language', 'several languages');
  return fail('language', `in ${languages.map(languageName).join(', ')}, wanted ${languageName(wanted.language)}`);
};

export const abridgement: Gate = ({ parsed, wanted, marks }) => {
  const stated = parsed.abridgement ?? (marks.includes('abridged') ? 'abridged' : undefined);
  if (stated === undefined) return pass('abridgement', 'not stated whether it is abridged');
  const wantedKind = wanted.abridged === true ? 'abridged' : 'unabridged';
  return stated === wantedKind ? pass('abridgement', stated) : fail('abridgement', `${stated}, wanted ${wantedKind}`);
};

export const dramatised: Gate = ({ parsed, wanted, marks }) => {
  if (!parsed.flags.includes('dramatised') && !marks.includes('dramatised')) return pass('dramatised', 'not a dramatisation by its title');
  const cast = [...wanted.narrators, wanted.title, wanted.subtitle ?? ''].some((text) =>
    /full cast|dramati[sz]|audio drama|original drama|radio play|graphic ?audio|hörspiel|inszenierung/i.test(text),
  );
  return cast ? pass('dramatised', 'a dramatisation is wanted') : fail('dramatised', 'a dramatisation, not a reading');
};

const NOT_THE_BOOK: readonly (readonly [EditionMark, string])[] = [
  ['sample', 'a sample'],
  ['summary', 'a summary or study guide'],
  ['graphic', 'a comic'],
  ['interview', 'an interview or a talk'],
  ['machine', 'read by a machine'],
];

export const wholeBook: Gate = ({ parsed, marks }) => {
  const not = NOT_THE_BOOK.find(([mark]) => marks.includes(mark));
  if (not) return fail('whole book', not[1]);
  if (parsed.flags.includes('summary')) return fail('whole book', 'a summary or study guide');
  if (parsed.flags.includes('request')) return fail('whole book', 'a request, not a release');
  if (parsed.fragment !== undefined && parsed.fragment.of > 1)
    return fail('whole book', `piece ${parsed.fragment.part} of ${parsed.fragment.of}`);
  return pass('whole book', 'not a piece or a summary by its title');
};

/** Another reader is another recording: a person may take it, and everybody may say that any reading will do. */
export const narrator: Gate = ({ match, parsed, wanted }) => {
  const name = 'narrator_differs';
  if (wanted.format === 'ebook') return pass(name, 'an ebook has no narrator');
  const people = match.narrators.length > 0 ? match.narrators : parsed.narrators;
  const strangers = people.filter((person) => compareNameLists([person], wanted.authors) === 0 || wanted.narrators.includes(person));
  const stated = [...strangers, ...(match.readingAuthors ?? [])];
  if (stated.length === 0) return pass(name, 'narrator not stated');
  if (wanted.narrators.length === 0) return pass(name, `read by ${stated.join(', ')}; none is wanted in particular`);
  const hasCast = wanted.narrators.length > 2 && stated.every((person) => /\bcast\b/i.test(person));
  if (hasCast || compareNameLists(stated, wanted.narrators) > 0) return pass(name, `read by ${stated.join(', ')}`);
  if (wanted.anyReading === true) return pass(name, `read by ${stated.join(', ')}; any reading will do`);
  return doubt(name, `read by ${stated.join(', ')}, wanted ${wanted.narrators.slice(0, 3).join(', ')}`);
};
