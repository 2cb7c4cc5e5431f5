import { createHmac, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Algorithms with which a simulated provider signs; `none` and `HS256` are attempts of a liar. */
export type OidcAlgorithm = 'ES256' | 'RS256' | 'PS256' | 'EdDSA' | 'HS256' | 'none';

/** A key pair with an id. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: OidcAlgorithm;
  readonly jwk: JsonWebKey;
  readonly privateKey: KeyObject;
}

function pairOf(alg: OidcAlgorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (alg === 'RS256' || alg === 'PS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

export function createSigningKey(alg: OidcAlgorithm, kid: string): SigningKey {
  const { publicKey, privateKey } = pairOf(alg);
  return { kid, alg, privateKey, jwk: publicKey.export({ format: 'jwk' }) };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function signature(text: string, alg: OidcAlgorithm, { privateKey }: SigningKey, secret: string): Buffer {
  const data = Buffer.from(text);
  switch (alg) {
    case 'none':
      return Buffer.alloc(0);
    case 'HS256':
      return createHmac('sha256', secret).update(data).digest();
    case 'EdDSA':
      return sign(null, data, privateKey);
    case 'ES256':
      return sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    case 'PS256':
      return sign('sha256', data, { key: privateKey, padding: 6, saltLength: 32 });
    case 'RS256':
      return sign('sha256', data, privateKey);
  }
}

/** A compact JWS. @param alg written into the header, and used */
export function signToken(claims: object, alg: OidcAlgorithm, key: SigningKey, secret: string): string {
  const text = `${encode({ alg, typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
  return `${text}.${signature(text, alg, key, secret).toString('base64url')}`;
}
