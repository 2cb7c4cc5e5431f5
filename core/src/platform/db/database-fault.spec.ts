import { expect } from 'chai';
import { createFaultWatch } from './database-fault.js';

describe('a fault of the database', () => {
  it('that comes and goes is logged once a minute, and so is its end', async () => {
    let time = 0;
    const told: string[] = [];
    const listener = { onFault: () => void told.push('fault'), onRecovery: () => void told.push('recovery') };
    const watch = createFaultWatch(listener, () => new Date(time));
    const fail = () =>
      watch.watch('write', () => Promise.reject(Object.assign(new Error('x'), { code: 'SQLITE_FULL' }))).catch(() => undefined);
    const succeed = () => watch.watch('write', () => Promise.resolve());

    for (let n = 0; n < 100; n += 1) {
      await fail();
      await fail();
      await succeed();
      time += 500;
    }
    expect(told).to.deep.equal(['fault', 'recovery']);

    time += 60_000;
    await fail();
    expect(told).to.deep.equal(['fault', 'recovery', 'fault']);
  });
});
