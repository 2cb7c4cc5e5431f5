import Type, { type Static, type TSchema } from 'typebox';
import type { ErrorCode } from '../../error-codes/error-codes.js';
import { isTrue } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Access, type Route, type Scope } from '../../platform/http/route.js';
import { ASKING_ERRORS } from './create-request.js';
import type { FilesWish } from './entities.js';
import { actionFacts, isRefusable, type ActionName } from './request-actions.js';
import { filesToImportSchema, SOURCE_ERRORS } from './manual-import.js';
import { DECIDED_CODES, type Decided } from './join-requests.js';
import type { RequestCaller } from './request-caller.js';
import type { RequestList } from './request-list.js';
import { mergeChaptersSchema, requestSummarySchema } from './request-schemas.js';
import type { RequestService } from './request-service.js';
import { sentence } from '../../platform/words/index.js';

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
const decided = Type.Array(
  Type.Object({
    requestId: Type.String(),
    code: Type.Unsafe<Decided['code']>(Type.Union(DECIDED_CODES.map((code) => Type.Literal(code)))),
  }),
  {
    description:
      'What became of each request, this one first: `joined` ended because somebody else’s goes on for both, `found_in_library` because the book turned up, and `unchanged` was moved by somebody else at the same moment.',
  },
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
  const { method, path, summary, limit: callerRateLimit } = actionFacts(action);
  return { method, path, summary, callerRateLimit, ...accessOf(action), params: Type.Object({ id }) };
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
      /** Members of the answer besides the request. */
      readonly also?: Record<string, TSchema>;
      /** @returns those members */
      readonly run: (
        caller: RequestCaller,
        requestId: string,
        body: B extends TSchema ? Static<B> : undefined,
        signal: AbortSignal,
      ) => Promise<object | void>;
    },
  ): Route {
    const { body, errors = [], status = 200, also = {}, run } = options;
    return defineRoute({
      ...declared(action),
      body,
      errors: [...(isRefusable(action) ? (['request_state'] as const) : []), ...errors],
      responses: { [status]: Type.Object({ ...requestAnswer.properties, ...also }) },
      async handler({ params, body: input, caller, say, address, signal }) {
        const more = await run({ ...caller, address }, params.id, input, signal);
        const request = await list.one(params.id, caller, say);
        if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
        return json({ request, ...more }, status);
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
    async handler({ params, caller, say, address }) {
      const made = await service.fetchEbook({ ...caller, address }, params.id);
      return json({ request: (await list.one(made.requestId, caller, say)) ?? {}, outcome: made.outcome }, 201);
    },
  });
}

function deleteRoute({ service }: ActionRouteDependencies): Route {
  return defineRoute({
    ...declared('delete'),
    description:
      'Ends what is under way for the request, then removes the files that Lectern placed for it if `files` is `remove`, then the request with all that is known of it. Files that another request has, that somebody changed or that a client seeds from stay, and so does a download that is being seeded. It goes on by itself: `request.deleted` tells that it is done. Calling it again changes what becomes of the files.',
    query: Type.Object({
      files: Type.Optional(
        Type.Unsafe<FilesWish>(
          Type.String({ enum: ['keep', 'remove'], description: 'What becomes of the files in the library folder. Default: `keep`.' }),
        ),
      ),
    }),
    errors: ['being_replaced'],
    responses: { 202: Type.Object({ deleting: Type.Literal(true) }) },
    async handler({ params, query, caller, address }) {
      await service.deleteRequest({ ...caller, address }, params.id, query.files ?? 'keep');
      return json({ deleting: true }, 202);
    },
  });
}

/** The routes by which people act on a request, one for each row of the table. */
export function actionRoutes(deps: ActionRouteDependencies): Route[] {
  const { service } = deps;
  const actionRoute = createActionRoute(deps.list);
  // uploads are on a higher floor, and so is the route that begins one
  const routes: Readonly<Record<Exclude<ActionName, 'import_upload'>, Route>> = {
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
    set_any_reading: actionRoute('set_any_reading', {
      body: Type.Object(
        { anyReading: Type.Boolean({ description: 'Whether a release read by somebody else may be taken automatically.' }) },
        closed,
      ),
      errors: ['duplicate'],
      run: (caller, requestId, body) => service.setAnyReading(caller, requestId, body.anyReading),
    }),
    merge_chapters: actionRoute('merge_chapters', {
      body: Type.Object({ mergeChapters: mergeChaptersSchema }, closed),
      run: (caller, requestId, body) => service.chooseMerge(caller, requestId, body.mergeChapters),
    }),
    approve: actionRoute('approve', {
      body: Type.Object({ candidateId: Type.Optional(id), together }, closed),
      errors: ['unknown_candidate'],
      also: { decided },
      run: async (caller, requestId, body) => ({ decided: await service.approve(caller, requestId, body) }),
    }),
    deny: actionRoute('deny', {
      body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 500 }), together }, closed),
      also: { decided },
      run: async (caller, requestId, { reason, ...decision }) => ({ decided: await service.deny(caller, requestId, reason, decision) }),
    }),
    undo_approval: actionRoute('undo_approval', { run: (caller, requestId) => service.undoApproval(caller, requestId) }),
    undo_denial: actionRoute('undo_denial', { errors: ['duplicate'], run: (caller, requestId) => service.undoDenial(caller, requestId) }),
    retry_download: actionRoute('retry_download', {
      errors: ['no_download', 'duplicate', 'integration_failed'],
      run: (caller, requestId) => service.retryDownload(caller, requestId),
    }),
    accept_import: actionRoute('accept_import', { run: (caller, requestId) => service.acceptImport(caller, requestId) }),
    manual_import: actionRoute('manual_import', {
      body: filesToImportSchema,
      errors: [...SOURCE_ERRORS, 'duplicate'],
      run: (caller, requestId, body, signal) => service.importFiles(caller, requestId, body, signal),
    }),
    reject_release: actionRoute('reject_release', { run: (caller, requestId) => service.rejectRelease(caller, requestId) }),
    delete: deleteRoute(deps),
    set_search_terms: actionRoute('set_search_terms', {
      body: Type.Object(
        {
          customSearchTerms: Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()]),
          searchNow: Type.Optional(
            Type.Boolean({
              description:
                'Starts a search with them, after the one that runs if there is one. Where the state of the request has no search, the call is refused and nothing changes.',
            }),
          ),
        },
        closed,
      ),
      errors: ['duplicate', 'request_state'],
      run: (caller, requestId, body) => service.setSearchTerms(caller, requestId, body.customSearchTerms, isTrue(body.searchNow)),
    }),
  };
  return Object.values(routes);
}
