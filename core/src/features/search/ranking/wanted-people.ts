import type { WantedBook } from './wanted-book.js';

const ROLE =
  /\s[-–—]\s*\S*(?:translat|editor|foreword|introduc|afterword|preface|illustrat|contribut|übersetz|traduc).*$|\s*\((?:introduction|foreword|translator|editor|preface|afterword|illustrator)\)$/i;

/** `Hector Hugh Munro (Saki)` is known by both names. */
function namesOf(name: string): string[] {
  const [, real, pen] = /^([^()]+)\(([^()]+)\)$/.exec(name) ?? [];
  return real === undefined || pen === undefined ? [name] : [real.trim(), pen];
}

/** No name is longer. */
const LONGEST = 300;

function withPeople(wanted: WantedBook): WantedBook {
  const authors = wanted.authors.map((name) => name.slice(0, LONGEST));
  const writers = authors.filter((name) => !ROLE.test(name));
  const bare = (name: string): string => name.slice(0, LONGEST).replace(ROLE, '');
  const others = authors.filter((name) => ROLE.test(name)).map(bare);
  return {
    ...wanted,
    authors: (writers.length > 0 ? writers : others).flatMap(namesOf),
    narrators: wanted.narrators.map(bare),
    contributors: [...(wanted.contributors ?? []), ...others],
  };
}

const cache = new WeakMap<WantedBook, WantedBook>();

/**
 * A wanted book with its people told apart: the catalogue lists translators among the authors, and writes roles behind
 * names.
 */
export function withWantedPeople(wanted: WantedBook): WantedBook {
  const known = cache.get(wanted);
  if (known) return known;
  const made = withPeople(wanted);
  cache.set(wanted, made);
  return made;
}
