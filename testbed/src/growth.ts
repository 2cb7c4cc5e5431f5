/** The cost of a piece of work at two sizes of its input. */
export interface Growth {
  /** Milliseconds of processor time for the small input. */
  readonly small: number;
  /** Milliseconds of processor time for the large one; where the climb ended early, for the last one measured. */
  readonly large: number;
  /** The large input's cost divided by the small one's; `Infinity` where the climb ended early. */
  readonly ratio: number;
}

export interface GrowthOptions {
  /** Size of the small input. Default 10⁴. */
  readonly from?: number;
  /** Size of the large one, a hundred times as much. Default 10⁶. */
  readonly to?: number;
  /** Milliseconds of processor time spent so far. Default is the process's own count; the specs of this file count by hand. */
  readonly processorMs?: () => number;
}

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
/** Enough repetitions of a small input for their garbage to cost as much as a large input's. */
const SUSTAINED_MS = 600;
const SUSTAINED_RUNS = 200;

/** Processor time and not the clock's, so that other work on the machine has no influence. */
function processorMsOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Runs a piece of work once and returns its milliseconds; its result is added to `kept`. */
type Measure = (kept?: unknown[]) => Promise<number>;

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

/** The least of up to three runs: whatever is added to the work itself, by collecting garbage for example, only makes it dearer. */
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
 * The mean of many runs whose results are all kept. A small input that is read alone lives and dies where memory is
 * cheapest, which made linear work look 1.6 times as dear per entry when a large input was read; kept results pay the
 * same price for memory at both sizes.
 */
async function sustainedCost(measure: Measure): Promise<number> {
  const kept: unknown[] = [];
  let spent = 0;
  while (spent < SUSTAINED_MS && kept.length < SUSTAINED_RUNS) spent += await measure(kept);
  return spent / kept.length;
}

/**
 * Measures what `work` costs for an input a hundred times as large. Inputs in between are tried first, so that work which
 * grows with the square or worse is found out in seconds instead of running for hours.
 *
 * @param prepare makes the input of a size; not measured
 * @param work reads the input; may be asynchronous
 */
export async function measureGrowth<T>(
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  { from = 10_000, to = 1_000_000, processorMs = processorMsOfProcess }: GrowthOptions = {},
): Promise<Growth> {
  const costOf =
    (input: T): Measure =>
    async (kept) => {
      const started = processorMs();
      const result = await work(input);
      const spent = processorMs() - started;
      kept?.push(result);
      return spent;
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
  const large = await leastCost(costOf(await prepare(to)), small * MOST_GROWTH);
  if (large > small * MOST_GROWTH) small = Math.max(small, await sustainedCost(costOf(await prepare(from))));
  return { small, large, ratio: large / small };
}

/** Pieces that an answer may repeat endlessly, so that a reader starts over at each. */
export const HOSTILE_PIECES = [' ', 'a', '1', '.', '/', '\\', '-', ',', ':', '<', '&', '[', '(', '"', '%', '\n', '😀'] as const;

/**
 * Throws when one of the readers of text needs time that grows faster than the text. A reader may refuse a text; it may
 * only not take long over it.
 *
 * @param pieces what the texts repeat
 */
export async function expectBoundedReading(
  readers: Readonly<Record<string, (text: string) => unknown>>,
  pieces: readonly string[] = HOSTILE_PIECES,
): Promise<void> {
  for (const [name, read] of Object.entries(readers)) {
    for (const piece of pieces) {
      await expectBoundedGrowth(
        `${name} of ${JSON.stringify(piece)}`,
        (size) => `${piece.repeat(size / piece.length)}!`,
        async (text) => {
          try {
            await read(text);
          } catch {
            // refused
          }
        },
      );
    }
  }
}

/** Throws when `work` costs more than {@link MOST_GROWTH} times as much for an input a hundred times as large. */
export async function expectBoundedGrowth<T>(
  what: string,
  prepare: (size: number) => T | Promise<T>,
  work: (input: T) => unknown,
  options?: GrowthOptions,
): Promise<Growth> {
  const growth = await measureGrowth(prepare, work, options);
  if (growth.ratio <= MOST_GROWTH) return growth;
  const figures = `${growth.small.toFixed(1)} ms, then ${growth.large.toFixed(1)} ms`;
  throw new Error(`${what}: the work grows faster than its input (${figures}; at most ${MOST_GROWTH} times as much is allowed)`);
}
