import { expect } from 'chai';
import type { ApiError } from '../../platform/http/problem.js';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.js';

describe('password hasher', () => {
  const hasher = createPasswordHasher({ cost: 4 });

  after(() => hasher.stop());

  it('accepts the password it hashed, entered composed or decomposed', async () => {
    const hash = await hasher.hash('contraseña segura');

    expect(await hasher.verify('contrasen\u0303a segura', hash)).to.equal(true);
    expect(await hasher.verify('contrasena segura', hash)).to.equal(false);
  });

  it('refuses a password that bcrypt would truncate, and never accepts one that only begins correctly', async () => {
    const long = 'x'.repeat(72);
    const hash = await hasher.hash(long);

    expect(await hasher.hash(`${long}y`).catch((error: { code: string }) => error.code)).to.equal('password_invalid');
    expect(await hasher.verify(`${long}y`, hash)).to.equal(false);
  });

  it('refuses a short password', async () => {
    expect(await hasher.hash('1234567').catch((error: { code: string }) => error.code)).to.equal('password_invalid');
  });

  it('rejects every password for an account without one', async () => {
    expect(await hasher.verify('anything at all', null)).to.equal(false);
    expect(await hasher.verify('', undefined)).to.equal(false);
  });

  describe('with passwords that take a while', () => {
    const PASSWORD = 'correct horse battery';
    let slow: PasswordHasher;
    let hash: string;

    beforeEach(async () => {
      slow = createPasswordHasher({ cost: 11, threads: 1, waiting: 2 });
      hash = await slow.hash(PASSWORD);
    });

    afterEach(() => slow.stop());

    it('leaves the event loop free', async () => {
      let turns = 0;
      let isWaiting = true;
      const turn = (): void => {
        turns += 1;
        if (isWaiting) setImmediate(turn);
      };
      turn();

      const answers = await Promise.all([1, 2, 3].map(() => slow.verify(PASSWORD, hash)));
      isWaiting = false;

      expect(answers).to.deep.equal([true, true, true]);
      // a loop that hashes itself, even in slices, turns a few dozen times
      expect(turns).to.be.above(1_000);
    });

    it('answers 503 with a time once too many wait, and accepts the next when they are done', async () => {
      const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => slow.verify(PASSWORD, hash)));
      const next = await slow.verify(PASSWORD, hash);

      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ApiError] : []));
      expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
      expect(refused.map(({ status, code, extra }) => [status, code, extra.headers])).to.deep.equal(
        Array(2).fill([503, 'too_busy', { 'retry-after': '5' }]),
      );
      expect(next).to.equal(true);
    });

    it('drops the work of clients that have gone, running and waiting, at once', async () => {
      const gone = new AbortController();
      const theirs = Promise.allSettled([1, 2, 3].map(() => slow.verify(PASSWORD, hash, gone.signal)));
      setTimeout(() => gone.abort(), 20);

      const outcomes = await theirs;
      const others = await Promise.allSettled([1, 2, 3].map(() => slow.verify(PASSWORD, hash)));

      expect(outcomes.map(({ status }) => status)).to.deep.equal(Array(3).fill('rejected'));
      expect(others).to.deep.equal(Array(3).fill({ status: 'fulfilled', value: true }));
    });

    it('ends running and waiting work when it is stopped', async () => {
      const work = Promise.allSettled([1, 2].map(() => slow.verify(PASSWORD, hash)));

      await slow.stop();

      expect((await work).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    });
  });
});
