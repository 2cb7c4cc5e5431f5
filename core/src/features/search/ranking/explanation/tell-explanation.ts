import { inRow, quotedList, sentence, type Said, type Sentence } from '../../../../platform/words/index.js';
import type { ClaimKind } from './claims.js';
import type { Explanation } from './explain-name.js';

/** What words of a name are, in the order in which a sentence says so; words that only join others are left out. */
const TOLD = [
  ['ranking.name_title', ['title']],
  ['ranking.name_subtitle', ['subtitle']],
  ['ranking.name_series', ['series', 'part']],
  ['ranking.name_author', ['author']],
  ['ranking.name_narrator', ['narrator']],
  ['ranking.name_other_narrator', ['reader']],
  ['ranking.name_other_people', ['contributor']],
  ['ranking.name_details', ['furniture', 'tag', 'group', 'kind']],
] as const satisfies readonly (readonly [string, readonly ClaimKind[]])[];

/** Words of one kind that are told, and the length of each; a name may be long, and many are kept. */
const MOST_QUOTES = 6;
const LONGEST_QUOTE = 60;

function quoted(texts: readonly string[]): readonly Sentence[] {
  return quotedList([...new Set(texts)].slice(0, MOST_QUOTES).map((text) => text.slice(0, LONGEST_QUOTE)));
}

/** Says in a sentence or two what the words of a name are. @returns nothing for a name without the wanted title */
export function tellExplanation({ hasTitle, explained, left }: Explanation): Said | undefined {
  if (!hasTitle) return undefined;
  const parts = TOLD.flatMap(([key, kinds]: readonly [(typeof TOLD)[number][0], readonly ClaimKind[]]) => {
    const texts = explained.filter(({ by }) => kinds.includes(by)).map(({ text }) => text);
    return texts.length === 0 ? [] : [sentence(key, { words: quoted(texts) })];
  });
  const read = sentence('ranking.name_states', { parts });
  return inRow(read, left.length === 0 ? undefined : sentence('ranking.unexplained', { words: quoted(left) }));
}
