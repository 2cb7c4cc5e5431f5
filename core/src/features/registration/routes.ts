import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { sessionAnswer, sessionSchema } from '../auth/index.js';
import type { RegistrationService } from './registration-service.js';

/** Making an account for oneself. Where that is not switched on, it does not exist (404). */
export function registrationRoutes({ registration }: { readonly registration: RegistrationService }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/auth/register',
      summary: 'Make an account for oneself',
      description:
        '201: made and signed in. 202: made, and waits until an admin lets it in. 503 with the code too_many_waiting: too many wait already.',
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
      errors: [401, 404, 409, 422],
      responses: { 201: sessionSchema, 202: Type.Object({ pending: Type.Literal(true) }) },
      async handler({ body, address, userAgent, signal }) {
        const session = await registration.register(body, { address, userAgent }, signal);
        return session ? { ...sessionAnswer(session), status: 201 } : json({ pending: true }, 202);
      },
    }),
  ];
}
