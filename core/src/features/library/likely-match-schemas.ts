import Type, { type Static } from 'typebox';
import { bookSchema, presentBook } from '../catalog/index.js';
import type { Suggestion } from './likely-match-service.js';

/** A book that an item may be. */
export const suggestionSchema = Type.Object({
  book: bookSchema,
  score: Type.Integer({ description: '0 to 100.' }),
  title: Type.Union([Type.Literal('same'), Type.Literal('without-subtitle')]),
  author: Type.Union([Type.Literal('same'), Type.Literal('unknown')], { description: '`unknown`: the media server names none.' }),
  length: Type.Union([Type.Literal('same'), Type.Literal('near'), Type.Literal('unknown')]),
});

/** A suggestion as the API gives it. */
export function presentSuggestion({ book, ...fit }: Suggestion): Static<typeof suggestionSchema> {
  return { book: presentBook(book), ...fit };
}
