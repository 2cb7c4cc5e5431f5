import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startAudibleSimulator } from '@lectern/simulators';
import { startChild } from './child.js';
import type { TakeInCost } from './take-in-server.js';

/**
 * Prints how long libraries of some sizes take to be taken in, from tiny audio files and a simulated catalogue:
 * `npx tsx --conditions=lectern-source bench/src/take-in-size.ts [folders …] [--without-ffprobe]`.
 */
const args = process.argv.slice(2);
const sizes = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const FILES = 2;
const FIRST = 20;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const SYLLABLES = ['bra', 'do', 'fen', 'gul', 'ki', 'lor', 'mas', 'ne', 'pir', 'sun', 'tav', 'wel'];

/** A word for each number, so that no two books are alike. */
function word(n: number): string {
  let rest = n;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function bookAt(n: number) {
  return {
    asin: `B0${String(n).padStart(8, '0')}`,
    title: `The ${word(n + 2000)} of ${word(n * 7 + 5000)}`,
    authors: [{ name: `${word(Math.floor(n / 5) + 300)} ${word(Math.floor(n / 5) + 9000)}` }],
    narrators: [`${word((n % 40) + 700)} Reader`],
    durationMinutes: 1,
    categories: [],
  };
}

/** @returns the folder that is taken in */
async function makeLibrary(dir: string, sound: string, books: readonly ReturnType<typeof bookAt>[]): Promise<string> {
  const root = join(dir, `library-${books.length}`);
  for (const { title, authors } of books) {
    const folder = join(root, authors[0]?.name ?? '', title);
    await mkdir(folder, { recursive: true });
    for (let file = 1; file <= FILES; file += 1) await copyFile(sound, join(folder, `0${file}.mp3`));
  }
  return root;
}

/** What the first books cost a server that has just started, which loads and compiles what it needs of its program, and what the library costs. */
async function measure(dir: string, sound: string, count: number): Promise<{ readonly first: TakeInCost; readonly cost: TakeInCost }> {
  const firstBooks = Array.from({ length: FIRST }, (_, n) => bookAt(count + n));
  const firstRoot = await makeLibrary(join(dir, 'first'), sound, firstBooks);
  const libraryBooks = Array.from({ length: count }, (_, n) => bookAt(n));
  const root = await makeLibrary(dir, sound, libraryBooks);
  const books = [...libraryBooks, ...firstBooks];
  const catalogue = await startAudibleSimulator({ books });
  const { child } = await startChild('take-in-server', [], {
    LECTERN_DATA: join(dir, `data-${count}`),
    LECTERN_HOST: '127.0.0.1',
    LECTERN_PORT: '0',
    LECTERN_LOG_LEVEL: 'warn',
    LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    DATABASE_URL: '',
    ...(args.includes('--without-ffprobe') ? { PATH: '' } : {}),
  });
  try {
    await child.ask({ catalogue: catalogue.url });
    const first = await child.ask<TakeInCost>({ root: firstRoot });
    return { first, cost: await child.ask<TakeInCost>({ root }) };
  } finally {
    await child.stop();
    await catalogue.close();
  }
}

const dir = await mkdtemp(join(tmpdir(), 'lectern-take-in-'));
try {
  const sound = join(dir, 'sound.mp3');
  const input = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=30', '-b:a', '8k', '-ar', '8000', '-ac', '1'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...input, sound]);
  print(
    `${'folders'.padStart(8)} ${'s'.padStart(8)} ${'ms/folder'.padStart(10)} ${'own cpu ms/folder'.padStart(18)} ${'SQL/folder'.padStart(11)} ${'block ms'.padStart(9)} ${'at first'.padStart(9)} ${'pause ms'.padStart(9)} ${'peak MB'.padStart(8)}  found`,
  );
  for (const count of sizes.length > 0 ? sizes : [500, 5000]) {
    const { first, cost } = await measure(dir, sound, count);
    const each = (value: number): string => (value / count).toFixed(1);
    const found = cost.books.map(({ state, confidence, n }) => `${n} ${state} ${confidence}`).join(', ');
    print(
      `${String(count).padStart(8)} ${(cost.ms / 1000).toFixed(1).padStart(8)} ${each(cost.ms).padStart(10)} ${each(cost.cpuMs).padStart(18)} ${each(cost.statements).padStart(11)} ${cost.longestBlockMs.toFixed(0).padStart(9)} ${first.longestBlockMs.toFixed(0).padStart(9)} ${cost.longestPauseMs.toFixed(0).padStart(9)} ${(cost.peakBytes / 1e6).toFixed(0).padStart(8)}  ${cost.state}: ${found}`,
    );
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
