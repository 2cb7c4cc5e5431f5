/**
 * Whether work is measured: in the long run, which has the machine to itself. In the short one, other work decides what a processor
 * second brings, so that hostile inputs are only read there.
 */
const IS_MEASURED = process.env['LECTERN_TEST_LONG'] === '1';

/** The cost of a piece of work at two sizes of its input. */
export interface Growth {
  /** Milliseconds of processor time for the small input. */
  readonly small: number;
  /** Milliseconds of processor time for the large one; where the climb ended early, for the last one measured. */
  readonly large: number;
  /** The large input's cost divided by the small one's; `Infinity` where the climb ended early. */
  readonly ratio: number;
  /** The large input's cost divided by that of an eighth of it, where the ratio was too much and the climb did not end early. */
  readonly overPart?: number;
  /** The cost of four times the large input divided by the large one's, where that is asked for and `overPart` was too much. */
  readonly fourfold?: number;
}

export interface GrowthOptions {
  /** Size of the small input, the only one of the short run. Default 10⁴. */
  readonly from?: number;
  /** Size of the large one, a hundred times as much. Default 10⁶. */
  readonly to?: number;
  /**
   * Whether four times the large input settles what both looks leave open. Only for a reader that puts texts together letter
   * by letter and takes them whole: one that cuts them looks bounded, whatever it does with the rest.
   */
  readonly fourfold?: boolean;
  /** Milliseconds of processor time spent so far. Default is the process's own count; the specs of this file count by hand. */
  readonly processorMs?: () => number;
}

/** The size of the small input. */
const DEFAULT_FROM = 10_000;
/** A hundred times the input may cost this many times as much: linear work with room for memory that is further away. */
export const MOST_GROWTH = 150;
/** Milliseconds. Cheaper work counts as this much: its figure says more about caches and the collector of garbage than about the work. */
export const FLOOR_MS = 4;
/** Work that costs this much more for ten times the input ends the climb: the next step of a quadratic one takes minutes. */
const STEEP = 40;
/** Below this a steep step may be chance. */
const STEEP_MS = 60;
const STEP = 10;
/** Work that took this long is not repeated: no collection of garbage explains it. */
const LONG_MS = 3_000;
/** Where the first look says too much, the large input is compared with this part of it. */
const PART = 8;
/** It may cost this many times as much as that part: n^1.49. */
export const MOST_OVER_PART = 22;
/** Where that says too much as well, and it is asked for, so many times the large input is compared with the large one. */
const FOURFOLD = 4;
/** It may cost this many times as much as the large input: n^1.4. The reader of feeds needs 3 to 6 times, and n^1.5 would be 8. */
const MOST_FOURFOLD = 7;
/** Four times the input that costs less was refused or cut, and says nothing. */
const LEAST_FOURFOLD = 2.5;
/** So many comparisons must agree. */
const AGREEING = 3;
const COMPARING_MS = 20_000;

/** Processor time and not the clock's, so that other work on the machine has no influence. */
function processorMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Starts counting the processor time of this process.
 *
 * @returns a function that answers the milliseconds since then; 0 in the short run
 */
export function countProcessorMs(): () => number {
  if (!IS_MEASURED) return () => 0;
  const started = processorMsOfProcess();
  return () => processorMsOfProcess() - started;
}

/** Runs a piece of work once and returns its milliseconds. */
type Measure = () => Promise<number>;

/** The middle of several runs, after some that warm the code up. */
async function typicalCost(measure: Measure): Promise<number> {
  const costs: number[] = [];
  let spent = 0;
  while (costs.length < 3 || (spent < 30 && costs.length < 60)) {
    const ms = await measure();
    costs.push(ms);
    spent += ms;
    if (spent > 400) break;
  }
  return costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
}

/** The least of up to three runs: a collection of garbage, for example, makes a run dearer, and nothing makes it cheaper. */
async function leastCost(measure: Measure, enough: number): Promise<number> {
  let least = Infinity;
  let spent = 0;
  for (let run = 0; run < 3 && least > enough && spent < LONG_MS; run += 1) {
    const ms = await measure();
    spent += ms;
    least = Math.min(least, ms);
  }
  return least;
}

/**
 * What most of several comparisons of two sizes say; the median of their ratios. The smaller size is measured before and
 * after the larger one, so that a processor that is busier for a while changes both sides; a comparison within which that
 * changed is outvoted.
 */
async function typicalRatio(smaller: Measure, larger: Measure, most: number): Promise<number> {
  const ratios: number[] = [];
  const agreeing = (isTooMuch: boolean): number => ratios.filter((ratio) => ratio > most === isTooMuch).length;
  let spent = 0;
  let before = await smaller();
  do {
    const whole = await larger();
    const after = await smaller();
    ratios.push((2 * whole) / Math.max(Number.MIN_VALUE, before + after));
    before = after;
    spent += whole + after;
  } while (Math.max(agreeing(true), agreeing(false)) < AGREEING && spent < COMPARING_MS);
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Infinity;
}

/**
 * Compares the large input with an eighth of it, and where that says too much and it is asked for, four times the large input
 * with the large one.
 *
 * Linear work looked 1.6 times as dear per entry for a hundred times the input, because a small input lives and dies where
 * memory is cheapest. Both inputs here are large, so memory costs much the same per entry, and the part is no less steep:
 * what is quadratic in a small part of the work is most of it where the input is large. A half would be too near: results
 * that fit into the youngest memory while those of the double do not made linear work cost 4.25 times as much. A part comes
 * first, because a reader may refuse what is longer than the large input.
 *
 * A text that a library puts together letter by letter, as fast-xml-parser does, makes an object for each: 125,000 of them
 * fit into the youngest memory and a million do not, which cost 20 to 50 times as much, and four million 3 to 6 times as much
 * as one. What is quadratic stays as steep however large its input.
 */
