import { expect } from 'chai';
import { expectBoundedGrowth, type Growth, measureGrowth, MOST_GROWTH } from './growth.js';

const same = (size: number): number => size;

/** Measures work whose milliseconds are counted by hand, so that no machine is too slow or too quick for these tests. */
function measureCounted(msOf: (size: number) => number, work: (spend: () => void) => unknown = (spend) => spend()): Promise<Growth> {
  let now = 0;
  return measureGrowth(same, (size) => work(() => (now += msOf(size))), { processorMs: () => now });
}

describe('growth of work', () => {
  it('is proportional to the input if the input is read once', async () => {
    expect(await measureCounted((size) => size / 1_000)).to.deep.equal({ small: 10, large: 1_000, ratio: 100 });
  });

  it('is zero if the input is cut first', async () => {
    expect((await measureCounted(() => 5)).ratio).to.equal(1);
  });

  it('counts work cheaper than the floor as the floor', async () => {
    expect(await measureCounted((size) => size / 1_000_000)).to.deep.equal({ small: 4, large: 1, ratio: 0.25 });
  });

  it('stops at the first steep step, long before the largest input', async () => {
    let largest = 0;
    const growth = await measureCounted((size) => {
      largest = Math.max(largest, size);
      return (size / 500) ** 2;
    });

    expect(growth.ratio).to.equal(Infinity);
    expect(largest).to.equal(10_000);
  });

  it('is too much if it exceeds linear growth slightly, without any single steep step', async () => {
    expect((await measureCounted((size) => (size / 1_000) ** 1.3)).ratio).to.be.within(MOST_GROWTH, 1_000);
  });

  it('tolerates one expensive run, in which the garbage collector intervened', async () => {
    let runs = 0;
    const growth = await measureCounted((size) => size / 1_000 + (++runs % 4 === 0 ? 5_000 : 0));

    expect(growth.ratio).to.be.most(MOST_GROWTH);
  });

  it('compares a large input with many small ones whose results are kept, like its own', async () => {
    const results = new Set<unknown>();
    const growth = await measureCounted(
      (size) => (size === 1_000_000 ? 900 : size === 10_000 && results.size > 60 ? 9 : 5),
      (spend) => {
        spend();
        results.add({});
      },
    );

    expect(growth.large).to.equal(900);
    expect(growth.small).to.be.above(6);
    expect(growth.ratio).to.be.most(MOST_GROWTH);
  });

  it('is measured in asynchronous work, too', async () => {
    const growth = await measureCounted(
      (size) => (size / 1_000) ** 2,
      async (spend) => {
        await Promise.resolve();
        spend();
      },
    );

    expect(growth.ratio).to.be.above(MOST_GROWTH);
  });

  it('is measured in processor time: a pattern that restarts at every blank is detected', async () => {
    const blanks = (size: number): string => `${' '.repeat(size)}x`;
    let complaint = '';
    await expectBoundedGrowth('a pattern', blanks, (text) => /\s+\s+$/.test(text)).catch((error: unknown) => {
      complaint = (error as Error).message;
    });

    expect(complaint).to.match(/^a pattern: the work grows faster than its input/);
  });
});
