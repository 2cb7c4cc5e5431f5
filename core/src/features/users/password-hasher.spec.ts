import { expect } from 'chai';
import { createPasswordHasher } from './password-hasher.js';

describe('password hasher', () => {
  const hasher = createPasswordHasher({ cost: 4 });

  it('accepts the password it hashed, typed composed or decomposed', async () => {
    const hash = await hasher.hash('contraseña segura');

    expect(await hasher.verify('contrasen\u0303a segura', hash)).to.equal(true);
    expect(await hasher.verify('contrasena segura', hash)).to.equal(false);
  });

  it('refuses a password that bcrypt would cut, and never accepts one that only starts right', async () => {
    const long = 'x'.repeat(72);
    const hash = await hasher.hash(long);

    expect(await hasher.hash(`${long}y`).catch((error: { code: string }) => error.code)).to.equal('password_invalid');
    expect(await hasher.verify(`${long}y`, hash)).to.equal(false);
  });

  it('refuses a short password', async () => {
    expect(await hasher.hash('1234567').catch((error: { code: string }) => error.code)).to.equal('password_invalid');
  });

  it('accepts nothing for an account without a password', async () => {
    expect(await hasher.verify('anything at all', null)).to.equal(false);
    expect(await hasher.verify('', undefined)).to.equal(false);
  });
});
