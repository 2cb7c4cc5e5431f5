import Type from 'typebox';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { sessionAnswer, sessionSchema } from '../auth/index.js';
import { publicAddress, type SettingsService } from '../settings/index.js';
import type { LoginTokenService } from './login-token-service.js';

export interface LoginTokenRoutesDeps {
  readonly loginTokens: LoginTokenService;
  readonly settings: Pick<SettingsService, 'get'>;
}

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const common = { tag: 'users', access: { rule: 'admin' }, scopes: 'none', params } as const;

export function loginTokenRoutes({ loginTokens, settings }: LoginTokenRoutesDeps): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/users/{id}/login-token',
      confirmation: 'always',
      summary: 'Create a one-time sign-in link for a user',
      description: 'Valid for 72 hours. It invalidates earlier links of the user. Shown only this once.',
      errors: [['account_inactive', 409]],
      responses: {
        201: Type.Object({
          token: Type.String(),
          path: Type.String({
            description: 'The path of the page that redeems it. The token comes after #, so it never reaches a server or its logs.',
          }),
          url: Type.Union([Type.String(), Type.Null()], {
            description: 'The full address, if the public address of the server is set.',
          }),
          expiresAt: Type.String(),
        }),
      },
      async handler(context) {
        const { token, expiresAt } = await loginTokens.create(context.params.id, actorOf(context));
        const path = `/sign-in/link#${token}`;
        const { publicUrl } = (await settings.get()).server;
        return json({ token, path, url: publicUrl === null ? null : publicAddress(publicUrl, path), expiresAt }, 201);
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/users/{id}/login-token',
      summary: 'Invalidate the links of a user and end all their sessions',
      responses: { 204: null },
      async handler(context) {
        await loginTokens.revoke(context.params.id, actorOf(context));
        return noContent();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/api/auth/token/login',
      summary: 'Sign in with a link from an admin',
      tag: 'auth',
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'token-sign-in',
      givesBack: ['token-sign-in'],
      body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
      errors: ['login_token_invalid', 'invalid_credentials', 'account_inactive'],
      responses: { 200: sessionSchema },
      async handler({ body, address, userAgent }) {
        return sessionAnswer(await loginTokens.trade(body.token, { address, userAgent }));
      },
    }),
  ];
}
