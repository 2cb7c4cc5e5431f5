import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { meSchema } from '../users/index.js';
import type { AuthService, ExternalProvider } from './auth-service.js';
import { sessionAnswer, sessionSchema } from './session-answer.js';
import { clearedCookies, REFRESH_COOKIE } from './session-cookies.js';

const credentials = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 200 }), password: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export interface AuthRoutesDeps {
  readonly auth: AuthService;
  /** The currently configured ways to sign in besides the local one. Routes of others do not exist. */
  readonly externalProviders?: () => Promise<readonly ExternalProvider[]>;
  /** Whether people may currently create accounts for themselves. Default: no. */
  readonly registrationOpen?: () => Promise<boolean>;
}

const common = { tag: 'auth', access: { rule: 'public' }, scopes: 'none' } as const;

function signIn(deps: AuthRoutesDeps, path: string, summary: string, adminOnly: boolean): Route {
  const { auth } = deps;
  return defineRoute({
    ...common,
    method: 'POST',
    path,
    summary,
    rateLimit: 'sign-in',
    givesBack: ['sign-in'],
    body: credentials,
    errors: ['invalid_credentials', 'account_inactive', 'admin_required', 'too_busy'],
    responses: { 200: sessionSchema },
    async handler({ body, address, userAgent, signal }) {
      return sessionAnswer(await auth.signIn({ ...body, adminOnly }, { address, userAgent }, signal));
    },
  });
}

function signInRoutes(deps: AuthRoutesDeps): Route[] {
  const { externalProviders, registrationOpen } = deps;
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/auth/providers',
      summary: 'Ways to sign in',
      responses: {
        200: Type.Object({
          local: Type.Boolean(),
          registration: Type.Boolean(),
          external: Type.Array(
            Type.Object({
              id: Type.String(),
              name: Type.String(),
              kind: Type.Union([Type.Literal('password'), Type.Literal('redirect')]),
              buttonText: Type.Optional(Type.String()),
            }),
          ),
        }),
      },
      async handler() {
        const external = (await externalProviders?.()) ?? [];
        const registration = (await registrationOpen?.()) ?? false;
        return json({
          local: true,
          registration,
          external: external.map(({ id, name, kind, buttonText }) => ({ id, name, kind, buttonText })),
        });
      },
    }),
    signIn(deps, '/api/auth/local/login', 'Sign in with a username and a password', false),
    signIn(deps, '/api/auth/admin/login', 'Sign in as an admin', true),
  ];
}

function sessionRoutes(deps: AuthRoutesDeps): Route[] {
  const { auth } = deps;
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/refresh',
      summary: 'Exchange the refresh token for a new pair',
      description: 'The token comes from the cookie or from the body. Each can be used once; using one again ends its session.',
      rateLimit: 'refresh',
      body: Type.Object({ refreshToken: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
      errors: ['session_expired'],
      responses: { 200: sessionSchema },
      async handler({ body, cookies, address, userAgent }) {
        return sessionAnswer(await auth.refresh(body.refreshToken ?? cookies.get(REFRESH_COOKIE), { address, userAgent }));
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/auth/logout',
      summary: 'End the session',
      description: 'A refresh token that comes as a cookie needs the header x-csrf-token, as any write with a cookie does.',
      body: Type.Object({ refreshToken: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
      responses: { 204: null },
      async handler({ body, caller, cookies, header }) {
        const cookie = cookies.get(REFRESH_COOKIE);
        const fromCookie = cookie ? { token: cookie, csrf: { header: header('x-csrf-token') } } : undefined;
        await auth.signOut(caller, body.refreshToken === undefined ? fromCookie : { token: body.refreshToken });
        // browsers obey the answer to another site's form, although they sent it without cookies
        const isFromHere = caller !== undefined || header('x-csrf-token') !== undefined;
        const hasToken = body.refreshToken !== undefined || cookie !== undefined;
        return { ...noContent(), cookies: isFromHere || hasToken ? clearedCookies() : [] };
      },
    }),
  ];
}

function ownAccountRoutes(deps: AuthRoutesDeps): Route[] {
  const { auth } = deps;
  return [
    defineRoute({
      method: 'GET',
      path: '/api/auth/me',
      summary: 'The signed-in user',
      tag: 'auth',
      access: { rule: 'user' },
      scopes: ['read'],
      errors: ['session_expired'],
      responses: { 200: Type.Object({ user: meSchema }) },
      async handler({ caller }) {
        return json({ user: await auth.me(caller.userId) });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/auth/change-password',
      summary: 'Change your own password, or set the first one',
      description: 'Ends all other sessions. `currentPassword` may be left out only if the account has no password yet.',
      tag: 'auth',
      access: { rule: 'user' },
      scopes: 'none',
      body: Type.Object(
        {
          currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
          newPassword: Type.String({ minLength: 1, maxLength: 1000 }),
        },
        { additionalProperties: false },
      ),
      errors: ['session_expired', 'confirmation_required', 'changed_meanwhile', 'current_password_wrong', 'password_invalid', 'too_busy'],
      responses: { 204: null },
      async handler(context) {
        await auth.changePassword(context.caller, context.body, actorOf(context), context.signal);
        return noContent();
      },
    }),
  ];
}

export function authRoutes(deps: AuthRoutesDeps): Route[] {
  return [...signInRoutes(deps), ...sessionRoutes(deps), ...ownAccountRoutes(deps)];
}
