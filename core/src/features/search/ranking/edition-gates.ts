import { sentence, type Sentence } from '../../../platform/words/index.js';
import type { EditionMark } from '../release-title/edition-marks.js';
import { doubt, fail, pass, type Gate } from './gate.js';
import { compareNameLists } from './name-matching.js';

export const language: Gate = ({ languages, parsed, wanted }) => {
  if (languages.length === 0 || wanted.language === undefined) return pass('language', sentence('ranking.language_not_stated'));
  if (languages.includes(wanted.language))
    return pass('language', sentence('ranking.in_language', { language: { language: wanted.language } }));
  if (parsed.flags.includes('multi')) return doubt('language', sentence('ranking.several_languages'));
  return fail(
    'language',
    sentence('ranking.in_language_wanted', {
      languages: languages.map((code) => sentence('phrase.language', { language: { language: code } })),
      wanted: { language: wanted.language },
    }),
  );
};

export const abridgement: Gate = ({ parsed, wanted, marks }) => {
  const stated = parsed.abridgement ?? (marks.includes('abridged') ? 'abridged' : undefined);
  if (stated === undefined) return pass('abridgement', sentence('ranking.abridgement_not_stated'));
  const wantedKind = wanted.abridged === true ? 'abridged' : 'unabridged';
  if (stated === wantedKind) return pass('abridgement', sentence(`ranking.${stated}`));
  const differs = stated === 'abridged' ? 'ranking.abridged_wanted_unabridged' : 'ranking.unabridged_wanted_abridged';
  return fail('abridgement', sentence(differs));
};

export const dramatised: Gate = ({ parsed, wanted, marks }) => {
  if (!parsed.flags.includes('dramatised') && !marks.includes('dramatised')) return pass('dramatised', sentence('ranking.not_dramatised'));
  const cast = [...wanted.narrators, wanted.title, wanted.subtitle ?? ''].some((text) =>
    /full cast|dramati[sz]|audio drama|original drama|radio play|graphic ?audio|hörspiel|inszenierung/i.test(text),
  );
  return cast ? pass('dramatised', sentence('ranking.dramatised_wanted')) : fail('dramatised', sentence('ranking.dramatised'));
};

const NOT_THE_BOOK: readonly (readonly [EditionMark, Sentence])[] = [
  ['sample', sentence('ranking.sample')],
  ['summary', sentence('ranking.summary')],
  ['graphic', sentence('ranking.comic')],
  ['interview', sentence('ranking.interview')],
  ['machine', sentence('ranking.machine')],
];

export const wholeBook: Gate = ({ parsed, marks }) => {
  const not = NOT_THE_BOOK.find(([mark]) => marks.includes(mark));
  if (not) return fail('whole book', not[1]);
  if (parsed.flags.includes('summary')) return fail('whole book', sentence('ranking.summary'));
  if (parsed.flags.includes('request')) return fail('whole book', sentence('ranking.request'));
  if (parsed.fragment !== undefined && parsed.fragment.of > 1)
    return fail('whole book', sentence('ranking.piece', { part: parsed.fragment.part, of: parsed.fragment.of }));
  return pass('whole book', sentence('ranking.whole_book'));
};

/** Another reader is another recording: a person may take it, and everybody may say that any reading will do. */
export const narrator: Gate = ({ match, parsed, wanted }) => {
  const name = 'narrator_differs';
  if (wanted.format === 'ebook') return pass(name, sentence('ranking.ebook_has_no_narrator'));
  const people = match.narrators.length > 0 ? match.narrators : parsed.narrators;
  const strangers = people.filter((person) => compareNameLists([person], wanted.authors) === 0 || wanted.narrators.includes(person));
  const stated = [...strangers, ...(match.readingAuthors ?? [])];
  if (stated.length === 0) return pass(name, sentence('ranking.narrator_not_stated'));
  if (wanted.narrators.length === 0) return pass(name, sentence('ranking.read_by_none_wanted', { readers: stated }));
  const hasCast = wanted.narrators.length > 2 && stated.every((person) => /\bcast\b/i.test(person));
  if (hasCast || compareNameLists(stated, wanted.narrators) > 0) return pass(name, sentence('ranking.read_by', { readers: stated }));
  if (wanted.anyReading === true) return pass(name, sentence('ranking.read_by_any', { readers: stated }));
  return doubt(name, sentence('ranking.read_by_wanted', { readers: stated, wanted: wanted.narrators.slice(0, 3) }));
};
