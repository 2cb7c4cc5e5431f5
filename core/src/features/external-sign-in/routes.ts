import Type from 'typebox';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { sessionAnswer, sessionSchema } from '../auth/index.js';
import { createExternalFlows, FLOW_ERRORS, type ExternalFlowDeps } from './external-flows.js';
import type { IdentityService } from './identity-service.js';

export interface ExternalSignInDeps extends ExternalFlowDeps {
  readonly identities: IdentityService;
  readonly rateLimiter: RateLimiter;
}

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const common = { tag: 'auth', access: { rule: 'public' }, scopes: 'none', rateLimit: 'sign-in', params } as const;

/** The query that the browser brought back from the other service. */
export const returnedSchema = Type.Object(
  { query: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4000 }), { maxProperties: 30 }) },
  { additionalProperties: false },
);

/** Signing in with accounts of another service. Without such a service, these routes do not exist (404). */
export function externalSignInRoutes(deps: ExternalSignInDeps): Route[] {
  const { identities, rateLimiter } = deps;
  const flows = createExternalFlows(deps);

  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/login',
      summary: 'Sign in with the name and password of another service',
      givesBack: ['sign-in'],
      body: Type.Object(
        { username: Type.String({ minLength: 1, maxLength: 200 }), password: Type.String({ minLength: 1, maxLength: 1000 }) },
        { additionalProperties: false },
      ),
      errors: [...FLOW_ERRORS, 'account_inactive', 'registration_closed', 'username_taken', 'bad_account', 'too_many_waiting'],
      responses: { 200: sessionSchema },
      async handler({ params: { id }, body, address, userAgent, signal }) {
        const name = `${id} ${body.username.trim().toLowerCase()}`;
        await rateLimiter.take('sign-in-account', name);
        const account = await flows.byPassword({ providerId: id, ...body, address, signal });
        await rateLimiter.giveBack('sign-in-account', name);
        return sessionAnswer(await identities.signIn(id, account, { address, userAgent }));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/begin',
      summary: 'Start signing in elsewhere',
      description: 'Sets a cookie that binds the sign-in to this browser, and answers with the address to send it to.',
      errors: FLOW_ERRORS,
      responses: { 200: Type.Object({ url: Type.String() }) },
      async handler({ params: { id }, signal }) {
        const { url, cookie } = await flows.begin({ providerId: id, signal });
        return { ...json({ url }), cookies: [cookie] };
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/finish',
      summary: 'Finish signing in elsewhere',
      description: '202 means that it is not finished there yet: ask again in two seconds. Only the browser that started it can finish it.',
      rateLimit: 'sign-in-finish',
      // the first is of the call that began it
      givesBack: ['sign-in', 'sign-in-finish'],
      body: returnedSchema,
      errors: [...FLOW_ERRORS, 'account_inactive', 'registration_closed', 'username_taken', 'bad_account', 'too_many_waiting'],
      responses: { 200: sessionSchema, 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler({ params: { id }, body, cookies, address, userAgent, signal }) {
        const finished = await flows.finish({ providerId: id, query: body.query, cookies, signal });
        if (!finished) return json({ pending: true }, 202);
        const answer = sessionAnswer(await identities.signIn(id, finished.account, { address, userAgent }));
        return { ...answer, cookies: [...(answer.cookies ?? []), finished.cookie] };
      },
    }),
  ];
}
