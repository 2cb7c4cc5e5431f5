import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { ForeignUpload, ForeignUploads } from './foreign-uploads.js';
import { uploadState } from './routes.js';

const common = { tag: 'requests', access: { rule: 'admin' } } as const;

const foreignUploadSchema = Type.Object(
  {
    id: Type.String(),
    request: Type.Object({ id: Type.String(), title: Type.String(), author: Type.String() }),
    user: Type.Object({ id: Type.String(), displayName: Type.String() }),
    state: uploadState,
    fault: Type.Optional(Type.String()),
    files: Type.Integer(),
    bytes: Type.Integer({ description: 'The room that the files take, or will take.' }),
    received: Type.Integer({ description: 'How many of those bytes the server has.' }),
    createdAt: Type.String(),
    lastPieceAt: Type.Optional(Type.String({ description: 'When the last piece arrived, of files that are being sent.' })),
  },
  { $id: 'ForeignUpload', description: 'An upload of anybody.' },
);

function present({ requestId, title, author, userId, userName, fault, ...rest }: ForeignUpload): Static<typeof foreignUploadSchema> {
  const named = { request: { id: requestId, title, author }, user: { id: userId, displayName: userName } };
  return { ...rest, ...named, ...(fault === null ? {} : { fault }) };
}

/** Everybody's uploads, for admins. */
export function adminUploadRoutes(uploads: ForeignUploads): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/uploads',
      compress: true,
      summary: 'Uploads of everybody, the last first',
      description: 'Those whose files take room, and those that failed less than a day ago.',
      scopes: ['admin:read'],
      query: Type.Object(pageQuery),
      responses: {
        200: Type.Object({
          ...pageOf(foreignUploadSchema).properties,
          room: Type.Object({ taken: Type.Integer(), quota: Type.Integer() }, { description: 'For the files of all uploads, in bytes.' }),
        }),
      },
      async handler({ query }) {
        const { items, total, room } = await uploads.page(query);
        return json({ items: items.map(present), page: query.page, limit: query.limit, total, room });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/uploads/{id}',
      summary: 'Cancel the upload of another person',
      description: 'Its files are deleted. Once the request imports them, cancel the request instead.',
      scopes: ['admin:write'],
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      errors: ['upload_state'],
      responses: { 204: null },
      async handler(context) {
        await uploads.cancel(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}
