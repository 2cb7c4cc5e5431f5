import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** The lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

const ALGORITHM = 'HS256';
const ISSUER = 'lectern';
/** How many verified tokens are cached, so that each is verified once. */
const KEPT_TOKENS = 1000;

/** The content of an access token. Role and permissions are not in it, because they are read at each request. */
export interface AccessClaims {
  readonly userId: string;
  /** The sign-in it comes from. */
  readonly sessionId: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** Signs and reads access tokens. */
export interface AccessTokens {
  sign(claims: Omit<AccessClaims, 'issuedAt'>): string;
  /** `undefined` for anything that is not one of our tokens, or has expired. */
  read(token: string): AccessClaims | undefined;
  /** The text that a browser must echo on writes. It differs for each sign-in, so that it cannot be planted. */
  csrfToken(sessionId: string): string;
  isCsrfToken(sessionId: string, given: string | undefined): boolean;
}

/** `iat` is fractional (allowed for a NumericDate, RFC 7519 §2), because it is compared to the millisecond. */
export function createAccessTokens({ key, now }: { readonly key: Buffer; readonly now: () => Date }): AccessTokens {
  // with plain bytes, the library would try them as a public key first, at every token
  const secret = createSecretKey(key);

  const verified = new Map<string, { readonly claims: AccessClaims; readonly expires: number }>();

  function verify(token: string, seconds: number): AccessClaims | undefined {
    const claims = jwt.verify(token, secret, { algorithms: [ALGORITHM], issuer: ISSUER, clockTimestamp: seconds });
    if (typeof claims === 'string' || typeof claims.sub !== 'string' || typeof claims.iat !== 'number') return undefined;
    const sessionId: unknown = claims['sid'];
    if (typeof sessionId !== 'string') return undefined;
    const read = { userId: claims.sub, sessionId, issuedAt: Math.round(claims.iat * 1000) };
    const [oldest] = verified.keys();
    if (verified.size >= KEPT_TOKENS && oldest !== undefined) verified.delete(oldest);
    if (claims.exp !== undefined) verified.set(token, { claims: read, expires: claims.exp });
    return read;
  }

  function csrfToken(sessionId: string): string {
    return createHmac('sha256', key).update(`csrf:${sessionId}`).digest('base64url');
  }

  return {
    sign({ userId, sessionId }) {
      const payload = { sid: sessionId, iat: now().getTime() / 1000 };
      return jwt.sign(payload, secret, { algorithm: ALGORITHM, issuer: ISSUER, subject: userId, expiresIn: ACCESS_TOKEN_SECONDS });
    },
    read(token) {
      const seconds = Math.floor(now().getTime() / 1000);
      const known = verified.get(token);
      if (known && seconds < known.expires) return known.claims;
      try {
        return verify(token, seconds);
      } catch {
        verified.delete(token);
        return undefined;
      }
    },
    csrfToken,
    isCsrfToken(sessionId, given) {
      const expected = Buffer.from(csrfToken(sessionId));
      const actual = Buffer.from(given ?? '');
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}
