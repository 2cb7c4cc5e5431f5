import { textKey } from '@lectern/core/testing';
import type { EvaluationBook } from './evaluation-books.js';
import { writersOf } from './spoken-names.js';

/** Listings of one text under titles that do not show it, by their ids. */
const TOLD_APART_BY_NOBODY: readonly (readonly string[])[] = [
  ['B01AGYIKG0', 'B002VA3DLK', 'B076PQXBV7'], // Around the World in Eighty, and in 80, Days
  ['B01FKWL15A', 'B076HSP1FT'], // Twenty Thousand, and 20,000, Leagues
  ['B00APWL9E4', 'B0899BQL13'], // Faust I and 1
  ['B00EOO99WS', 'B00JQEQFL4', 'B0B1QKNWH3'], // Faust, and Goethe.Faust, both “Der Tragödie Erster Teil”
];

function titleOf(book: EvaluationBook): string {
  return textKey(book.spoken.replace(/[([].*$/, '')).replace(/^(?:the|an?) /, '');
}

function surnames(book: EvaluationBook): readonly string[] {
  return writersOf(book).map((name) => textKey(name).split(' ').at(-1) ?? '');
}

/** Whether two listings are one text, perhaps read by others: a release of one of them is no other book than the other. */
export function isSameText(left: EvaluationBook, right: EvaluationBook): boolean {
  if (left.id === right.id) return true;
  if (TOLD_APART_BY_NOBODY.some((ids) => ids.includes(left.id) && ids.includes(right.id))) return true;
  const title = titleOf(left);
  return title !== '' && title === titleOf(right) && surnames(left).some((name) => surnames(right).includes(name));
}
