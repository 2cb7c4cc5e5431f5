import Type from 'typebox';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import { CONFIRMED_MINUTES, defineRoute, json, type Caller, type Route, type RouteAnswer } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { createExternalFlows, FLOW_ERRORS, returnedSchema, type ExternalFlowDeps } from '../external-sign-in/index.js';
import type { ConfirmationService } from './confirmation-service.js';

export interface ConfirmationRoutesDeps extends ExternalFlowDeps {
  readonly confirmation: ConfirmationService;
  readonly rateLimiter: RateLimiter;
}

const params = Type.Object({ provider: Type.String({ maxLength: 36 }) });
const confirmed = Type.Object({ confirmedUntil: Type.String() }, { $id: 'ConfirmedSession' });
const password = Type.String({ minLength: 1, maxLength: 1000 });
const closed = { additionalProperties: false };
const common = { tag: 'auth', access: { rule: 'user' }, scopes: 'none' } as const;

/** The session that a flow is bound to in addition to the browser. A flow for linking an account, or from another session, does not confirm. */
function ownerOf({ userId, sessionId = '' }: Caller): string {
  return `confirm ${userId} ${sessionId}`;
}

function answer(until: Date): RouteAnswer {
  return json({ confirmedUntil: until.toISOString() });
}

/** Confirming one's identity in an existing session. */
export function confirmationRoutes(deps: ConfirmationRoutesDeps): Route[] {
  const { confirmation, rateLimiter } = deps;
  const flows = createExternalFlows(deps);

  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/auth/confirm',
      summary: 'How the caller can confirm who they are',
      responses: {
        200: Type.Object({
          confirmedUntil: Type.Union([Type.String(), Type.Null()], { description: 'Null if the session is not confirmed at the moment.' }),
          password: Type.Boolean({ description: 'Whether the account has a password here.' }),
          providers: Type.Array(
            Type.Object({
              id: Type.String(),
              name: Type.String(),
              kind: Type.Union([Type.Literal('password'), Type.Literal('redirect')]),
            }),
          ),
        }),
      },
      handler: async ({ caller }) => json(await confirmation.ways(caller)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/confirm',
      summary: 'Confirm with the password',
      description: `For ${CONFIRMED_MINUTES} minutes the session may then do what decides who gets in. A new sign-in has the same effect.`,
      rateLimit: 'sign-in',
      givesBack: ['sign-in'],
      body: Type.Object({ password }, closed),
      errors: ['session_expired', 'confirmation_required', 'no_password', 'current_password_wrong', 'too_busy'],
      responses: { 200: confirmed },
      handler: async (context) =>
        answer(await confirmation.byPassword(context.caller, context.body.password, actorOf(context), context.signal)),
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/confirm/{provider}/login',
      summary: 'Confirm with the name and password of another service',
      rateLimit: 'sign-in',
      givesBack: ['sign-in'],
      params,
      body: Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }), password }, closed),
      errors: [...FLOW_ERRORS, 'session_expired', 'identity_not_yours'],
      responses: { 200: confirmed },
      async handler(context) {
        const { params, body, caller, address, signal } = context;
        const name = `${params.provider} ${body.username.trim().toLowerCase()}`;
        await rateLimiter.take('sign-in-account', name);
        const account = await flows.byPassword({ providerId: params.provider, ...body, address, signal });
        await rateLimiter.giveBack('sign-in-account', name);
        return answer(await confirmation.byIdentity(caller, params.provider, account, actorOf(context)));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/confirm/{provider}/begin',
      summary: 'Start a confirmation by signing in elsewhere again',
      description: 'Sets a cookie that binds it to this browser and session, and answers with the address to send the browser to.',
      rateLimit: 'sign-in',
      params,
      errors: FLOW_ERRORS,
      responses: { 200: Type.Object({ url: Type.String() }) },
      async handler({ params: { provider }, caller, signal }) {
        const { url, cookie } = await flows.begin({ providerId: provider, owner: ownerOf(caller), anew: true, signal });
        return { ...json({ url }), cookies: [cookie] };
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/confirm/{provider}/finish',
      summary: 'Finish confirming elsewhere',
      description:
        '202 means that it is not finished there yet: ask again in two seconds. Only the browser and session that started it can finish it.',
      rateLimit: 'sign-in-finish',
      // the first is of the call that began it
      givesBack: ['sign-in', 'sign-in-finish'],
      params,
      body: returnedSchema,
      errors: [...FLOW_ERRORS, 'session_expired', 'identity_not_yours'],
      responses: { 200: confirmed, 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler(context) {
        const { params, body, caller, cookies, signal } = context;
        const flow = { providerId: params.provider, owner: ownerOf(caller), query: body.query, cookies, signal };
        const finished = await flows.finish(flow);
        if (!finished) return json({ pending: true }, 202);
        const until = await confirmation.byIdentity(caller, params.provider, finished.account, actorOf(context));
        return { ...answer(until), cookies: [finished.cookie] };
      },
    }),
  ];
}
