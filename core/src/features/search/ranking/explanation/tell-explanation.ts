import type { ClaimKind } from './claims.js';
import type { Explanation } from './explain-name.js';

/** What words of a name are, in the order in which a sentence says so; words that only join others are left out. */
const TOLD: readonly (readonly [string, readonly ClaimKind[]])[] = [
  ['title', ['title']],
  ['subtitle', ['subtitle']],
  ['series', ['series', 'part']],
  ['author', ['author']],
  ['narrator', ['narrator']],
  ['other narrator', ['reader']],
  ['other people', ['contributor']],
  ['details', ['furniture', 'tag', 'group', 'kind']],
];

/** Words of one kind that are told, and the length of each; a name may be long, and many are kept. */
const MOST_QUOTES = 6;
const LONGEST_QUOTE = 60;

function quoted(texts: readonly string[]): string {
  const told = [...new Set(texts)].slice(0, MOST_QUOTES).map((text) => `“${text.slice(0, LONGEST_QUOTE)}”`);
  return told.join(', ');
}

/** Says in a sentence or two what the words of a name are. @returns nothing for a name without the wanted title */
export function tellExplanation({ hasTitle, explained, left }: Explanation): string | undefined {
  if (!hasTitle) return undefined;
  const parts = TOLD.flatMap(([name, kinds]) => {
    const texts = explained.filter(({ by }) => kinds.includes(by)).map(({ text }) => text);
    return texts.length === 0 ? [] : [`${name} ${quoted(texts)}`];
  });
  const read = `The name states ${parts.join('; ')}.`;
  return left.length === 0 ? read : `${read} Unexplained: ${quoted(left)}.`;
}
