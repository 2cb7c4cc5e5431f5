import { wordsOf } from './catalog.js';

/** A text in the quotation marks of the language. */
export function quoted(text: string): string {
  return wordsOf('text.quoted', '“{text}”').replace('{text}', () => text);
}
