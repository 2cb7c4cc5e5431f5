import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { pageQuery, searchedForSchema } from '../../platform/http/page.js';
import { inUtc, timeRangeQuery } from '../../platform/http/time-range.js';
import { sentence, type Say } from '../../platform/words/index.js';
import { regionId } from '../catalog/index.js';
import { candidateSchema, searchRunSchema } from '../search/candidate-schemas.js';
import type { CandidateStore } from '../search/candidate-store.js';
import { candidatesForMembers, sayCandidate, viewSources } from '../search/candidate-view.js';
import type { createRequestDetail } from './request-detail.js';
import { ASKING_ERRORS } from './create-request.js';
import type { RequestList } from './request-list.js';
import {
  anyReadingMember,
  groupCountsSchema,
  groupSchema,
  requestDetailSchema,
  requestSummarySchema,
  statusSchema,
  typeSchema,
} from './request-schemas.js';
import type { RequestService } from './request-service.js';

export interface RequestRouteDependencies {
  readonly service: RequestService;
  readonly list: RequestList;
  readonly detail: ReturnType<typeof createRequestDetail>;
  readonly candidates: CandidateStore;
}

const idParams = Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) });
const owned = { rule: 'user', owns: { param: 'id', resource: 'request' } } as const;
const subscribable = { rule: 'user', owns: { param: 'id', resource: 'request', orSubscribes: true } } as const;

/** Filters every list of requests takes. */
export const requestListQuery = {
  ...pageQuery,
  group: Type.Optional(groupSchema),
  status: Type.Optional(statusSchema),
  needsPerson: Type.Optional(
    Type.Boolean({
      description:
        'Only those that go on only, or sooner, if a person does something: that wait for approval, need attention, or wait for a reason that a person could settle.',
    }),
  ),
  type: Type.Optional(typeSchema),
  userId: Type.Optional(Type.String({ maxLength: 36, description: 'Whose requests.' })),
  ...timeRangeQuery,
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Words of a title or author, or how they begin.' })),
  together: Type.Optional(
    Type.Boolean({
      description:
        'Puts requests of several people for a book that wait for approval together, when those of all people and times are listed.',
    }),
  ),
  sort: Type.Union([Type.Literal('createdAt'), Type.Literal('updatedAt'), Type.Literal('title')], { default: 'createdAt' }),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], { default: 'desc' }),
};

export const requestPageSchema = Type.Object({
  items: Type.Array(requestSummarySchema),
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  counts: groupCountsSchema,
  searchedFor: searchedForSchema,
});

const asin = Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 });
const optionalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

const createBody = Type.Object(
  {
    asin: Type.Optional(asin),
    type: Type.Optional(Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')])),
    region: Type.Optional(regionId),
    bypassIgnore: Type.Optional(Type.Boolean()),
    note: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Read by admins, in messages about approvals too, and by nobody else.' }),
    ),
    anyReading: anyReadingMember,
    mergeChapters: Type.Optional(
      Type.Boolean({ description: 'Whether the files of an audiobook are merged into one. Default: as the settings of the server say.' }),
    ),
    forUserId: Type.Optional(
      Type.String({ format: 'uuid', maxLength: 36, description: 'Whose request it becomes. Admins only; default: the caller’s.' }),
    ),
    audiobook: Type.Optional(
      Type.Object({
        asin,
        title: Type.String({ minLength: 1, maxLength: 500 }),
        author: Type.String({ minLength: 1, maxLength: 500 }),
        narrator: optionalText(500),
        description: optionalText(20_000),
        coverArtUrl: optionalText(2000),
        durationMinutes: Type.Optional(Type.Number()),
        releaseDate: optionalText(40),
      }),
    ),
  },
  { additionalProperties: false },
);

type CandidateAnswer = Awaited<ReturnType<CandidateStore['view']>>;

/** Only admins see where indexers are. */
function presentCandidates({ search, candidates }: CandidateAnswer, isAdmin: boolean, say: Say) {
  return {
    search: search && { ...search, sources: viewSources(search.sources, isAdmin, say) },
    candidates: (isAdmin ? candidates : candidatesForMembers(candidates)).map((candidate) => sayCandidate(candidate, say)),
  };
}

