/** Characters of a name or a sentence that somebody says of themselves, or a package of itself. */
const LONGEST_LABEL = 300;
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\s]+/gu;

/**
 * A text of others as it may stand within a line of ours: what breaks the line, moves the cursor of a terminal, or turns
 * the direction of what follows is taken out, and it is not longer than `longest`, by default a sentence. Only what it
 * begins with is looked at, however long it is.
 */
export function plainLabel(text: string, longest = LONGEST_LABEL): string {
  const plain = text
    .slice(0, 4 * longest)
    .replace(UNSEEN, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
