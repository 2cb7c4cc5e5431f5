import Type, { type Static } from 'typebox';
import { annotatedBookSchema, type AnnotatedBook } from '../catalog/index.js';

const { asin, title, coverUrl, availability, request, ignored, listen, ebookItem, savable } = annotatedBookSchema.properties;

/** A card has one line for authors. */
const MOST_AUTHORS = 3;

/**
 * A book on the home page: the members that a card shows, with their usual names. There are many books, so what does not apply, and what
 * the card of a book in this state does not say, is absent.
 */
export const homeBookSchema = Type.Object(
  {
    asin,
    title,
    authors: Type.Array(Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }), { description: 'The first three.' }),
    coverUrl,
    durationMinutes: Type.Optional(Type.Integer({ description: 'Only of a book that is neither in the library nor requested.' })),
    releaseDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD; only of a book that is not released yet.' })),
    availability,
    request: Type.Optional(Type.Unsafe<AnnotatedBook['request']>({ ...request, description: 'Not of a book that is in the library.' })),
    ignored: Type.Optional(ignored),
    listen: Type.Optional(listen),
    ebookItem: Type.Optional(ebookItem),
    savable: Type.Optional(savable),
  },
  { $id: 'HomeBook' },
);

export type HomeBook = Static<typeof homeBookSchema>;

/** @param today `YYYY-MM-DD` */
export function toHomeBook(book: AnnotatedBook, today: string): HomeBook {
  const isFree = book.availability === 'none' && !book.request;
  return {
    asin: book.asin,
    title: book.title,
    authors: book.authors.slice(0, MOST_AUTHORS).map(({ name, id }) => ({ name, ...(id === undefined ? {} : { id }) })),
    coverUrl: book.coverUrl,
    ...(isFree && book.durationMinutes !== undefined ? { durationMinutes: book.durationMinutes } : {}),
    ...(book.releaseDate !== undefined && book.releaseDate > today ? { releaseDate: book.releaseDate } : {}),
    availability: book.availability,
    ...(book.request && book.availability !== 'available' ? { request: book.request } : {}),
    ...(book.ignored ? { ignored: true } : {}),
    ...(book.listen.length > 0 ? { listen: book.listen } : {}),
    ...(book.ebookItem ? { ebookItem: book.ebookItem } : {}),
    ...(book.savable ? { savable: true } : {}),
  };
}