function listRoutes({ service, list }: RequestRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/requests',
      // apps that were made for others like it send more
      ignoresUnknownQuery: true,
      compress: true,
      summary: 'List requests',
      tag: 'requests',
      access: { rule: 'user' },
      scopes: ['read'],
      query: Type.Object({ ...requestListQuery, scope: Type.Union([Type.Literal('mine'), Type.Literal('all')], { default: 'mine' }) }),
      errors: ['admin_required'],
      responses: { 200: requestPageSchema },
      async handler({ query, caller, say }) {
        if (query.scope === 'all' && caller.role !== 'admin')
          throw new ApiError('admin_required', sentence('problem.only_admins_list_all'));
        return json(await list.page(inUtc(query), caller, say));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/requests',
      summary: 'Ask for a book',
      description: 'Answers 409 with the code already_available, duplicate, ignored or quota_exceeded if there is nothing to request.',
      tag: 'requests',
      access: { rule: 'user' },
      scopes: ['requests:write'],
      callerRateLimit: 'new-request',
      body: createBody,
      errors: [...ASKING_ERRORS, 'unknown_region', 'admin_required', 'not_found'],
      responses: {
        201: Type.Object({ request: requestSummarySchema, outcome: Type.Union([Type.Literal('created'), Type.Literal('joined')]) }),
      },
      async handler({ body, caller, say, address }) {
        const wanted = body.asin ?? body.audiobook?.asin;
        if (wanted === undefined) {
          throw new ApiError('invalid_request', sentence('problem.asin_missing'), {
            errors: [{ path: '/asin', message: sentence('field.required') }],
          });
        }
        const { requestId, outcome } = await service.createFor({ ...caller, address }, body.forUserId ?? caller.userId, {
          asin: wanted,
          type: body.type ?? 'audiobook',
          region: body.region,
          origin: caller.via === 'api-token' ? 'api-token' : 'manual',
          bypassIgnore: body.bypassIgnore ?? false,
          note: body.note?.trim() === '' ? undefined : body.note?.trim(),
          anyReading: body.anyReading ?? false,
          mergeChapters: body.mergeChapters,
          known: body.audiobook && { title: body.audiobook.title, author: body.audiobook.author },
        });
        return json({ request: (await list.one(requestId, caller, say)) ?? {}, outcome }, 201);
      },
    }),
  ];
}

function singleRoutes({ service, detail }: RequestRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/requests/{id}',
      compress: true,
      summary: 'A request with its timeline',
      tag: 'requests',
      access: subscribable,
      scopes: ['read'],
      params: idParams,
      responses: { 200: Type.Object({ request: requestDetailSchema }) },
      async handler({ params, caller, say }) {
        const request = await detail(params.id, caller, say);
        if (!request) throw new ApiError('not_found', sentence('problem.no_request'));
        return json({ request });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/requests/{id}/subscribe',
      summary: 'Subscribe to a request',
      tag: 'requests',
      access: subscribable,
      scopes: ['requests:write'],
      params: idParams,
      responses: { 204: null },
      async handler({ params, caller }) {
        await service.subscribe(caller, params.id);
        return noContent();
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/api/requests/{id}/subscribe',
      summary: 'Unsubscribe from a request',
      tag: 'requests',
      access: subscribable,
      scopes: ['requests:write'],
      params: idParams,
      responses: { 204: null },
      async handler({ params, caller }) {
        await service.unsubscribe(caller, params.id);
        return noContent();
      },
    }),
  ];
}

function candidateRoutes({ candidates }: RequestRouteDependencies): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/requests/{id}/candidates',
      compress: true,
      summary: 'The candidates of the latest search, with the reasons of their ranking',
      tag: 'requests',
      access: { ...owned, permission: 'interactiveSearch' },
      scopes: ['read'],
      params: idParams,
      responses: { 200: Type.Object({ search: Type.Union([searchRunSchema, Type.Null()]), candidates: Type.Array(candidateSchema) }) },
      async handler({ params, caller, say }) {
        const view = await candidates.view(params.id);
        return json(presentCandidates(view, caller.role === 'admin', say));
      },
    }),
  ];
}

/** The endpoints of requests for people who ask. */
export function requestRoutes(deps: RequestRouteDependencies): Route[] {
  return [...listRoutes(deps), ...singleRoutes(deps), ...candidateRoutes(deps)];
}
