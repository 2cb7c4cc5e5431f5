import type { Call, HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { redirected } from './client-faults.js';
import { objectOf, required, type Transport } from './client-transport.js';
import { fault } from './fault.js';
import { isRaw, parseUser, textOf, type ServerUser } from './schema.js';

export interface SignedIn {
  readonly user: ServerUser;
  /** Ends the session that the sign-in opened; servers before 2.26 send none. */
  readonly refreshToken?: string;
}

/** Sign-ins with a password and through the server's OpenID provider. None of them uses the API key. */
export function signInCalls({ send }: Transport) {
  return {
    /** `address` is the browser's: the server counts sign-ins by it, so without it all our users share one limit. */
    async signIn(credentials: { username: string; password: string; address?: string }, { signal }: Call): Promise<SignedIn> {
      const { username, password, address } = credentials;
      const answer = await send('/login', {
        method: 'POST',
        json: { username, password },
        headers: { 'x-return-tokens': 'true', ...(address === undefined ? {} : { 'x-forwarded-for': address }) },
        redirect: 'manual',
        acceptStatus: [200, 301, 302, 303, 307, 308, 401],
        signal,
      });
      if (answer.status === 401) {
        throw fault('INTEGRATION_UNAUTHORIZED', 'login_unknown');
      }
      if (answer.status >= 300) throw redirected(answer);
      return signedIn(answer);
    },

    /**
     * Begins a sign-in at the server's OpenID provider, like one of its apps.
     *
     * @returns the address to send the browser to, and the cookies that {@link finishOpenId} needs
     */
    async beginOpenId(
      { returnUrl, state, challenge }: { returnUrl: string; state: string; challenge: string },
      { signal }: Call,
    ): Promise<{ url: string; cookies: string }> {
      const answer = await send('/auth/openid', {
        query: {
          response_type: 'code',
          client_id: 'lectern',
          redirect_uri: returnUrl,
          state,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        },
        redirect: 'manual',
        acceptStatus: [302, 400, 500],
        retry: false,
        signal,
      });
      if (answer.status === 400) throw unknownReturnAddress(returnUrl);
      const url = answer.headers.location;
      if (answer.status !== 302 || url === undefined || !/^https?:\/\//i.test(url)) {
        throw fault('INTEGRATION_MISCONFIGURED', 'no_openid_provider', {
          field: 'signInWith',
        });
      }
      return { url, cookies: answer.cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ') };
    },

    async finishOpenId(
      { state, code, verifier, cookies }: { state: string; code: string; verifier: string; cookies: string },
      { signal }: Call,
    ): Promise<SignedIn> {
      const answer = await send('/auth/openid/callback', {
        query: { state, code, code_verifier: verifier },
        headers: { cookie: cookies },
        redirect: 'manual',
        acceptStatus: [200, 302, 400, 401, 403, 500],
        retry: false,
        signal,
      });
      if (answer.status === 200) return signedIn(answer);
      if (answer.text().includes('No session')) {
        throw fault('INTEGRATION_NOT_FOUND', 'sign_in_unknown');
      }
      throw fault('INTEGRATION_FORBIDDEN', 'account_not_let_in');
    },

    async signOut(refreshToken: string, { signal }: Call): Promise<void> {
      await send('/logout', { method: 'POST', headers: { 'x-refresh-token': refreshToken }, signal });
    },
  };
}

function signedIn(answer: HttpResponse): SignedIn {
  const { user } = objectOf(answer);
  return {
    user: required(isRaw(user) ? parseUser(user) : undefined, 'no_account'),
    refreshToken: isRaw(user) ? textOf(user.refreshToken) : undefined,
  };
}

function unknownReturnAddress(returnUrl: string): IntegrationError {
  return fault('INTEGRATION_MISCONFIGURED', new URL(returnUrl).port === '' ? 'unknown_return_address' : 'return_address_with_port', {
    values: { address: returnUrl },
  });
}
