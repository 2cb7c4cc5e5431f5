/** The most characters of a name or sentence that a person or a package provides. */
const LONGEST_LABEL = 300;
/** Halves of characters are among them, which cannot be written in an address. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\s]+/gu;

const HALF = /\p{Cs}$/u;

/**
 * Makes a text from outside fit to stand in a line of ours. It removes what would break the line, move the cursor of a
 * terminal or turn the direction of writing, and cuts the text at `longest`, by default a sentence. Of a long text, only
 * the beginning is read.
 */
export function plainLabel(text: string, longest = LONGEST_LABEL): string {
  const plain = text
    .slice(0, 4 * longest)
    .replace(UNSEEN, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1).replace(HALF, '')}…` : plain;
}
