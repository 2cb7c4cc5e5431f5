import type { CatalogBook } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { bookSchema, presentBook } from '../catalog/index.js';
import type { CorrectionService, SeenMapping } from './correction-service.js';
import type { ShelfService } from './shelf-service.js';

const asin = Type.Union([Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }), Type.Null()], {
  description: 'null: the catalogue does not have it.',
});
const bookId = Type.String({ minLength: 1, maxLength: 100, description: "The site's." });
const provider = Type.String({ minLength: 1, maxLength: 100, description: 'Id of the plugin that reads the site.' });
const closed = { additionalProperties: false };
const nullableBook = Type.Union([bookSchema, Type.Null()]);
const correction = Type.Union([Type.Object({ book: nullableBook, asin, at: Type.String() }), Type.Null()]);

const mappingSchema = Type.Object(
  {
    provider: Type.String(),
    bookId: Type.String(),
    says: Type.Object(
      { title: Type.String(), authors: Type.Array(Type.String()), isbn: Type.Optional(Type.String()), asin: Type.Optional(Type.String()) },
      { description: 'What the site says of the book.' },
    ),
    found: Type.Object(
      {
        state: Type.Union([Type.Literal('new'), Type.Literal('matched'), Type.Literal('ambiguous'), Type.Literal('none')]),
        method: Type.Optional(Type.Union([Type.Literal('asin'), Type.Literal('isbn'), Type.Literal('title')])),
        book: nullableBook,
      },
      { description: 'What Lectern found by itself, whether it is corrected or not.' },
    ),
    yours: correction,
    everyone: correction,
  },
  { $id: 'ShelfBookMapping', description: 'Yours counts before that for everyone, which counts before what was found.' },
);

function present({ mapping, books }: SeenMapping): Static<typeof mappingSchema> {
  const { title, author, isbn, hintAsin, state, method, ownAsin, ownAt, commonAsin, commonAt } = mapping;
  const shown = (asin: string | null) => {
    const book: CatalogBook | undefined = asin === null ? undefined : books.get(asin);
    return book ? presentBook(book) : null;
  };
  return {
    provider: mapping.provider,
    bookId: mapping.bookId,
    says: {
      title,
      authors: author === '' ? [] : author.split('\n'),
      ...(isbn === null ? {} : { isbn }),
      ...(hintAsin === null ? {} : { asin: hintAsin }),
    },
    found: { state, ...(method === null ? {} : { method }), book: shown(mapping.asin) },
    yours: ownAt === null ? null : { asin: ownAsin, book: shown(ownAsin), at: ownAt },
    everyone: commonAt === null ? null : { asin: commonAsin, book: shown(commonAsin), at: commonAt },
  };
}

const common = {
  tag: 'shelves',
  path: '/api/user/shelves/{id}/mapping',
  access: { rule: 'user', owns: { param: 'id', resource: 'shelf', ownerOnly: true } },
  params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
} as const;
const forEveryone = { tag: 'shelves', path: '/api/admin/book-mappings', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

interface CorrectionRoutesDeps {
  readonly shelves: Pick<ShelfService, 'get'>;
  readonly corrections: CorrectionService;
}

function ownRoutes({ shelves, corrections }: CorrectionRoutesDeps): Route[] {
  /** The site of a shelf is not the caller's to say. */
  const siteBook = async (userId: string, shelfId: string, id: string) => ({
    provider: (await shelves.get(userId, shelfId)).pluginId,
    bookId: id,
  });
  return [
    defineRoute({
      ...common,
      method: 'GET',
      summary: 'Which book of the catalogue a book of your shelf is, and why',
      scopes: ['read'],
      query: Type.Object({ bookId }),
      responses: { 200: Type.Object({ mapping: mappingSchema }) },
      async handler({ caller, params, query }) {
        const book = await siteBook(caller.userId, params.id, query.bookId);
        return json({ mapping: present(await corrections.see(caller.userId, params.id, book)) });
      },
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      summary: 'Say which book of the catalogue a book of your shelf is',
      description: 'It holds for all your shelves, and for nobody else. The shelf is read again. Requests that were made before stay.',
      scopes: ['requests:write'],
      body: Type.Object({ bookId, asin }, closed),
      errors: ['unknown_book', 'catalogue_unavailable'],
      responses: { 204: null },
      async handler(context) {
        const { caller, params, body } = context;
        const book = await siteBook(caller.userId, params.id, body.bookId);
        await corrections.correctOwn(caller.userId, params.id, book, body.asin, actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      summary: 'Take your correction of a book back',
      scopes: ['requests:write'],
      query: Type.Object({ bookId }),
      responses: { 204: null },
      async handler(context) {
        const { caller, params, query } = context;
        const book = await siteBook(caller.userId, params.id, query.bookId);
        await corrections.takeBackOwn(caller.userId, params.id, book, actorOf(context));
        return noContent();
      },
    }),
  ];
}

/** Routes that show and correct the match of a shelf's book in the catalogue. */
export function correctionRoutes(deps: CorrectionRoutesDeps): Route[] {
  const { corrections } = deps;
  return [
    ...ownRoutes(deps),
    defineRoute({
      ...forEveryone,
      method: 'PUT',
      summary: 'Say for everyone which book of the catalogue a book of a site is',
      description: 'Corrections that people made for themselves stay.',
      body: Type.Object({ provider, bookId, asin }, closed),
      errors: ['not_found', 'unknown_book', 'catalogue_unavailable'],
      responses: { 204: null },
      async handler(context) {
        const { asin: wanted, ...book } = context.body;
        await corrections.correctForEveryone(book, wanted, actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      ...forEveryone,
      method: 'DELETE',
      summary: 'Take the correction for everyone back; what was found counts again',
      query: Type.Object({ provider, bookId }),
      errors: ['not_found'],
      responses: { 204: null },
      async handler(context) {
        await corrections.takeBackForEveryone(context.query, actorOf(context));
        return noContent();
      },
    }),
  ];
}
