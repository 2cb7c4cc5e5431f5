/** A piece of a path. */
export interface PathPart {
  readonly text: string;
  readonly isChanged: boolean;
}

const WORDS = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu;

function partsOf(words: readonly string[], first: number, behind: number): PathPart[] {
  const parts = [
    { text: words.slice(0, first).join(''), isChanged: false },
    { text: words.slice(first, behind).join(''), isChanged: true },
    { text: words.slice(behind).join(''), isChanged: false },
  ];
  return parts.filter(({ text }) => text !== '');
}

/** Two paths, each with the words between their common beginning and their common end marked as changed. */
export function changedParts(from: string, to: string): { readonly from: PathPart[]; readonly to: PathPart[] } {
  const before = from.match(WORDS) ?? [];
  const after = to.match(WORDS) ?? [];
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < shorter - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return { from: partsOf(before, first, before.length - last), to: partsOf(after, first, after.length - last) };
}
