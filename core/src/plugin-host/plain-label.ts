/** Characters of a name or a sentence that a package, or its plugin, says of itself. */
const LONGEST_LABEL = 300;
/** What a text begins with is looked at only, however long it is. */
const LONGEST_LOOK = 4 * LONGEST_LABEL;
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\s]+/gu;

/**
 * A text of others as it may stand within a line of ours: what breaks the line, moves the cursor of a terminal, or turns
 * the direction of what follows is taken out, and it is not longer than a sentence.
 */
export function plainLabel(text: string): string {
  const plain = text.slice(0, LONGEST_LOOK).replace(UNSEEN, ' ').trim();
  return plain.length > LONGEST_LABEL ? `${plain.slice(0, LONGEST_LABEL - 1)}…` : plain;
}
