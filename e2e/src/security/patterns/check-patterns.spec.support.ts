import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { IS_LONG_RUN } from '../../long-run.spec.support.js';
import type { FoundPattern } from './collect-patterns.spec.support.js';

/** The growth of a pattern's work with the text: `linear`, the degree of a polynomial, or worse. */
export type Growth = 'linear' | number | 'exponential' | 'unknown';

const CACHE = fileURLToPath(new URL('../../../../.cache/patterns.json', import.meta.url));
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };
/**
 * The seed makes the answers of the fuzzing checker the same each time, and so does counting its steps in place of
 * looking at a clock: on a busy machine an attack that takes long is not one that succeeds.
 */
const OPTIONS = { timeout: 300_000, randomSeed: 0, incubationTimeout: null, attackTimeout: null, attackLimit: 100_000_000 };
const AT_ONCE = 2;

interface Kept {
  /** The release of recheck that answered, and how it was asked. */
  readonly recheck: string;
  readonly options: object;
  /** By pattern: `/source/flags`. */
  readonly growths: Readonly<Record<string, Growth>>;
}

/**
 * The answers for patterns that take long, because together they take minutes. Another release of recheck or other options may answer
 * otherwise, so they count for these only. A pattern that is not there is checked; the long run checks all, and compares.
 */
export function keptGrowths(): Readonly<Record<string, Growth>> {
  const kept = JSON.parse(readFileSync(new URL('kept-growths.json', import.meta.url), 'utf8')) as Kept;
  return kept.recheck === version && JSON.stringify(kept.options) === JSON.stringify(OPTIONS) ? kept.growths : {};
}

/** The name of a pattern among the kept answers. */
export function nameOf({ source, flags }: FoundPattern): string {
  return `/${source}/${flags}`;
}

function keyOf({ source, flags }: FoundPattern): string {
  return createHash('sha256')
    .update(`${version} ${JSON.stringify(OPTIONS)} /${source}/${flags}`)
    .digest('hex')
    .slice(0, 32);
}

function readCache(): Record<string, Growth> {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8')) as Record<string, Growth>;
  } catch {
    return {};
  }
}

/** Whether nothing repeats, so that at each place of the text there is a bounded number of things to try. */
function repeatsNothing({ source }: FoundPattern): boolean {
  return !/[*+{]/.test(source);
}

async function growthOf(pattern: FoundPattern): Promise<Growth> {
  if (repeatsNothing(pattern)) return 'linear';
  const { source, flags } = pattern;
  const answer = await check(source, flags, OPTIONS);
  if (answer.status === 'safe') return 'linear';
  if (answer.status === 'unknown') return 'unknown';
  return answer.complexity.type === 'polynomial' ? answer.complexity.degree : 'exponential';
}

/**
 * Returns recheck's verdict on each pattern. Known answers are kept beside this file and in `.cache`; nothing depends on the latter, and the
 * long run looks into neither.
 */
export async function checkPatterns(patterns: readonly FoundPattern[]): Promise<ReadonlyMap<FoundPattern, Growth>> {
  const cache = IS_LONG_RUN ? {} : readCache();
  const kept = IS_LONG_RUN ? {} : keptGrowths();
  const answers = new Map<FoundPattern, Growth>();
  const left = [...patterns].reverse();
  const worker = async (): Promise<void> => {
    for (let pattern = left.pop(); pattern; pattern = left.pop()) {
      const growth = kept[nameOf(pattern)] ?? cache[keyOf(pattern)] ?? (await growthOf(pattern));
      answers.set(pattern, growth);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const known = [...answers].filter(([, growth]) => growth !== 'unknown').map(([pattern, growth]) => [keyOf(pattern), growth]);
  mkdirSync(fileURLToPath(new URL('.', `file://${CACHE}`)), { recursive: true });
  writeFileSync(CACHE, JSON.stringify(Object.fromEntries(known)));
  return answers;
}
