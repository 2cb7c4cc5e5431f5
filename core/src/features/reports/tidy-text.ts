import { ApiError } from '../../platform/http/problem.js';
import { sentence } from '../../platform/words/index.js';

/** What no person types: control characters except line breaks, and marks that turn the direction of writing. */
const UNSEEN = /[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu;

/** A text of several lines without what nobody can see in it, and without empty space around it. */
export function tidyText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSEEN, '').trim();
}

/** The same of a text that has to say something. @throws ApiError 400 `invalid_request` */
export function wordsOf(text: string): string {
  const words = tidyText(text);
  if (words !== '') return words;
  throw new ApiError('invalid_request', sentence('problem.few_words'), {
    errors: [{ path: '/text', message: sentence('field.needs_words') }],
  });
}
