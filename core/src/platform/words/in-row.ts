import { inEnglish, sentence, type Said, type Sentence } from './sentence.js';

/** Sentences one after another; what is empty is left out. */
export function inRow(...said: readonly (Said | undefined)[]): Said {
  const [first, ...rest] = said.filter((one): one is Said => one !== undefined && one !== '');
  return rest.reduce<Said>((row, next) => sentence('phrase.in_row', { first: row, next }), first ?? '');
}

/** What is said as a whole sentence, which gets the full stop that it lacks. A translation ends as its English does. */
export function asWhole(said: Said): Said {
  return /[.!?]$/.test(inEnglish(said)) ? said : sentence('phrase.sentence', { words: said });
}

/** Names with the commas and the “and” of the language; a name that is alone, or none, as it is. */
export function namesInRow(names: readonly string[]): Said {
  return names.length > 1 ? sentence('phrase.names', { names }) : (names[0] ?? '');
}

/** The first of a list, and how many more there are. */
export function firstOf<Name extends string | Sentence>(names: readonly Name[], most: number): readonly (Name | Sentence)[] {
  const more = names.length - most;
  return more > 0 ? [...names.slice(0, most), sentence('phrase.more', { count: more })] : names;
}

/** A list of names in quotes, of which only some are shown. */
export function quotedList(names: readonly string[], most = names.length): readonly Sentence[] {
  return firstOf(
    names.map((text) => sentence('phrase.quoted', { text })),
    most,
  );
}
