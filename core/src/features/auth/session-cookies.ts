import type { SetCookie } from '../../platform/http/route.js';
import { ACCESS_TOKEN_SECONDS } from './access-tokens.js';
import { REFRESH_TOKEN_SECONDS } from './refresh-sessions.js';

export const ACCESS_COOKIE = 'lectern_access';
export const REFRESH_COOKIE = 'lectern_refresh';
/** Readable by the page, which echoes it in `x-csrf-token`. */
const CSRF_COOKIE = 'lectern_csrf';

/** The tokens from a sign-in or a refresh. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
}

export function sessionCookies(tokens: SessionTokens): SetCookie[] {
  return [
    { name: ACCESS_COOKIE, value: tokens.accessToken, httpOnly: true, maxAgeSeconds: ACCESS_TOKEN_SECONDS, path: '/' },
    // sent only to the routes that exchange it
    { name: REFRESH_COOKIE, value: tokens.refreshToken, httpOnly: true, maxAgeSeconds: REFRESH_TOKEN_SECONDS, path: '/api/auth' },
    { name: CSRF_COOKIE, value: tokens.csrfToken, httpOnly: false, maxAgeSeconds: REFRESH_TOKEN_SECONDS, path: '/' },
  ];
}

/** Deletes them all. */
export function clearedCookies(): SetCookie[] {
  return sessionCookies({ accessToken: '', refreshToken: '', csrfToken: '' }).map((cookie) => ({ ...cookie, maxAgeSeconds: 0 }));
}
