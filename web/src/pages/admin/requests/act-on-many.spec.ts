import { expect } from 'chai';
import { actOnMany } from './act-on-many.js';

describe('one action on many requests', () => {
  it('is done once to each, a few at a time, and continues after a failure', async () => {
    const targets = Array.from({ length: 308 }, (_, n) => n);
    const acted: number[] = [];
    const progress: number[] = [];
    let running = 0;
    let most = 0;

    const failed = await actOnMany(
      targets,
      async (target) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        acted.push(target);
        if (target % 100 === 7) throw new Error('refused');
      },
      ({ done }) => progress.push(done),
    );

    expect(acted.sort((a, b) => a - b)).to.deep.equal(targets);
    expect(failed).to.equal(4);
    expect(most).to.equal(4);
    expect(progress.at(-1)).to.equal(308);
  });

  it('is done at once without any', async () => {
    expect(await actOnMany([], () => Promise.reject(new Error('nobody asked')))).to.equal(0);
  });
});
