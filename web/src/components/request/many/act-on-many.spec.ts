import { expect } from 'chai';
import { actOnMany } from './act-on-many.js';

describe('one action on many requests', () => {
  const targets = Array.from({ length: 308 }, (_, n) => n);

  it('is done once to each, a few at a time, and continues after a failure', async () => {
    const acted: number[] = [];
    const progress: number[] = [];
    let running = 0;
    let most = 0;

    const { failed, left } = await actOnMany(
      targets,
      async (target) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        acted.push(target);
        if (target % 100 === 7) throw new Error('refused');
      },
      { onProgress: ({ done }) => progress.push(done) },
    );

    expect(acted.sort((a, b) => a - b)).to.deep.equal(targets);
    expect(failed.map(({ target, error }) => `${target} ${(error as Error).message}`)).to.deep.equal(
      [7, 107, 207, 307].map((target) => `${target} refused`),
    );
    expect(left).to.deep.equal([]);
    expect(most).to.equal(4);
    expect(progress.at(-1)).to.equal(308);
  });

  it('ends after what is under way when somebody stops it, and names what is left', async () => {
    const stop = new AbortController();
    const acted: number[] = [];

    const { failed, left } = await actOnMany(
      targets,
      async (target) => {
        acted.push(target);
        await Promise.resolve();
        if (target === 20) stop.abort();
      },
      { signal: stop.signal },
    );

    expect(failed).to.deep.equal([]);
    expect(acted.length).to.be.within(21, 24);
    expect([...acted, ...left].sort((a, b) => a - b)).to.deep.equal(targets);
  });

  it('is done at once without any', async () => {
    expect(await actOnMany([], () => Promise.reject(new Error('nobody asked')))).to.deep.equal({ failed: [], left: [] });
  });
});
