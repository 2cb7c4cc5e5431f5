import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { Say } from '../../platform/words/index.js';
import { regionId } from '../catalog/index.js';
import { messageOf } from '../lifecycle/reasons/wait-reasons.js';
import { candidateSchema, decisionSchema, sourceSchema } from './candidate-schemas.js';
import { candidatesForMembers, sayCandidate, viewSources } from './candidate-view.js';
import type { Decision } from './choose-release.js';
import { previewRelease, type Preview, type PreviewDependencies } from './preview-release.js';

function presentDecision(decision: Decision, isAdmin: boolean, say: Say) {
  const { what } = decision;
  if (what === 'take') return { what, candidateId: decision.id };
  const { reason } = decision;
  const message = say(messageOf(reason, isAdmin ? 'admin' : 'member') ?? reason.message);
  const told = { what, code: reason.code, message };
  return what === 'wait' ? { ...told, candidateId: decision.id, until: decision.until.toISOString() } : told;
}

function present({ decision, ...preview }: Preview, isAdmin: boolean, say: Say) {
  return {
    queries: preview.queries,
    sources: viewSources(preview.sources, isAdmin, say),
    candidates: (isAdmin ? preview.candidates : candidatesForMembers(preview.candidates)).map((candidate) => sayCandidate(candidate, say)),
    decision: presentDecision(decision, isAdmin, say),
  };
}

/** Searching without a request. */
export function searchRoutes(deps: PreviewDependencies): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/audiobooks/{asin}/preview',
      summary: 'What would be taken for a book now, and why',
      description:
        'Searches like the automatic search of a request, and neither requests nor downloads anything. It answers when all sources have answered, within a minute; while it runs, the live event `preview.updated` says how many have. Ending the call ends the search.',
      tag: 'books',
      access: { rule: 'user', permission: 'interactiveSearch' },
      scopes: ['requests:write'],
      callerRateLimit: 'search-preview',
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      body: Type.Object(
        {
          type: Type.Union([Type.Literal('audiobook'), Type.Literal('ebook')], { default: 'audiobook' }),
          region: Type.Optional(regionId),
          anyReading: Type.Boolean({
            default: false,
            description: 'Whether a release read by somebody else may be taken. Audiobooks only.',
          }),
          previewId: Type.Optional(
            Type.String({ pattern: '^[0-9a-f]{32}$', maxLength: 32, description: 'Any name, by which live events call this preview.' }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: ['unknown_book', 'unknown_region', 'catalogue_unavailable'],
      responses: {
        200: Type.Object({
          queries: Type.Array(Type.String()),
          sources: Type.Array(sourceSchema),
          candidates: Type.Array(candidateSchema),
          decision: decisionSchema,
        }),
      },
      handler: async ({ params, body, caller, say, signal }) =>
        json(present(await previewRelease(deps, caller, { ...params, ...body }, signal), caller.role === 'admin', say)),
    }),
  ];
}
