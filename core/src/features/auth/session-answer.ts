import Type from 'typebox';
import { json, type RouteAnswer } from '../../platform/http/route.js';
import { meSchema } from '../users/index.js';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.js';
import type { OpenedSession } from './auth-service.js';
import { sessionCookies } from './session-cookies.js';

/** The answer of every way to sign in. */
export const sessionSchema = Type.Object(
  {
    user: meSchema,
    accessToken: Type.String(),
    refreshToken: Type.String(),
    expiresIn: Type.Integer({ description: 'Seconds until the access token ends.' }),
  },
  { $id: 'Session' },
);

/** Puts the session into the body for apps, and into cookies for browsers. */
export function sessionAnswer(session: OpenedSession): RouteAnswer {
  const { user, accessToken, refreshToken } = session;
  return { ...json({ user, accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS }), cookies: sessionCookies(session) };
}
