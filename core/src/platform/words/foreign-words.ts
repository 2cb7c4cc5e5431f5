import type { Said, Sentence } from './sentence.js';

declare const MARK: unique symbol;

/** Words that nobody here wrote, such as those of a remote service, a plugin or the system. They are the same in every language. */
export type ForeignWords = string & { readonly [MARK]: true };

/** Says that a text is not ours, so that it can stand where a sentence is asked for. */
export function foreignWords(text: string): ForeignWords {
  return text as ForeignWords;
}

/** The same, of what may be a sentence or words that nobody here wrote. */
export function asForeign(said: Said): Sentence | ForeignWords {
  return typeof said === 'string' ? foreignWords(said) : said;
}
