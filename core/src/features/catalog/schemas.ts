import type { CatalogBook } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import { listenLinkSchema } from '../integration-records/listen-link.js';
import { REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const bookProperties = {
  asin: Type.String(),
  region: Type.String(),
  title: Type.String(),
  subtitle: Type.Optional(Type.String()),
  authors: Type.Array(Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) })),
  narrators: Type.Array(Type.String()),
  series: Type.Array(Type.Object({ name: Type.String(), id: Type.Optional(Type.String()), part: Type.Optional(Type.String()) })),
  durationMinutes: Type.Optional(Type.Integer()),
  releaseDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
  language: Type.Optional(Type.String()),
  publisher: Type.Optional(Type.String()),
  description: Type.Optional(Type.String({ description: 'Plain text; blank lines separate paragraphs.' })),
  coverUrl: nullable(Type.String({ description: 'Path on this server.' })),
  sampleUrl: Type.Optional(Type.String({ description: 'Path on this server of a few minutes to listen to; absent: there are none.' })),
  genres: Type.Array(Type.String()),
  rating: Type.Optional(Type.Object({ average: Type.Number(), count: Type.Integer() })),
  abridged: Type.Optional(Type.Boolean()),
};

/** The id of a region of a catalogue. */
export const regionId = Type.String({
  pattern: '^[a-z]{2,10}$',
  maxLength: 10,
  description: 'A region of the catalogue; see `GET /api/regions`.',
});

/** A book as the API shows it. */
export const bookSchema = Type.Object(bookProperties, { $id: 'Book' });

export type Book = Static<typeof bookSchema>;

const ownedItem = Type.Object({ id: Type.String(), integrationId: Type.String(), title: Type.String() });

export const annotatedBookSchema = Type.Object(
  {
    ...bookProperties,
    availability: Type.Union([Type.Literal('available'), Type.Literal('requested'), Type.Literal('none')]),
    request: nullable(
      Type.Object({
        id: Type.String(),
        status: Type.Unsafe<RequestStatus>(Type.Union(REQUEST_STATUSES.map((status) => Type.Literal(status)))),
        mine: Type.Boolean(),
        takenAt: Type.Optional(
          Type.String({
            description: 'A release was found: when it is downloaded, unless something better appears before. Absent otherwise.',
          }),
        ),
        reason: Type.Optional(
          Type.String({
            description: 'The code of the reason why it waits after a search, for its owner and for admins; absent otherwise.',
          }),
        ),
        username: Type.Optional(Type.String({ description: "Whose it is, for admins; absent on the caller's own." })),
      }),
    ),
    ignored: Type.Boolean(),
    reportedIssue: Type.Boolean(),
    libraryItem: nullable(ownedItem),
    listen: Type.Array(listenLinkSchema, {
      description: 'Where you listen to it; empty unless the audiobook is in a library that can be linked to.',
    }),
    /** The ebook in a library; `availability` speaks of the audiobook. */
    ebookItem: nullable(ownedItem),
    savable: Type.Boolean({
      description:
        'Whether you may save its files, as far as is known without reading them; see `GET /api/audiobooks/{asin}/download-status`.',
    }),
  },
  { $id: 'AnnotatedBook' },
);

/** A book with its state for the caller. */
export type AnnotatedBook = Static<typeof annotatedBookSchema>;

/** The API's view of a catalogue book; its lists are those of the book, not copies. */
export function presentBook(book: CatalogBook): Book {
  return {
    asin: book.asin,
    region: book.region,
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors as Book['authors'],
    narrators: book.narrators as string[],
    series: book.series as Book['series'],
    durationMinutes: book.durationMinutes,
    releaseDate: book.releaseDate,
    language: book.language,
    publisher: book.publisher,
    description: book.description,
    coverUrl: book.coverUrl === undefined ? null : `/api/covers/${book.asin}`,
    sampleUrl: book.sampleUrl === undefined ? undefined : `/api/audiobooks/${book.asin}/sample`,
    genres: book.genres as string[],
    rating: book.rating,
    abridged: book.abridged,
  };
}
