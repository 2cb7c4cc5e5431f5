import Type from 'typebox';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import { defineRoute, json, noContent, type Caller, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { AuthService } from '../auth/index.js';
import { createExternalFlows, FLOW_ERRORS, type ExternalFlowDeps } from './external-flows.js';
import type { OwnIdentities } from './own-identities.js';
import { returnedSchema } from './routes.js';

export interface LinkRoutesDeps extends ExternalFlowDeps {
  readonly ownIdentities: OwnIdentities;
  readonly auth: Pick<AuthService, 'confirmPassword'>;
  readonly rateLimiter: RateLimiter;
}

const params = Type.Object({ provider: Type.String({ maxLength: 36 }) });
const common = { tag: 'auth', access: { rule: 'user' }, scopes: 'none' } as const;
const currentPassword = Type.Optional(Type.String({ maxLength: 1000, description: 'Required if the account has a password here.' }));

const identitySchema = Type.Object(
  {
    id: Type.String(),
    provider: Type.Object({
      id: Type.String(),
      name: Type.Union([Type.String(), Type.Null()], { description: 'Null if it is no longer connected.' }),
      offered: Type.Boolean({ description: 'Whether it is a way to sign in now.' }),
    }),
    accountName: Type.Union([Type.String(), Type.Null()], { description: 'Their name there, if known.' }),
    linkedAt: Type.String(),
  },
  { $id: 'OwnIdentity' },
);

/** The session that a flow is bound to in addition to the browser. It does not end in another session, even of the same user. */
function ownerOf({ userId, sessionId = '' }: Caller): string {
  return `${userId} ${sessionId}`;
}

type ExternalFlows = ReturnType<typeof createExternalFlows>;

/** For services with username and password. */
function linkByPasswordRoute({ ownIdentities, auth, rateLimiter }: LinkRoutesDeps, flows: ExternalFlows): Route {
  return defineRoute({
    ...common,
    method: 'POST',
    path: '/api/user/identities/{provider}/login',
    summary: 'Link an account by its name and password',
    rateLimit: 'sign-in',
    givesBack: ['sign-in'],
    params,
    body: Type.Object(
      {
        username: Type.String({ minLength: 1, maxLength: 200 }),
        password: Type.String({ minLength: 1, maxLength: 1000 }),
        currentPassword,
      },
      { additionalProperties: false },
    ),
    errors: [
      ...FLOW_ERRORS,
      'session_expired',
      'confirmation_required',
      'identity_taken',
      'current_password_wrong',
      'bad_account',
      'too_busy',
    ],
    responses: { 204: null },
    async handler(context) {
      const { params, body, caller, address, signal } = context;
      await auth.confirmPassword(caller, body.currentPassword, signal);
      const { username, password } = body;
      const name = `${params.provider} ${username.trim().toLowerCase()}`;
      await rateLimiter.take('sign-in-account', name);
      const account = await flows.byPassword({ providerId: params.provider, username, password, address, signal });
      await rateLimiter.giveBack('sign-in-account', name);
      await ownIdentities.link(caller, params.provider, account, actorOf(context));
      return noContent();
    },
  });
}

/** For services that the browser is sent to. */
function linkInBrowserRoutes({ ownIdentities, auth }: LinkRoutesDeps, flows: ExternalFlows): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/identities/{provider}/begin',
      summary: 'Start linking an account by signing in there',
      description: 'Sets a cookie that binds it to this browser and session, and answers with the address to send the browser to.',
      rateLimit: 'sign-in',
      params,
      body: Type.Object({ currentPassword }, { additionalProperties: false }),
      errors: [...FLOW_ERRORS, 'session_expired', 'confirmation_required', 'current_password_wrong', 'too_busy'],
      responses: { 200: Type.Object({ url: Type.String() }) },
      async handler({ params: { provider }, body, caller, signal }) {
        await auth.confirmPassword(caller, body.currentPassword, signal);
        const { url, cookie } = await flows.begin({ providerId: provider, owner: ownerOf(caller), signal });
        return { ...json({ url }), cookies: [cookie] };
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/user/identities/{provider}/finish',
      summary: 'Finish linking an account',
      description:
        '202 means that it is not finished there yet: ask again in two seconds. Only the browser and session that started it can finish it.',
      rateLimit: 'sign-in-finish',
      // the first is of the call that began it
      givesBack: ['sign-in', 'sign-in-finish'],
      params,
      body: returnedSchema,
      errors: [...FLOW_ERRORS, 'identity_taken', 'bad_account'],
      responses: { 200: Type.Object({ pending: Type.Literal(false) }), 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler(context) {
        const { params, body, caller, cookies, signal } = context;
        const flow = { providerId: params.provider, owner: ownerOf(caller), query: body.query, cookies, signal };
        const finished = await flows.finish(flow);
        if (!finished) return json({ pending: true }, 202);
        await ownIdentities.link(caller, params.provider, finished.account, actorOf(context));
        return { ...json({ pending: false }), cookies: [finished.cookie] };
      },
    }),
  ];
}

/** Links external accounts as additional ways to sign in. */
export function linkRoutes(deps: LinkRoutesDeps): Route[] {
  const { ownIdentities } = deps;
  const flows = createExternalFlows(deps);

  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/user/identities',
      summary: 'Accounts elsewhere with which the caller signs in',
      responses: { 200: Type.Object({ items: Type.Array(identitySchema) }) },
      async handler({ caller }) {
        return json({ items: await ownIdentities.list(caller.userId) });
      },
    }),
    linkByPasswordRoute(deps, flows),
    ...linkInBrowserRoutes(deps, flows),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/user/identities/{id}',
      access: { rule: 'user', owns: { param: 'id', resource: 'identity', ownerOnly: true } },
      summary: 'Unlink an account',
      description: 'Ends all other sessions.',
      params: Type.Object({ id: Type.String({ maxLength: 36 }) }),
      errors: ['last_sign_in'],
      responses: { 204: null },
      async handler(context) {
        await ownIdentities.unlink(context.caller, context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}