async function closerLook(
  part: Measure,
  large: Measure,
  fourfold?: () => Promise<Measure>,
): Promise<Pick<Growth, 'overPart' | 'fourfold'>> {
  const overPart = await typicalRatio(part, large, MOST_OVER_PART);
  if (overPart <= MOST_OVER_PART || !fourfold) return { overPart };
  return { overPart, fourfold: await typicalRatio(large, await fourfold(), MOST_FOURFOLD) };
}

/**
 * Measures what `work` costs for an input a hundred times as large. Inputs in between are tried first, so that work which
 * grows with the square or worse is found out in seconds instead of running for hours.
 *
 * @param prepare makes the input of a size; not measured. A later input must leave an earlier one as it is: both are read again
 * @param work reads the input; may be asynchronous
 */
export async function measureGrowth<T>(
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  { from = DEFAULT_FROM, to = 1_000_000, fourfold = false, processorMs = processorMsOfProcess }: GrowthOptions = {},
): Promise<Growth> {
  const costOf =
    (input: T): Measure =>
    async () => {
      const started = processorMs();
      await work(input);
      return processorMs() - started;
    };
  let before = FLOOR_MS;
  let small = FLOOR_MS;
  for (let size = Math.max(1, Math.round(from / STEP ** 2)); size < to; size = Math.min(to, size * STEP)) {
    const measure = costOf(await prepare(size));
    const ms = Math.max(FLOOR_MS, await typicalCost(measure));
    const isSteep = (cost: number): boolean => cost > STEEP_MS && cost > before * STEEP;
    // asked twice, because garbage that is collected at the wrong moment looks as steep
    if (isSteep(ms) && isSteep(await leastCost(measure, before * STEEP))) return { small: before, large: ms, ratio: Infinity };
    if (size <= from) small = ms;
    before = ms;
  }
  const large = costOf(await prepare(to));
  const ms = await large();
  const growth = { small, large: ms, ratio: ms / small };
  if (growth.ratio <= MOST_GROWTH) return growth;
  const part = costOf(await prepare(Math.round(to / PART)));
  return { ...growth, ...(await closerLook(part, large, fourfold ? async () => costOf(await prepare(to * FOURFOLD)) : undefined)) };
}

/** Whether work grows with its input only: at the first look, or, where that says too much, at a closer one. */
export function isBounded({ ratio, overPart = Infinity, fourfold = Infinity }: Growth): boolean {
  return ratio <= MOST_GROWTH || overPart <= MOST_OVER_PART || (fourfold >= LEAST_FOURFOLD && fourfold <= MOST_FOURFOLD);
}

/** Pieces that an answer may repeat endlessly, so that a reader starts over at each. */
export const HOSTILE_PIECES = [' ', 'a', '1', '.', '/', '\\', '-', ',', ':', '<', '&', '[', '(', '"', '%', '\n', '😀'] as const;

/**
 * A piece as often as it fits into a size, but a multiple of four times: with an odd number of quotes one stays open, a reader may end at
 * once, and one size would say nothing about another.
 */
export function repeatInto(size: number, piece: string): string {
  return piece.repeat(Math.max(4, 4 * Math.floor(size / (4 * piece.length))));
}

/**
 * Throws when one of the readers of text needs time that grows faster than the text, as {@link expectBoundedGrowth} does. A reader may
 * refuse a text; it may only not take long over it.
 *
 * @param pieces what the texts repeat
 * @param options.fourfold as for {@link measureGrowth}
 */
export async function expectBoundedReading(
  readers: Readonly<Record<string, (text: string) => unknown>>,
  pieces: readonly string[] = HOSTILE_PIECES,
  options: Pick<GrowthOptions, 'fourfold'> = {},
): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    for (const piece of pieces) {
      await expectBoundedGrowth(
        `${name} of ${JSON.stringify(piece)}`,
        (size) => `${repeatInto(size, piece)}!`,
        async (text) => {
          try {
            await read(text);
          } catch {
            // refused
          }
        },
        options,
      );
    }
  }
}

/**
 * In the long run, throws when the cost of `work` grows faster than its input ({@link isBounded}). In the short one, the small input is
 * read once: work that never ends, or that fails, is found there too.
 */
export async function expectBoundedGrowth<T>(
  what: string,
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  options: GrowthOptions = {},
): Promise<void> {
  if (!IS_MEASURED && !options.processorMs) {
    await work(await prepare(options.from ?? DEFAULT_FROM));
    return;
  }
  const growth = await measureGrowth(prepare, work, options);
  if (isBounded(growth)) return;
  const figures = `${growth.small.toFixed(1)} ms, then ${growth.large.toFixed(1)} ms; at most ${MOST_GROWTH} times as much is allowed`;
  const overPart =
    growth.overPart === undefined ? '' : `, and ${growth.overPart.toFixed(1)} times an eighth of it, at most ${MOST_OVER_PART}`;
  const fourfold =
    growth.fourfold === undefined ? '' : `; four times as much costs ${growth.fourfold.toFixed(1)} times it, at most ${MOST_FOURFOLD}`;
  throw new Error(`${what}: the work grows faster than its input (${figures}${overPart}${fourfold})`);
}
