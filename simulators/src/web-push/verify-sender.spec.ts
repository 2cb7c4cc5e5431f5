import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { verifySender } from './verify-sender.js';

const ORIGIN = 'https://push.example.net';
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function pair(): { readonly privateKey: KeyObject; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return {
    privateKey,
    publicKey: Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url'),
  };
}

describe('verifying who sends a push message', () => {
  const own = pair();
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const claims = { aud: ORIGIN, exp: soon, sub: 'mailto:somebody@example.com' };

  function header(change: object = {}, signer = own, head: object = { alg: 'ES256', typ: 'JWT' }): string {
    const text = `${json(head)}.${json({ ...claims, ...change })}`;
    const signature = sign('sha256', Buffer.from(text), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    return `vapid t=${text}.${signature}, k=${own.publicKey}`;
  }

  it('takes a token for this service, signed by the key that the browser subscribed for', () => {
    expect(verifySender(header(), ORIGIN, own.publicKey)).to.deep.equal({
      publicKey: own.publicKey,
      audience: ORIGIN,
      expiresAt: soon,
      subject: claims.sub,
    });
  });

  for (const [what, authorization] of [
    ['no token', undefined],
    ['another signer', header({}, pair())],
    ['another algorithm', header({}, own, { alg: 'none', typ: 'JWT' })],
    ['another audience', header({ aud: 'https://other.example.net' })],
    ['an expired token', header({ exp: soon - 7200 })],
    ['a token of more than a day', header({ exp: soon + 86_400 })],
    ['no contact', header({ sub: undefined })],
    ['a contact that cannot exist', header({ sub: 'mailto:somebody@localhost' })],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(() => verifySender(authorization, ORIGIN, own.publicKey)).to.throw();
    });
  }

  it('refuses a key that the browser did not subscribe for', () => {
    expect(() => verifySender(header(), ORIGIN, pair().publicKey)).to.throw();
  });
});
