import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { sessionAnswer, sessionSchema } from '../auth/index.js';
import type { RegistrationService } from './registration-service.js';

/** Creating one's own account. While that is off, the route does not exist (404). */
export function registrationRoutes({ registration }: { readonly registration: RegistrationService }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/auth/register',
      summary: 'Register an account',
      description:
        '201 means created and signed in. 202 means created, and waiting for an admin to approve it. 503 with the code too_many_waiting means that too many are already waiting.',
      tag: 'auth',
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'registration',
      body: Type.Object(
        {
          username: Type.String({ minLength: 1, maxLength: 200 }),
          password: Type.String({ minLength: 1, maxLength: 1000 }),
          displayName: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        },
        { additionalProperties: false },
      ),
      errors: [
        'not_found',
        'invalid_credentials',
        'account_inactive',
        'username_taken',
        'username_invalid',
        'password_invalid',
        'too_busy',
        'too_many_waiting',
      ],
      responses: { 201: sessionSchema, 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler({ body, address, userAgent, signal }) {
        const session = await registration.register(body, { address, userAgent }, signal);
        return session ? { ...sessionAnswer(session), status: 201 } : json({ pending: true }, 202);
      },
    }),
  ];
}
