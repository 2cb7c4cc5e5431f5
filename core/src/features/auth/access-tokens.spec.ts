import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { createAccessTokens } from './access-tokens.js';

describe('access tokens', () => {
  const key = Buffer.alloc(48, 1);
  let at = Date.parse('2026-01-01T00:00:00.123Z');
  const tokens = createAccessTokens({ key, now: () => new Date(at) });

  it('contain user and time, to the millisecond, and no role', () => {
    const token = tokens.sign({ userId: 'u', sessionId: 's' });

    expect(tokens.read(token)).to.deep.equal({ userId: 'u', sessionId: 's', issuedAt: at });
    expect(Object.keys(jwt.decode(token) as object).sort()).to.deep.equal(['exp', 'iat', 'iss', 'sid', 'sub']);
  });

  it('expire after fifteen minutes', () => {
    const token = tokens.sign({ userId: 'u', sessionId: 's' });
    at += 14 * 60_000;
    expect(tokens.read(token)?.userId).to.equal('u');
    at += 61_000;
    expect(tokens.read(token)).to.equal(undefined);
  });

  it('are refused with another key, another algorithm or none', () => {
    const claims = { sub: 'u', sid: 's', iat: at / 1000, exp: at / 1000 + 60, iss: 'lectern' };

    for (const forged of [
      jwt.sign(claims, Buffer.alloc(48, 2)),
      jwt.sign(claims, key, { algorithm: 'HS512' }),
      jwt.sign(claims, '', { algorithm: 'none' }),
      jwt.sign(claims, 'secret'),
      jwt.sign({ ...claims, iss: 'other' }, key),
      jwt.sign({ ...claims, sid: undefined }, key),
      'nonsense',
      '',
    ]) {
      expect(tokens.read(forged), forged).to.equal(undefined);
    }
    expect(tokens.read(jwt.sign(claims, key))?.userId).to.equal('u');
  });

  it('have a different CSRF token for each session', () => {
    expect(tokens.isCsrfToken('s', tokens.csrfToken('s'))).to.equal(true);
    expect(tokens.isCsrfToken('s', tokens.csrfToken('other'))).to.equal(false);
    expect(tokens.isCsrfToken('s', undefined)).to.equal(false);
  });
});
