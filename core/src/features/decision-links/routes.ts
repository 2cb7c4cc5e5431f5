import Type, { type Static } from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { Say } from '../../platform/words/index.js';
import type { LinkDecisions, LinkState } from './link-decisions.js';
import { OUTCOMES } from './link-decisions.js';

const token = Type.String({ minLength: 1, maxLength: 200, description: 'What comes after `#token=` in the link.' });
const closed = { additionalProperties: false };
const literals = <const T extends string>(values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));

const linkStateSchema = Type.Object(
  {
    state: Type.Unsafe<'open' | 'decided' | 'expired'>(
      Type.Union([Type.Literal('open'), Type.Literal('decided'), Type.Literal('expired')], {
        description:
          'Whether the link can still be used. A request that somebody decided about is `decided`, whatever the age of the link.',
      }),
    ),
    action: literals(['approve', 'deny']),
    decider: Type.String({ description: 'The display name of the person whose link it is.' }),
    request: Type.Object({
      id: Type.String(),
      type: literals(['audiobook', 'ebook']),
      asin: Type.String(),
      title: Type.String(),
      author: Type.String(),
      narrators: Type.Array(Type.String()),
      requester: Type.String({ description: 'The display name of who requested it.' }),
      note: Type.Optional(Type.String()),
      createdAt: Type.String(),
    }),
    decision: Type.Optional(
      Type.Object(
        {
          outcome: literals(OUTCOMES),
          by: Type.Optional(Type.String({ description: 'The display name of who decided; absent if the book turned up by itself.' })),
          reason: Type.Optional(Type.String({ description: 'Of a denial.' })),
          at: Type.String(),
        },
        { description: 'Who decided about the request, and how.' },
      ),
    ),
  },
  { $id: 'DecisionLink' },
);

const common = {
  method: 'POST',
  tag: 'requests',
  // the secret is the right: whoever holds it is asked for nothing else
  access: { rule: 'public' },
  scopes: 'none',
  rateLimit: 'decision-link',
  errors: ['decision_link_invalid'],
  responses: { 200: linkStateSchema },
} as const;

function shown(state: LinkState, say: Say): Static<typeof linkStateSchema> {
  const { request, decision, ...rest } = state;
  return {
    ...rest,
    request: { ...request, author: say(request.author), narrators: [...request.narrators] },
    ...(decision ? { decision } : {}),
  };
}

/** What the links of messages open. The secret is in the body, so that no log and no history has it. */
export function decisionLinkRoutes({ decisions }: { readonly decisions: LinkDecisions }): Route[] {
  return [
    defineRoute({
      ...common,
      path: '/api/decision-links/read',
      summary: 'What a link of a message decides',
      description: 'Changes nothing.',
      body: Type.Object({ token }, closed),
      handler: async ({ body, say }) => json(shown(await decisions.read(body.token), say)),
    }),
    defineRoute({
      ...common,
      path: '/api/decision-links/decide',
      summary: 'Approve or deny a request by a link of a message',
      description: 'A link that is over changes nothing; the answer says who decided, or that the link has expired.',
      body: Type.Object(
        { token, reason: Type.Optional(Type.String({ maxLength: 500, description: 'Of a denial, which needs one.' })) },
        closed,
      ),
      handler: async ({ body, address, say }) => json(shown(await decisions.decide(body.token, { reason: body.reason, address }), say)),
    }),
  ];
}
