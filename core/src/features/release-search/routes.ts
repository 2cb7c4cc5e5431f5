import Type, { type Static } from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Caller, type Route } from '../../platform/http/route.js';
import { regionId, type Annotate } from '../catalog/index.js';
import { sentence, type Say } from '../../platform/words/index.js';
import { messageOf } from '../lifecycle/reasons/wait-reasons.js';
import { ASKING_ERRORS, type RequestList } from '../requests/index.js';
import { requestSummarySchema } from '../requests/request-schemas.js';
import { sayGates, viewRelease, viewSources } from '../search/candidate-view.js';
import type { ReleaseRequesting } from './request-release.js';
import { releaseSearchSchema } from './schemas.js';
import { NOT_FOR_EBOOKS, type FoundAndRead, type ReleaseSearch, type ReleaseSearchOutcome } from './search-releases.js';

export interface ReleaseSearchRouteDependencies {
  readonly search: ReleaseSearch;
  readonly request: ReleaseRequesting;
  readonly annotate: Annotate;
  readonly list: RequestList;
}

const type = Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')], { default: 'audiobook' });

type Shown = Static<typeof releaseSearchSchema>;

function presentRelease({ id, release, reading, lookup, guess }: FoundAndRead, isAdmin: boolean, say: Say): Shown['releases'][number] {
  return {
    id,
    ...viewRelease(release),
    // members learn nothing of where indexers are
    ...(isAdmin ? {} : { infoUrl: undefined }),
    reading: { ...reading, authors: [...reading.authors] },
    lookup,
    guess: guess && { asin: guess.book.asin, sureness: guess.sureness, rivals: guess.rivals, evidence: sayGates(guess.evidence, say) },
  };
}

type Reader = { readonly caller: Caller; readonly say: Say };

async function present(outcome: ReleaseSearchOutcome, { caller, say }: Reader, annotate: Annotate): Promise<Shown> {
  const { releases, missing, sources, ...rest } = outcome;
  const isAdmin = caller.role === 'admin';
  const books = new Map(releases.flatMap(({ guess }) => (guess ? [[guess.book.asin, guess.book] as const] : [])));
  return {
    ...rest,
    sources: viewSources(sources, isAdmin, say),
    releases: releases.map((release) => presentRelease(release, isAdmin, say)),
    books: await annotate([...books.values()], caller),
    missing: missing && {
      code: missing.code,
      message: say(
        messageOf(missing, isAdmin ? 'admin' : 'member') ?? (missing.code === 'indexers_not_for_ebooks' ? NOT_FOR_EBOOKS : missing.message),
      ),
    },
  };
}

/** Searching the indexers without a book, and requesting what was found. */
export function releaseSearchRoutes({ search, request, annotate, list }: ReleaseSearchRouteDependencies): Route[] {
  const common = { method: 'POST', tag: 'requests', scopes: ['requests:write'] } as const;
  return [
    defineRoute({
      ...common,
      path: '/api/releases/search',
      summary: 'Search the indexers in words of one’s own',
      description:
        'Asks all indexers and says of each release which book it looks like. It answers within a minute; while it runs, the live event `release-search.updated` says which indexers have answered. Ending the call ends the search. What was found is kept for an hour, for the caller alone.',
      access: { rule: 'user', permission: 'interactiveSearch' },
      callerRateLimit: 'search-preview',
      body: Type.Object(
        {
          words: Type.String({ minLength: 2, maxLength: 300, pattern: '\\S' }),
          type,
          searchId: Type.Optional(
            Type.String({ pattern: '^[0-9a-f]{32}$', maxLength: 32, description: 'Any name, by which live events call this search.' }),
          ),
        },
        { additionalProperties: false },
      ),
      responses: { 200: releaseSearchSchema },
      async handler({ body, caller, say, address, signal }) {
        const words = body.words.trim().replace(/\s+/g, ' ');
        return json(await present(await search({ ...caller, address }, { ...body, words }, signal), { caller, say }, annotate));
      },
    }),
    defineRoute({
      ...common,
      path: '/api/releases/{id}/request',
      summary: 'Request the book of a found release',
      callerRateLimit: 'new-request',
      description:
        'The request is made as any other, with approval where it is needed. The release is taken as soon as the request is allowed. Where the caller has a live request for the book, that is given the release at once (`chosen`), as by choosing a candidate of it. Where the caller joins somebody’s request (`joined`), the release is not taken.',
      access: { rule: 'user', permission: 'interactiveSearch', owns: { param: 'id', resource: 'found release', ownerOnly: true } },
      params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
      body: Type.Object(
        {
          asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10, description: 'The book that it is; `guess` proposes one.' }),
          type,
          region: Type.Optional(regionId),
          note: Type.Optional(Type.String({ maxLength: 1000, description: 'Read by admins.' })),
          overrideGates: Type.Optional(Type.Boolean({ description: 'Takes the release although it fails a gate.' })),
        },
        { additionalProperties: false },
      ),
      errors: [...ASKING_ERRORS, 'unknown_region', 'unknown_candidate', 'gate_failed', 'request_state'],
      responses: {
        201: Type.Object({ request: requestSummarySchema, outcome: Type.Enum(['created', 'joined', 'chosen']) }),
      },
      async handler({ params, body, caller, say, address, signal }) {
        const note = body.note?.trim() === '' ? undefined : body.note?.trim();
        const { requestId, outcome } = await request({ ...caller, address }, params.id, { ...body, note }, signal);
        const made = await list.one(requestId, caller, say);
        if (!made) throw new ApiError('not_found', sentence('problem.no_request'));
        return json({ request: made, outcome }, 201);
      },
    }),
  ];
}
