import Type from 'typebox';
import { annotatedBookSchema } from '../catalog/schemas.js';
import { sourceSchema, candidateSchema } from '../search/candidate-schemas.js';

function oneOf<T extends string>(values: readonly T[], description: string) {
  return Type.Unsafe<T>(Type.String({ enum: [...values], description }));
}

const { title, indexer, protocol, size, seeders, leechers, grabs, publishedAt, infoUrl, flags, gates } = candidateSchema.properties;

/** A release that a person found by words of their own. */
const foundReleaseSchema = Type.Object(
  {
    id: Type.String({ description: 'By which its finder may request it, until `expiresAt`.' }),
    title,
    indexer,
    protocol,
    size,
    seeders,
    leechers,
    grabs,
    publishedAt,
    infoUrl,
    flags,
    reading: Type.Object(
      { title: Type.Optional(Type.String()), authors: Type.Array(Type.String()) },
      { description: 'The title and the authors that its name states.' },
    ),
    lookup: oneOf(
      ['found', 'nothing', 'unreadable', 'unasked', 'failed'],
      '`nothing`: the catalogue has no book like it. `unreadable`: its name states no book. `unasked`: too many different names were found to look all of them up. `failed`: the catalogue did not answer in time.',
    ),
    guess: Type.Optional(
      Type.Object({
        asin: Type.String({ description: 'Of one of `books`.' }),
        sureness: oneOf(
          ['sure', 'likely', 'unsure'],
          '`likely`: nothing speaks against it, but it is not said. `unsure`: something speaks against it.',
        ),
        rivals: Type.Integer({ description: 'Other books that fit as well, such as another recording.' }),
        evidence: gates,
      }),
    ),
  },
  { $id: 'FoundRelease' },
);

/** The answer of a search. */
export const releaseSearchSchema = Type.Object({
  sources: Type.Array(sourceSchema),
  total: Type.Integer({ description: 'How many releases were found; at most 100 of them are listed.' }),
  releases: Type.Array(foundReleaseSchema, { description: 'Those that look most like a book first.' }),
  books: Type.Array(annotatedBookSchema, { description: 'The books that releases look like.' }),
  expiresAt: Type.Optional(Type.String()),
  missing: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() }, { description: 'Why no indexer could be asked.' })),
});
