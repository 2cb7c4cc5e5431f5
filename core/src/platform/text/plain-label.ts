/** The most characters of a name or sentence that a person or a package provides. */
const LONGEST_LABEL = 300;
/** Halves of characters are among them, which cannot be written in an address. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\s]+/gu;

/** The same but for the isolates that our own sentences put around names. */
const UNSEEN_IN_SENTENCES = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2067\u2028\u2029\s]+/gu;
const ISOLATES = /[\u2066\u2068\u2069]/g;
const POP_DIRECTIONAL_ISOLATE = '\u2069';

const HALF = /\p{Cs}$/u;

function cut(text: string, unseen: RegExp, longest: number): string {
  const plain = text
    .slice(0, 4 * longest)
    .replace(unseen, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1).replace(HALF, '')}…` : plain;
}

/** Ends each isolate that was begun, and none that was not. */
function withClosedIsolates(text: string): string {
  let open = 0;
  const kept = text.replace(ISOLATES, (mark) => {
    if (mark === POP_DIRECTIONAL_ISOLATE && open === 0) return '';
    open += mark === POP_DIRECTIONAL_ISOLATE ? -1 : 1;
    return mark;
  });
  return `${kept}${POP_DIRECTIONAL_ISOLATE.repeat(open)}`;
}

/**
 * Makes a text from outside fit to stand in a line of ours. It removes what would break the line, move the cursor of a
 * terminal or turn the direction of writing, and cuts the text at `longest`, by default a sentence. Of a long text, only
 * the beginning is read.
 */
export function plainLabel(text: string, longest = LONGEST_LABEL): string {
  return cut(text, UNSEEN, longest);
}

/**
 * The same for a sentence of ours that names from outside were filled into: what keeps a name by itself within the direction of the
 * sentence stays, and reaches no further than the line.
 */
export function plainSentence(text: string, longest = LONGEST_LABEL): string {
  return withClosedIsolates(cut(text, UNSEEN_IN_SENTENCES, longest));
}
