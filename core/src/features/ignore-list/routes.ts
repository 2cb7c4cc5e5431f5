import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { bookSchema, presentBook } from '../catalog/index.js';
import type { IgnoredAudiobook, IgnoreService } from './ignore-service.js';

const BASE = '/api/user/ignored-audiobooks';
const asin = Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 });

const ignoredAudiobookSchema = Type.Object(
  {
    id: Type.String(),
    asin: Type.String(),
    createdAt: Type.String(),
    book: Type.Union([bookSchema, Type.Null()], { description: 'What is stored of the book; null if nothing is.' }),
  },
  { $id: 'IgnoredAudiobook' },
);

const checkSchema = Type.Object(
  {
    ignored: Type.Boolean(),
    entry: Type.Union([ignoredAudiobookSchema, Type.Null()]),
    through: Type.Union([Type.Literal('itself'), Type.Literal('sibling'), Type.Null()], {
      description: '`sibling`: the entry has another ASIN of the same recording.',
    }),
  },
  { $id: 'IgnoreCheck' },
);

function present({ id, asin, createdAt, book }: IgnoredAudiobook): Static<typeof ignoredAudiobookSchema> {
  return { id, asin, createdAt, book: book ? presentBook(book) : null };
}

const common = { tag: 'ignore list', access: { rule: 'user' }, scopes: ['requests:write'] } as const;
const reads = { ...common, scopes: ['read'] } as const;

/** The endpoints of a person's own ignore list. */
export function ignoreRoutes({ ignoreList }: { readonly ignoreList: IgnoreService }): Route[] {
  return [
    defineRoute({
      ...reads,
      method: 'GET',
      path: BASE,
      compress: true,
      summary: 'Your ignored books, newest first',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(ignoredAudiobookSchema) },
      async handler({ query, caller }) {
        const { items, total } = await ignoreList.page(caller.userId, query);
        return json({ items: items.map(present), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: BASE,
      summary: 'Ignore a book',
      description:
        'Your shelves and what you follow no longer request it, nor another ASIN of the same recording. Answers 200 with the entry if the book is ignored already.',
      body: Type.Object({ asin }, { additionalProperties: false }),
      errors: ['too_many_ignored'],
      responses: { 200: Type.Object({ item: ignoredAudiobookSchema }), 201: Type.Object({ item: ignoredAudiobookSchema }) },
      async handler({ body, caller }) {
        const { entry, isNew } = await ignoreList.add(caller.userId, body.asin);
        return json({ item: present(entry) }, isNew ? 201 : 200);
      },
    }),
    defineRoute({
      ...reads,
      method: 'GET',
      path: `${BASE}/check/{asin}`,
      summary: 'Whether you ignore a book, and by which entry',
      params: Type.Object({ asin }),
      responses: { 200: checkSchema },
      async handler({ params, caller }) {
        const { entry, through } = await ignoreList.check(caller.userId, params.asin);
        return json({ ignored: entry !== undefined, entry: entry ? present(entry) : null, through: through ?? null });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: `${BASE}/{id}`,
      access: { rule: 'user', owns: { param: 'id', resource: 'ignored book', ownerOnly: true } },
      summary: 'Stop ignoring a book',
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      responses: { 204: null },
      async handler({ params, caller }) {
        await ignoreList.remove(caller.userId, params.id);
        return noContent();
      },
    }),
  ];
}
