import { isIntegrationError } from '@lectern/plugin-api';
import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { sessionAnswer, sessionSchema } from '../auth/index.js';
import { createFlowCookie, FLOW_COOKIE } from './flow-cookie.js';
import type { IdentityService } from './identity-service.js';
import { callSignIn, signInProviders, type ProviderListDeps, type SignInProvider } from './provider-list.js';

/** What the routes need. */
export interface ExternalSignInDeps extends ProviderListDeps {
  readonly identities: IdentityService;
  readonly secretBox: SecretBox;
  readonly rateLimiter: RateLimiter;
  readonly now: () => Date;
}

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const common = { tag: 'auth', access: { rule: 'public' }, scopes: 'none', rateLimit: 'sign-in', params } as const;

/** A fault of the media server as a person at the sign-in page can use it. */
function toApiError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error;
  if (!isIntegrationError(error)) return new ApiError(502, 'sign_in_unavailable', `Signing in with ${name} did not work. Try again later.`);
  switch (error.code) {
    case 'INTEGRATION_UNAUTHORIZED':
      return new ApiError(401, 'invalid_credentials', 'The username or the password is wrong.');
    case 'INTEGRATION_FORBIDDEN':
      return new ApiError(403, 'account_refused', error.message);
    case 'INTEGRATION_RATE_LIMITED':
      return new ApiError(429, 'rate_limited', `${name} asks to wait before the next try.`, {
        headers: { 'retry-after': String(Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000))) },
      });
    default:
      return new ApiError(502, 'sign_in_unavailable', `${name} cannot be asked now. Try again later.`);
  }
}

/** Signing in with accounts of a media server. Where that is not configured, none of these exist (404). */
export function externalSignInRoutes(deps: ExternalSignInDeps): Route[] {
  const { identities, rateLimiter, settings } = deps;
  const flows = createFlowCookie(deps.secretBox, deps.now);

  async function providerOf(id: string, kind: SignInProvider['kind']): Promise<SignInProvider> {
    const provider = (await signInProviders(deps)).find((candidate) => candidate.id === id && candidate.kind === kind);
    if (!provider) throw new ApiError(404, 'not_found', 'There is no such way to sign in.');
    return provider;
  }

  async function ask<T>(provider: SignInProvider, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toApiError(error, provider.name);
    }
  }

  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/login',
      summary: 'Sign in with name and password of a media server',
      body: Type.Object(
        { username: Type.String({ minLength: 1, maxLength: 200 }), password: Type.String({ minLength: 1, maxLength: 1000 }) },
        { additionalProperties: false },
      ),
      responses: { 200: sessionSchema },
      async handler({ params: { id }, body, address, userAgent, signal }) {
        const provider = await providerOf(id, 'password');
        await rateLimiter.take('sign-in-account', `${id} ${body.username.trim().toLowerCase()}`);
        const account = await ask(provider, () =>
          callSignIn(provider, 'password', (signIn, call) => signIn.signIn({ ...body, clientAddress: address }, call), signal),
        );
        return sessionAnswer(await identities.signIn(id, account, { address, userAgent }));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/begin',
      summary: 'Begin to sign in elsewhere',
      description: 'Sets a cookie that binds the sign-in to this browser, and answers where to send it.',
      responses: { 200: Type.Object({ url: Type.String() }) },
      async handler({ params: { id }, signal }) {
        const provider = await providerOf(id, 'redirect');
        const { publicUrl } = (await settings.get()).server;
        const returnUrl = `${publicUrl}/sign-in/return?provider=${encodeURIComponent(id)}`;
        const { url, state } = await ask(provider, () =>
          callSignIn(provider, 'redirect', (signIn, call) => signIn.begin({ returnUrl }, call), signal),
        );
        return { ...json({ url }), cookies: [flows.begin(id, state)] };
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/external/{id}/finish',
      summary: 'Finish signing in elsewhere',
      description: '202: not finished there yet, ask again in two seconds. Only the browser that began can finish.',
      rateLimit: 'sign-in-finish',
      body: Type.Object(
        {
          query: Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4000 }), {
            description: 'With which the browser came back.',
          }),
        },
        { additionalProperties: false },
      ),
      responses: { 200: sessionSchema, 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler({ params: { id }, body, cookies, address, userAgent, signal }) {
        const provider = await providerOf(id, 'redirect');
        const flow = flows.read(cookies.get(FLOW_COOKIE), id);
        if (!flow)
          throw new ApiError(400, 'sign_in_not_begun', 'This sign-in was not begun in this browser, or took too long. Begin again.');
        const account = await ask(provider, () =>
          callSignIn(provider, 'redirect', (signIn, call) => signIn.finish({ state: flow.state, query: body.query }, call), signal),
        );
        if (!account) return json({ pending: true }, 202);
        const answer = sessionAnswer(await identities.signIn(id, account, { address, userAgent }));
        return { ...answer, cookies: [...(answer.cookies ?? []), flows.end()] };
      },
    }),
  ];
}
