import Type, { type Static } from 'typebox';
import { annotatedBookSchema, type AnnotatedBook } from '../catalog/index.js';

const { asin, title, coverUrl, durationMinutes, availability, request, ignored, ebookItem } = annotatedBookSchema.properties;

/**
 * A book on the home page: the members that a card shows, with their usual names. There are many books, so flags that do not apply are
 * absent.
 */
export const homeBookSchema = Type.Object(
  {
    asin,
    title,
    authors: Type.Array(Type.Object({ name: Type.String() })),
    coverUrl,
    durationMinutes,
    releaseDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD; only of a book that is not released yet.' })),
    availability,
    request: Type.Optional(request),
    ignored: Type.Optional(ignored),
    ebookItem: Type.Optional(ebookItem),
  },
  { $id: 'HomeBook' },
);

export type HomeBook = Static<typeof homeBookSchema>;

/** @param today `YYYY-MM-DD` */
export function toHomeBook(book: AnnotatedBook, today: string): HomeBook {
  return {
    asin: book.asin,
    title: book.title,
    authors: book.authors.map(({ name }) => ({ name })),
    coverUrl: book.coverUrl,
    durationMinutes: book.durationMinutes,
    ...(book.releaseDate !== undefined && book.releaseDate > today ? { releaseDate: book.releaseDate } : {}),
    availability: book.availability,
    ...(book.request ? { request: book.request } : {}),
    ...(book.ignored ? { ignored: true } : {}),
    ...(book.ebookItem ? { ebookItem: book.ebookItem } : {}),
  };
}
