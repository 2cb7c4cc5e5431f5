import Type, { type Static, type TSchema } from 'typebox';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import { isTrue } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Access, type Route, type Scope } from '../../platform/http/route.js';
import { ASKING_ERRORS } from './create-request.js';
import { actionFacts, isRefusable, type ActionName } from './request-actions.js';
import type { RequestCaller } from './request-caller.js';
import type { RequestList } from './request-list.js';
import { requestSummarySchema } from './request-schemas.js';
import type { RequestService } from './request-service.js';

interface ActionRouteDependencies {
  readonly service: RequestService;
  readonly list: RequestList;
}

interface ActionAccess {
  readonly tag: string;
  readonly access: Exclude<Access, { rule: 'public' }>;
  readonly scopes: readonly Scope[];
}

const id = Type.String({ format: 'uuid', maxLength: 36 });
const together = Type.Optional(
  Type.Boolean({ description: 'Decides on the requests of others for the same book that wait for approval as well. Default false.' }),
);
const requestAnswer = Type.Object({ request: requestSummarySchema });
const closed = { additionalProperties: false };

function accessOf(action: ActionName): ActionAccess {
  const { who } = actionFacts(action);
  if (who === 'admin') return { tag: 'admin: requests', access: { rule: 'admin' }, scopes: ['admin:write'] };
  const owns = { param: 'id', resource: 'request' } as const;
  const access: ActionAccess['access'] = who === 'owner' ? { rule: 'user', owns } : { rule: 'user', owns, permission: who };
  return { tag: 'requests', access, scopes: ['requests:write'] };
}

/** Returns what the table declares for the route of an action. */
function declared(action: ActionName) {
  const { method, path, summary } = actionFacts(action);
  return { method, path, summary, ...accessOf(action), params: Type.Object({ id }) };
}

/** Makes routes of actions that answer with the request. */
function createActionRoute(list: RequestList) {
  return function actionRoute<B extends TSchema | undefined = undefined>(
    action: ActionName,
    options: {
      readonly body?: B;
      /** Besides `request_state`, which follows from the table. */
      readonly errors?: readonly ErrorCode[];
      /** Default 200. */
      readonly status?: number;
      readonly run: (caller: RequestCaller, requestId: string, body: B extends TSchema ? Static<B> : undefined) => Promise<void>;
    },
  ): Route {
    const { body, errors = [], status = 200, run } = options;
    return defineRoute({
      ...declared(action),
      body,
      errors: [...(isRefusable(action) ? (['request_state'] as const) : []), ...errors],
      responses: { [status]: requestAnswer },
      async handler({ params, body: input, caller, address }) {
        await run({ ...caller, address }, params.id, input);
        const request = await list.one(params.id, caller);
        if (!request) throw new ApiError('not_found', 'There is no such request.');
        return json({ request }, status);
      },
    });
  };
}

function fetchEbookRoute({ service, list }: ActionRouteDependencies): Route {
  return defineRoute({
    ...declared('fetch_ebook'),
    description:
      'Creates a request of the type ebook that belongs to this one. Answers 409 with the code already_available, duplicate or request_state if there is nothing to request.',
    errors: [...ASKING_ERRORS, 'request_state'],
    responses: {
      201: Type.Object({ request: requestSummarySchema, outcome: Type.Union([Type.Literal('created'), Type.Literal('joined')]) }),
    },
    async handler({ params, caller, address }) {
      const made = await service.fetchEbook({ ...caller, address }, params.id);
      return json({ request: (await list.one(made.requestId, caller)) ?? {}, outcome: made.outcome }, 201);
    },
  });
}

/** The routes by which people act on a request, one for each row of the table. */
export function actionRoutes(deps: ActionRouteDependencies): Route[] {
  const { service } = deps;
  const actionRoute = createActionRoute(deps.list);
  const routes: Readonly<Record<ActionName, Route>> = {
    cancel: actionRoute('cancel', { run: (caller, requestId) => service.cancel(caller, requestId) }),
    retry: actionRoute('retry', { errors: ['duplicate'], run: (caller, requestId) => service.retry(caller, requestId) }),
    search: actionRoute('search', {
      errors: ['duplicate'],
      status: 202,
      run: (caller, requestId) => service.search(caller, requestId),
    }),
    select: actionRoute('select', {
      body: Type.Object({ candidateId: id, overrideGates: Type.Optional(Type.Boolean()) }, closed),
      errors: ['duplicate', 'unknown_candidate', 'gate_failed'],
      run: (caller, requestId, body) => service.select(caller, requestId, body.candidateId, body.overrideGates ?? false),
    }),
    fetch_ebook: fetchEbookRoute(deps),
    approve: actionRoute('approve', {
      body: Type.Object({ candidateId: Type.Optional(id), together }, closed),
      errors: ['unknown_candidate'],
      run: (caller, requestId, body) => service.approve(caller, requestId, body),
    }),
    deny: actionRoute('deny', {
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }), together }, closed),
      run: (caller, requestId, { reason, ...decision }) => service.deny(caller, requestId, reason, decision),
    }),
    retry_download: actionRoute('retry_download', {
      errors: ['no_download', 'duplicate', 'integration_failed'],
      run: (caller, requestId) => service.retryDownload(caller, requestId),
    }),
    accept_import: actionRoute('accept_import', { run: (caller, requestId) => service.acceptImport(caller, requestId) }),
    reject_release: actionRoute('reject_release', { run: (caller, requestId) => service.rejectRelease(caller, requestId) }),
    set_search_terms: actionRoute('set_search_terms', {
      body: Type.Object(
        {
          customSearchTerms: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]),
          searchNow: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
      errors: ['duplicate'],
      run: (caller, requestId, body) => service.setSearchTerms(caller, requestId, body.customSearchTerms, isTrue(body.searchNow)),
    }),
  };
  return Object.values(routes);
}
