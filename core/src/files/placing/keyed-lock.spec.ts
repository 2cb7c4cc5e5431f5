import { expect } from 'chai';

import { createKeyedLock } from './keyed-lock.js';

describe('keyed lock', () => {
  const { signal } = new AbortController();

  function gate(): { open: () => void; opened: Promise<void> } {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { open, opened };
  }

  it('runs the tasks of a key one at a time, in order, and those of other keys in parallel', async () => {
    const lock = createKeyedLock();
    const { open, opened } = gate();
    const log: string[] = [];

    const first = lock.run('a', signal, async () => {
      await opened;
      log.push('first');
    });
    const second = lock.run('a', signal, async () => void log.push('second'));
    await lock.run('b', signal, async () => void log.push('other key'));
    open();
    await Promise.all([first, second]);

    expect(log).to.deep.equal(['other key', 'first', 'second']);
  });

  it('continues after a task that failed', async () => {
    const lock = createKeyedLock();
    const failed = lock.run('a', signal, async () => Promise.reject(new Error('no'))).catch(() => 'failed');

    expect([await failed, await lock.run('a', signal, async () => 'done')]).to.deep.equal(['failed', 'done']);
  });

  it('stops waiting when aborted, without letting anybody in too early', async () => {
    const lock = createKeyedLock();
    const { open, opened } = gate();
    const abort = new AbortController();
    const log: string[] = [];

    const first = lock.run('a', signal, async () => {
      await opened;
      log.push('first');
    });
    const impatient = lock.run('a', abort.signal, async () => void log.push('never')).catch((error: Error) => error.message);
    const third = lock.run('a', signal, async () => void log.push('third'));
    abort.abort(new Error('cancelled'));
    const answer = await impatient;
    open();
    await Promise.all([first, third]);

    expect(answer).to.equal('cancelled');
    expect(log).to.deep.equal(['first', 'third']);
  });

  it('lets nobody in beside a task because another one gave up waiting', async () => {
    const lock = createKeyedLock();
    const { open, opened } = gate();
    const log: string[] = [];
    const first = lock.run('a', signal, async () => {
      await opened;
      log.push('first');
    });
    const waiting = new AbortController();
    const gaveUp = lock.run('a', waiting.signal, async () => void log.push('never')).catch((error: Error) => log.push(error.message));

    waiting.abort(new Error('gave up'));
    await gaveUp;
    const third = lock.run('a', signal, async () => void log.push('third'));
    const isTaken = lock.isTaken('a');
    await new Promise((resolve) => setImmediate(resolve));
    open();
    await Promise.all([first, third]);

    expect(log).to.deep.equal(['gave up', 'first', 'third']);
    expect([isTaken, lock.isTaken('a')]).to.deep.equal([true, false]);
  });
});
