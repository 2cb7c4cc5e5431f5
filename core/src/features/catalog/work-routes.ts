import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { bookSchema, presentBook } from './schemas.js';
import type { SeenWork, WorkEditor } from './work-editor.js';

const asin = Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 });

const evidenceSchema = Type.Object({
  kind: Type.Union([Type.Literal('seeded'), Type.Literal('same-recording'), Type.Literal('merged'), Type.Literal('split')]),
  at: Type.String(),
  by: Type.Optional(Type.String({ description: 'The admin who merged or split.' })),
  titleKey: Type.Optional(Type.String({ description: 'What the titles have in common.' })),
  authorKeys: Type.Optional(Type.Array(Type.String())),
  durations: Type.Optional(
    Type.Object({ shortest: Type.Number(), longest: Type.Number(), tolerance: Type.Number() }, { description: 'In minutes.' }),
  ),
});

const workSchema = Type.Object(
  {
    editions: Type.Array(
      Type.Object({
        asin: Type.String(),
        book: Type.Union([bookSchema, Type.Null()], { description: 'What is stored of it.' }),
        evidence: Type.Array(evidenceSchema, { description: 'Why it stands in this work, the oldest first.' }),
      }),
    ),
    changes: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.Union([Type.Literal('merged'), Type.Literal('split')]),
        asins: Type.Array(Type.String(), { description: 'What was moved.' }),
        by: Type.String(),
        at: Type.String(),
        undoneAt: Type.Optional(Type.String()),
      }),
      { description: 'The last twenty, the newest first.' },
    ),
  },
  { $id: 'Work', description: 'A recording and the numbers under which the store sells it.' },
);

function present({ editions, changes }: SeenWork) {
  return {
    editions: editions.map(({ asin: number, book, evidence }) => ({ asin: number, book: book ? presentBook(book) : null, evidence })),
    changes,
  };
}

const common = { tag: 'works', access: { rule: 'admin' } } as const;
const writes = { ...common, method: 'POST', scopes: ['admin:write'] } as const;

/** Works, for admins. */
export function workRoutes({ workEditor }: { readonly workEditor: WorkEditor }): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/works/{asin}',
      compress: true,
      summary: 'The editions of a book, why they are one recording, and what admins changed',
      scopes: ['admin:read'],
      params: Type.Object({ asin }),
      responses: { 200: Type.Object({ work: workSchema }) },
      handler: async ({ params }) => json({ work: present(await workEditor.see(params.asin)) }),
    }),
    defineRoute({
      ...writes,
      path: '/api/admin/works/merge',
      summary: 'Make the works of two books one',
      description:
        'Whether a book is in the library, requested or ignored then counts for all editions of both. Nothing is done if they are one already.',
      body: Type.Object({ asin, other: asin }, { additionalProperties: false }),
      responses: { 200: Type.Object({ work: workSchema }) },
      async handler(context) {
        await workEditor.merge(context.body.asin, context.body.other, actorOf(context));
        return json({ work: present(await workEditor.see(context.body.asin)) });
      },
    }),
    defineRoute({
      ...writes,
      path: '/api/admin/works/split',
      summary: 'Take a book out of its work',
      description: 'It is not put back by itself. Nothing is done if it is the only edition.',
      body: Type.Object({ asin }, { additionalProperties: false }),
      responses: { 200: Type.Object({ work: workSchema }) },
      async handler(context) {
        await workEditor.split(context.body.asin, actorOf(context));
        return json({ work: present(await workEditor.see(context.body.asin)) });
      },
    }),
    defineRoute({
      ...writes,
      path: '/api/admin/works/changes/{id}/undo',
      summary: 'Undo a merge or a split; works and evidence are as before',
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      errors: ['work_changed'],
      responses: { 204: null },
      async handler(context) {
        await workEditor.undo(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}
