import { createPublicKey, verify } from 'node:crypto';

/** What a sender claims of itself, once its signature was found to be right. */
export interface VerifiedSender {
  /** The public key that signed, base64url. */
  readonly publicKey: string;
  readonly audience: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly subject: string;
}

const part = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;

/**
 * Verifies `Authorization: vapid t=…, k=…` as a push service does (RFC 8292): ES256 by the key that is named beside it.
 *
 * @param wantedKey the key for which the browser subscribed, base64url
 * @throws Error that says what is wrong
 */
export function verifySender(authorization: string | undefined, origin: string, wantedKey: string): VerifiedSender {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (signature === '') throw new Error('There is no VAPID header.');
  if (publicKey !== wantedKey) throw new Error('The key is not the one that the browser subscribed for.');
  const { alg, typ } = part(header);
  if (alg !== 'ES256' || typ !== 'JWT') throw new Error('The token is not a JWT that is signed by ES256.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The signature is wrong.');
  const { aud, exp, sub } = part(claims);
  const now = Date.now() / 1000;
  if (aud !== origin) throw new Error(`The audience is ${String(aud)} instead of ${origin}.`);
  if (typeof exp !== 'number' || exp < now || exp > now + 86_400) throw new Error('The token has expired, or holds for more than a day.');
  // Apple refuses contacts whose host cannot exist
  if (typeof sub !== 'string' || !/^(mailto:[^@\s]+@|https:\/\/)[\w.-]+\.[a-z]+$/i.test(sub) || /\.(invalid|test|local)$/i.test(sub))
    throw new Error(`The contact ${String(sub)} is none.`);
  return { publicKey, audience: aud, expiresAt: exp, subject: sub };
}
