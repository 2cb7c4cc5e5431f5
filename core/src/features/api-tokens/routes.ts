import { readJson } from '../../platform/db/index.js';
import Type, { type Static } from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { defineRoute, json, noContent, type Route, type Scope } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import type { ApiTokenService, ListedToken } from './api-token-service.js';
import { isAdminScope, SCOPE_NAMES, SCOPES } from './scopes.js';

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const scopeDescription = Object.entries(SCOPES)
  .map(([name, text]) => `\`${name}\`: ${text}`)
  .join(' ');
const scopes = Type.Array(Type.Unsafe<Scope>(Type.Union(SCOPE_NAMES.map((name) => Type.Literal(name)))), {
  description: scopeDescription,
});
const newToken = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  scopes: Type.Array(scopes.items, { minItems: 1, maxItems: 10, description: scopeDescription }),
  expiresAt: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 50, description: 'If absent, the token is valid until it is revoked.' }),
  ),
};

const apiTokenSchema = Type.Object(
  {
    id: Type.String(),
    userId: Type.String(),
    username: Type.String(),
    name: Type.String(),
    prefix: Type.String({ description: 'The first characters of the token.' }),
    scopes,
    createdAt: Type.String(),
    expiresAt: Type.Union([Type.String(), Type.Null()]),
    lastUsedAt: Type.Union([Type.String(), Type.Null()], { description: 'Accurate to the minute.' }),
    revokedAt: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'ApiToken' },
);

const created = Type.Object({ token: Type.String({ description: 'Shown only this once.' }), apiToken: apiTokenSchema });

function present(row: ListedToken): Static<typeof apiTokenSchema> {
  const { id, userId, username, name, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  const base = { id, userId, username, name, createdAt, expiresAt, lastUsedAt, revokedAt };
  return { ...base, prefix: row.tokenPrefix, scopes: readJson(row.scopes) };
}

/** API tokens. No token may create, list or revoke tokens: a leaked one must not be able to outlive its end. */
export function apiTokenRoutes({ apiTokens }: { readonly apiTokens: ApiTokenService }): Route[] {
  const own = { tag: 'api tokens', access: { rule: 'user' }, scopes: 'none' } as const;
  const admin = { tag: 'api tokens', access: { rule: 'admin' }, scopes: 'none' } as const;
  return [
    defineRoute({
      ...own,
      method: 'GET',
      path: '/api/user/api-tokens',
      summary: 'List your own API tokens',
      query: Type.Object(pageQuery),
      responses: { 200: pageOf(apiTokenSchema) },
      async handler({ query, caller }) {
        const { items, total } = await apiTokens.list({ ...query, userId: caller.userId });
        return json({ items: items.map(present), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...own,
      method: 'POST',
      path: '/api/user/api-tokens',
      summary: 'Create an API token',
      callerRateLimit: 'token-create',
      body: Type.Object(newToken, { additionalProperties: false }),
      confirmation: { when: 'the token gets an admin scope', isNeeded: ({ body }) => body.scopes.some(isAdminScope) },
      errors: ['not_found', 'too_many_tokens', 'expiry_past', 'scope_not_allowed'],
      responses: { 201: created },
      async handler(context) {
        const { token, row } = await apiTokens.create({ ...context.body, userId: context.caller.userId }, actorOf(context));
        return json({ token, apiToken: present(row) }, 201);
      },
    }),
    defineRoute({
      ...own,
      method: 'DELETE',
      path: '/api/user/api-tokens/{id}',
      access: { rule: 'user', owns: { param: 'id', resource: 'API token', ownerOnly: true } },
      summary: 'Revoke one of your own API tokens',
      params,
      responses: { 204: null },
      async handler(context) {
        await apiTokens.revoke(context.params.id, actorOf(context), context.caller.userId);
        return noContent();
      },
    }),
    defineRoute({
      ...admin,
      method: 'GET',
      path: '/api/admin/api-tokens',
      summary: 'List the API tokens of everybody, or of one user',
      query: Type.Object({
        ...pageQuery,
        userId: Type.Optional(Type.String({ maxLength: 36 })),
        active: Type.Optional(Type.Boolean({ description: 'If false, only those that were revoked or have expired.' })),
      }),
      responses: { 200: pageOf(apiTokenSchema) },
      async handler({ query }) {
        const { items, total } = await apiTokens.list(query);
        return json({ items: items.map(present), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...admin,
      method: 'POST',
      path: '/api/admin/api-tokens',
      summary: 'Create an API token for a user',
      confirmation: 'always',
      callerRateLimit: 'token-create',
      body: Type.Object({ ...newToken, userId: Type.String({ maxLength: 36 }) }, { additionalProperties: false }),
      errors: ['not_found', 'too_many_tokens', 'expiry_past', 'scope_not_allowed'],
      responses: { 201: created },
      async handler(context) {
        const { token, row } = await apiTokens.create(context.body, actorOf(context));
        return json({ token, apiToken: present(row) }, 201);
      },
    }),
    defineRoute({
      ...admin,
      method: 'DELETE',
      path: '/api/admin/api-tokens/{id}',
      summary: 'Revoke an API token',
      params,
      responses: { 204: null },
      async handler(context) {
        await apiTokens.revoke(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}
