import Type, { type TSchema } from 'typebox';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import { isTrue } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Caller, type Route } from '../../platform/http/route.js';
import type { RequestCaller } from './request-caller.js';
import type { RequestList } from './request-list.js';
import { requestListQuery, requestPageSchema } from './request-routes.js';
import { requestSummarySchema } from './request-schemas.js';
import type { RequestService } from './request-service.js';

const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const requestAnswer = Type.Object({ request: requestSummarySchema });

async function answer(list: RequestList, id: string, caller: Caller) {
  const request = await list.one(id, caller);
  if (!request) throw new ApiError('not_found', 'There is no such request.');
  return json({ request });
}

/** An action on one request that answers with the request. */
function adminAction<B extends TSchema | undefined = undefined>(
  list: RequestList,
  options: {
    readonly path: string;
    readonly method?: 'POST' | 'PATCH';
    readonly summary: string;
    readonly body?: B;
    /** Besides `request_state`. */
    readonly errors?: readonly ErrorCode[];
    readonly run: (caller: RequestCaller, id: string, body: never) => Promise<void>;
  },
): Route {
  return defineRoute({
    method: options.method ?? 'POST',
    path: `/api/admin/requests/{id}/${options.path}`,
    summary: options.summary,
    tag: 'admin: requests',
    access: { rule: 'admin' },
    scopes: ['admin:write'],
    params: idParams,
    body: options.body,
    errors: ['request_state', ...(options.errors ?? [])],
    responses: { 200: requestAnswer },
    async handler({ params, body, caller, address }) {
      await options.run({ ...caller, address }, params.id, body as never);
      return answer(list, params.id, caller);
    },
  });
}

/** The endpoints of requests for admins. */
export function adminRequestRoutes({ service, list }: { readonly service: RequestService; readonly list: RequestList }): Route[] {
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
      handler: async ({ query, caller }) => json(await list.page({ ...query, scope: 'all' }, caller)),
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
      async handler({ caller }) {
        const page = await list.page({ scope: 'all', sort: 'createdAt', order: 'desc', page: 1, limit: 20 }, caller);
        return json({ items: page.items });
      },
    }),
    adminAction(list, {
      path: 'approve',
      summary: 'Approve a request, with a chosen candidate if given',
      body: Type.Object({ candidateId: Type.Optional(Type.String({ format: 'uuid', maxLength: 36 })) }, { additionalProperties: false }),
      errors: ['unknown_candidate', 'gate_failed'],
      run: (caller, id, body: { candidateId?: string }) => service.approve(caller, id, body.candidateId),
    }),
    adminAction(list, {
      path: 'deny',
      summary: 'Deny a request',
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
      run: (caller, id, body: { reason: string }) => service.deny(caller, id, body.reason),
    }),
    adminAction(list, {
      path: 'search-terms',
      method: 'PATCH',
      summary: 'Set or clear the search terms',
      body: Type.Object(
        {
          customSearchTerms: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]),
          searchNow: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      errors: ['duplicate'],
      run: (caller, id, body: { customSearchTerms: string | null; searchNow?: boolean }) =>
        service.setSearchTerms(caller, id, body.customSearchTerms, isTrue(body.searchNow)),
    }),
    adminAction(list, {
      path: 'retry-download',
      summary: 'Resume or repeat the download',
      errors: ['no_download', 'duplicate', 'integration_failed'],
      run: (caller, id) => service.retryDownload(caller, id),
    }),
    adminAction(list, {
      path: 'accept-import',
      summary: 'Accept files that look wrong',
      errors: ['duplicate'],
      run: (caller, id) => service.acceptImport(caller, id),
    }),
    adminAction(list, {
      path: 'reject-release',
      summary: 'Reject the release and take the next',
      errors: ['duplicate'],
      run: (caller, id) => service.rejectRelease(caller, id),
    }),
  ];
}
