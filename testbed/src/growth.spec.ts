import { expect } from 'chai';
import { expectBoundedGrowth, type Growth, type GrowthOptions, isBounded, MOST_OVER_PART, measureGrowth, MOST_GROWTH } from './growth.js';

const same = (size: number): number => size;

/** Measures work whose milliseconds are counted by hand, so that no machine is too slow or too quick for these tests. */
function measureCounted(
  msOf: (size: number) => number,
  work: (spend: () => void) => unknown = (spend) => spend(),
  options: Omit<GrowthOptions, 'processorMs'> = {},
): Promise<Growth> {
  let now = 0;
  return measureGrowth(same, (size) => work(() => (now += msOf(size))), { ...options, processorMs: () => now });
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

  it('is too much if it exceeds linear growth clearly, without any single steep step', async () => {
    const growth = await measureCounted((size) => (size / 1_000) ** 1.5);

    expect(growth.ratio).to.be.within(MOST_GROWTH, 1_001);
    expect(growth.overPart).to.be.closeTo(22.6, 0.1);
    expect(isBounded(growth)).to.equal(false);
  });

  it('is too much if only a small part of the work is quadratic, long before that part is steep', async () => {
    const growth = await measureCounted((size) => size / 1_000 + (size / 15_000) ** 2);

    expect(growth.ratio).to.be.within(500, 550);
    expect(isBounded(growth)).to.equal(false);
  });

  it('is bounded if each entry costs the logarithm of their number', async () => {
    const growth = await measureCounted((size) => (size / 30_000) * Math.log2(size));

    expect(growth.ratio).to.be.within(MOST_GROWTH - 10, 200);
    expect(isBounded(growth)).to.equal(true);
  });

  it('is bounded if an entry of a large input costs more, because memory is further away', async () => {
    const growth = await measureCounted((size) => (size / 1_000) * (size > 500_000 ? 1.9 : 1));

    expect(growth.ratio).to.equal(190);
    expect(growth.overPart).to.be.closeTo(15.2, 0.1);
    expect(isBounded(growth)).to.equal(true);
  });

  it('is bounded if all that an input makes has room in the youngest memory, up to a size, and that is asked for', async () => {
    const costs = (size: number): number => (size / 10_000) * (size > 500_000 ? 7 : 1);
    const growth = await measureCounted(costs, undefined, { fourfold: true });

    expect(growth.overPart).to.be.closeTo(56, 0.1);
    expect(growth.fourfold).to.be.closeTo(4, 0.1);
    expect(isBounded(growth)).to.equal(true);
    expect(isBounded(await measureCounted(costs))).to.equal(false);
  });

  for (const [what, costs] of [
    ['is quadratic at every size', (size: number) => (size / 30_000) ** 2],
    ['grows with n to the power of 1.5', (size: number) => (size / 10_000) ** 1.5],
    ['refuses what is larger, having read it once', (size: number) => (size > 1_000_000 ? size / 5_000 : (size / 30_000) ** 2)],
    ['begins to be quadratic late', (size: number) => size / 10_000 + (Math.max(0, size - 200_000) / 20_000) ** 2],
  ] as const) {
    it(`is too much if the work ${what}`, async () => {
      const growth = await measureCounted(costs, undefined, { fourfold: true });

      expect(growth.fourfold).to.be.a('number');
      expect(isBounded(growth)).to.equal(false);
    });
  }

  it('is bounded if the garbage collector interferes with one run', async () => {
    let runs = 0;
    const growth = await measureCounted((size) => size / 1_000 + (++runs % 4 === 0 ? 5_000 : 0));

    expect(isBounded(growth)).to.equal(true);
  });

  it('is bounded if a processor is busier for a while', async () => {
    let runs = 0;
    const growth = await measureCounted((size) => (size / 1_000) * (size >= 125_000 && ++runs <= 4 ? 1.8 : 1));

    expect(growth.ratio).to.be.above(MOST_GROWTH);
    expect(isBounded(growth)).to.equal(true);
  });

  it('is too much even if a busy processor makes some of the parts dearer', async () => {
    let parts = 0;
    const growth = await measureCounted((size) => (size / 10_000) ** 1.5 * (size === 125_000 && ++parts === 2 ? 2 : 1));

    expect(growth.overPart).to.be.above(MOST_OVER_PART);
    expect(isBounded(growth)).to.equal(false);
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

  it('is named with its figures where it is too steep', async () => {
    let now = 0;
    const work = (size: number): void => void (now += (size / 1_000) ** 1.5);

    const complaint = await expectBoundedGrowth('a reader', same, work, { processorMs: () => now }).catch((error: unknown) => error);

    expect((complaint as Error).message).to.match(/^a reader: the work grows faster than its input/);
  });

  it('is not measured in the short run, which only reads the small input', async () => {
    const sizes: number[] = [];
    const long = process.env['LECTERN_TEST_LONG'];

    await expectBoundedGrowth('a reader', same, (size) => sizes.push(size), { from: 70 });

    if (long === '1') expect(sizes).to.include(1_000_000);
    else expect(sizes).to.deep.equal([70]);
  });
});
