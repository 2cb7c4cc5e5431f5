import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { inUtc } from '../../platform/http/time-range.js';
import type { LeavePlaceDeps } from '../lifecycle/leave-place.js';
import { deletionPreviewSchema, previewDeletion } from './deletion-preview.js';
import type { RequestList } from './request-list.js';
import { requestListQuery, requestPageSchema } from './request-routes.js';
import { requestSummarySchema } from './request-schemas.js';

/** What admins see of requests. */
export function adminRequestRoutes({ list, ...deletion }: LeavePlaceDeps & { readonly list: RequestList }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/admin/requests',
      compress: true,
      summary: 'List all requests',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      query: Type.Object(requestListQuery),
      responses: { 200: requestPageSchema },
      handler: async ({ query, caller, say }) => json(await list.page({ ...inUtc(query), scope: 'all' }, caller, say)),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/admin/requests/recent',
      compress: true,
      summary: 'The newest requests',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: { 200: Type.Object({ items: Type.Array(requestSummarySchema) }) },
      async handler({ caller, say }) {
        const page = await list.page({ scope: 'all', sort: 'createdAt', order: 'desc', page: 1, limit: 20 }, caller, say);
        return json({ items: page.items });
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/admin/requests/{id}/deletion',
      summary: 'What deleting a request would remove',
      tag: 'admin: requests',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      responses: { 200: deletionPreviewSchema },
      handler: async ({ params, say }) => json(await previewDeletion(deletion, params.id, say)),
    }),
  ];
}
