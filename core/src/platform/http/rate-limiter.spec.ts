import { expect } from 'chai';
import sinon from 'sinon';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../db/test-databases.js';
import type { ApiError } from './problem.js';
import { createRateLimiter, RATE_LIMITS, type RateLimiter } from './rate-limiter.js';
import { createRateStore, pruneRateStore } from './rate-store.js';

const limits = { ...RATE_LIMITS, setup: { points: 3, seconds: 60 } };

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  try {
    await work;
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('it was let through');
}

async function useUp(limiter: RateLimiter, key: string): Promise<void> {
  for (let n = 0; n < limits.setup.points; n += 1) await limiter.take('setup', key);
}

for (const kept of ['memory', 'postgres'] as const) {
  describe(`rate limiter in ${kept}`, () => {
    let test: TestDatabase | undefined;
    let limiter: RateLimiter;
    const log = { warn: sinon.spy() };

    before(async function () {
      if (kept === 'memory') return;
      if (!(await hasPostgres())) return this.skip();
      test = await createTestDatabase('postgres');
    });
    after(() => test?.dispose());
    beforeEach(() => {
      limiter = createRateLimiter({ limits, store: test && createRateStore({ database: test.database, log }) });
    });

    it('reports what is left, and refuses with headers once nothing is', async () => {
      const key = 'a';

      const states = [await limiter.take('setup', key), await limiter.take('setup', key), await limiter.take('setup', key)];
      const refusal = await refusalOf(limiter.take('setup', key));

      expect(states.map(({ limit, remaining }) => [limit, remaining])).to.deep.equal([
        [3, 2],
        [3, 1],
        [3, 0],
      ]);
      expect(states[0]?.resetSeconds).to.be.within(1, 60);
      expect([refusal.status, refusal.code]).to.deep.equal([429, 'rate_limited']);
      expect(refusal.extra.headers).to.include({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
      expect(Number(refusal.extra.headers?.['retry-after'])).to.be.within(1, 60);
      expect(refusal.extra.headers?.['ratelimit-reset']).to.equal(refusal.extra.headers?.['retry-after']);
    });

    it('counts keys and buckets separately', async () => {
      await useUp(limiter, 'b');

      await limiter.take('setup', 'c');
      await limiter.take('refresh', 'b');
    });

    it('refunds and resets', async () => {
      await useUp(limiter, 'd');

      await limiter.giveBack('setup', 'd');
      expect((await limiter.take('setup', 'd')).remaining).to.equal(0);
      await refusalOf(limiter.take('setup', 'd'));
      await limiter.reset('setup', 'd');

      expect((await limiter.take('setup', 'd')).remaining).to.equal(2);
    });

    it('lets no more through when many arrive at once', async () => {
      const all = await Promise.allSettled(Array.from({ length: 12 }, () => limiter.take('setup', 'e')));

      expect(all.filter(({ status }) => status === 'fulfilled')).to.have.length(3);
    });
  });
}

describe('rate limits across several processes', () => {
  let test: TestDatabase;

  before(async function () {
    if (!(await hasPostgres())) return this.skip();
    test = await createTestDatabase('postgres');
  });
  after(() => test?.dispose());

  const process = (log = { warn: sinon.spy() }) => createRateLimiter({ limits, store: createRateStore({ database: test.database, log }) });

  it('are counted together', async () => {
    const [one, two] = [process(), process()];

    await one.take('setup', 'shared');
    await two.take('setup', 'shared');
    expect((await one.take('setup', 'shared')).remaining).to.equal(0);

    expect((await refusalOf(two.take('setup', 'shared'))).status).to.equal(429);
  });

  it('are stored without the original key, and only while they last', async () => {
    await process().take('sign-in-account', 'typed-by-somebody');
    const rows = await test.database.read.all<{ key: string }>('SELECT key FROM rate_limits');

    expect(JSON.stringify(rows)).not.to.include('typed-by-somebody');
    expect(rows.length).to.be.greaterThan(0);
    expect(await pruneRateStore(test.database, new Date())).to.equal(0);
    expect(await pruneRateStore(test.database, new Date(Date.now() + 3_600_000))).to.equal(rows.length);
  });

  it('are counted by each process if the database cannot count, which is logged once', async () => {
    const log = { warn: sinon.spy() };
    const broken = { ...test.database, transaction: () => Promise.reject(new Error('no connection')) };
    const limiter = createRateLimiter({ limits, store: createRateStore({ database: broken, log }) });

    await useUp(limiter, 'alone');

    expect((await refusalOf(limiter.take('setup', 'alone'))).status).to.equal(429);
    await limiter.giveBack('setup', 'alone');
    await limiter.reset('setup', 'alone');
    expect((await limiter.take('setup', 'alone')).remaining).to.equal(2);
    expect(log.warn.callCount).to.equal(1);
  });
});
