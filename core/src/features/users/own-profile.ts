import { OFFERED_LANGUAGES } from '@lectern/messages';
import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { plainLabel } from '../../platform/text/plain-label.js';
import { actorOf } from '../audit/index.js';
import type { SettingsService } from '../settings/index.js';
import { meSchema, presentMe } from './present-user.js';
import type { UserService } from './user-service.js';
import { sentence } from '../../platform/words/index.js';

export interface OwnProfileDeps {
  readonly users: Pick<UserService, 'update'>;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** The facts that people change about themselves. Not the e-mail address: external accounts may be admitted by it, so admins set it. */
export function ownProfileRoutes({ users, settings }: OwnProfileDeps): Route[] {
  return [
    defineRoute({
      method: 'PATCH',
      path: '/api/user/profile',
      summary: 'Change your own profile',
      tag: 'users',
      access: { rule: 'user' },
      scopes: 'none',
      body: Type.Object(
        {
          displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          locale: Type.Optional(
            Type.Union([...OFFERED_LANGUAGES.map(({ tag }) => Type.Literal(tag)), Type.Null()], {
              description: 'The language they are addressed in. Null means that of the browser, and English in messages.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      errors: ['not_found', 'name_invalid'],
      responses: { 200: Type.Object({ user: meSchema }) },
      async handler(context) {
        const { locale } = context.body;
        const displayName = context.body.displayName === undefined ? undefined : plainLabel(context.body.displayName);
        if (displayName === '') {
          const message = sentence('problem.name_needs_letter');
          throw new ApiError('name_invalid', message, { errors: [{ path: '/displayName', message }] });
        }
        const user = await users.update(context.caller.userId, { displayName, locale }, actorOf(context));
        return json({ user: presentMe(user, await settings.get()) });
      },
    }),
  ];
}
