import { isolated } from '@lectern/messages';
import { spokenLanguage, wordsOf } from './catalog.js';

/** A text in the quotation marks of the language, which stay outside of a text that is written against its direction. */
export function quoted(text: string): string {
  return wordsOf('text.quoted', '“{text}”').replace('{text}', () => isolated(text, spokenLanguage()));
}
