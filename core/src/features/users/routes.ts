import Type from 'typebox';
import { pageOf, pageQuery } from '../../platform/http/page.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../platform/http/route.js';
import { actorOf } from '../audit/index.js';
import { presentUser, quotaSchema, userSchema } from './present-user.js';
import type { UserService } from './user-service.js';
import { sentence } from '../../platform/words/index.js';

const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
const role = Type.Union([Type.Literal('admin'), Type.Literal('user')]);
const state = Type.Union([Type.Literal('active'), Type.Literal('pending'), Type.Literal('rejected'), Type.Literal('disabled')]);
const choice = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const displayName = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const email = Type.Optional(Type.Union([Type.String({ pattern: '^[^\\s@]+@[^\\s@]+$', maxLength: 254 }), Type.Null()]));
const password = Type.String({ maxLength: 1000 });
const answer = Type.Object({ user: userSchema });

/** Members that decide who gets in, and with which rights: an external account may be linked by the address. */
const GUARDED = ['role', 'password', 'state', 'email'] as const;

const common = { tag: 'users', access: { rule: 'admin' }, scopes: ['admin:write'] } as const;

function listRoutes(users: UserService): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/users',
      compress: true,
      summary: 'List users',
      scopes: ['admin:read'],
      query: Type.Object({
        ...pageQuery,
        search: Type.Optional(Type.String({ maxLength: 100 })),
        role: Type.Optional(role),
        state: Type.Optional(state),
      }),
      responses: { 200: pageOf(userSchema) },
      async handler({ query }) {
        const { items, total } = await users.list(query);
        return json({ items: items.map(presentUser), page: query.page, limit: query.limit, total });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/api/admin/users',
      summary: 'Create a local account',
      scopes: 'none',
      confirmation: 'always',
      body: Type.Object({ username: Type.String({ maxLength: 200 }), password, displayName, email, role }, { additionalProperties: false }),
      errors: ['username_taken', 'username_invalid', 'password_invalid', 'too_busy'],
      responses: { 201: answer },
      async handler(context) {
        return json({ user: presentUser(await users.create(context.body, actorOf(context), context.signal)) }, 201);
      },
    }),
  ];
}

function oneUserRoutes(users: UserService): Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      path: '/api/admin/users/{id}',
      summary: 'One user',
      scopes: ['admin:read'],
      params,
      responses: { 200: answer },
      async handler(context) {
        const user = await users.get(context.params.id);
        if (!user) throw new ApiError('not_found', sentence('problem.no_user'));
        return json({ user: presentUser(user) });
      },
    }),
    defineRoute({
      ...common,
      method: 'PATCH',
      path: '/api/admin/users/{id}',
      summary: 'Change a user',
      description: 'A new role or password, or losing access, ends all sessions of the user.',
      params,
      body: Type.Object(
        {
          displayName,
          email,
          role: Type.Optional(role),
          permissions: Type.Optional(
            Type.Object(
              { autoApprove: choice, interactiveSearch: choice, downloadAccess: choice },
              { additionalProperties: false, description: 'True, false, or null to follow the global setting.' },
            ),
          ),
          quota: Type.Optional(quotaSchema),
          password: Type.Optional(password),
          state: Type.Optional(
            Type.Union([Type.Literal('active'), Type.Literal('rejected'), Type.Literal('disabled')], {
              description: 'Only active users can sign in.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      confirmation: {
        when: 'it changes the role, the password, the state or the e-mail address',
        isNeeded: ({ body }) => GUARDED.some((member) => body[member] !== undefined),
      },
      errors: ['last_admin', 'password_invalid', 'too_busy'],
      responses: { 200: answer },
      async handler(context) {
        return json({ user: presentUser(await users.update(context.params.id, context.body, actorOf(context), context.signal)) });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      path: '/api/admin/users/{id}',
      summary: 'Delete a user',
      description: 'Their requests stay, and their name becomes available again.',
      params,
      errors: ['last_admin'],
      responses: { 204: null },
      async handler(context) {
        await users.remove(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}

/** Accounts, for admins. */
export function userRoutes({ users }: { readonly users: UserService }): Route[] {
  return [...listRoutes(users), ...oneUserRoutes(users)];
}
