import { findMergeTools, mergeBook, type MergedBook } from '@lectern/core/testing';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Prints what it costs to merge a book of ten hours by copying its packets. Linux only, because the figures of ffmpeg come
 * from `/proc`. `node bench/dist/merging.js [files]`
 */
const run = promisify(execFile);
const PARTS = Number(process.argv[2] ?? 20);
const SECONDS_A_PART = 36_000 / PARTS;
/** Of the kernel's times: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_A_SECOND = 100;
const EVERY_MS = 5;
const IDLE_MS = 10_000;

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Processor time, in seconds, of what this process has started, but for what still runs: also by way of the process that starts programs. */
function childSeconds(): number {
  return [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  }, 0);
}

/** The most memory that any child now alive has ever had, in bytes. */
function childPeakBytes(): number {
  const peaks = childrenOf(process.pid).map((pid) => {
    try {
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
    } catch {
      // it ended meanwhile
      return 0;
    }
  });
  return Math.max(0, ...peaks);
}

async function makeParts(dir: string): Promise<string[]> {
  const paths = Array.from({ length: PARTS }, (_, index) => join(dir, `${String(index + 1).padStart(4, '0')}.m4a`));
  const [first = '', ...others] = paths;
  const tone = `sine=frequency=220:duration=${SECONDS_A_PART}:sample_rate=44100`;
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', tone, '-c:a', 'aac', '-b:a', '64k', first]);
  for (const path of others) await copyFile(first, path);
  return paths;
}

async function merge(dir: string, paths: readonly string[]): Promise<MergedBook> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return { path, name: path.slice(dir.length + 1), size, modifiedAt: mtimeMs };
    }),
  );
  return mergeBook(findMergeTools(), {
    files,
    folder: join(dir, 'work'),
    tags: { title: 'Ten Hours' },
    cover: undefined,
    known: [],
    catalogue: async () => undefined,
    encodesMp3: false,
    records: join(dir, 'encoders'),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

interface Blocks {
  /** Milliseconds. What else the machine does counts. */
  readonly longest: number;
  /** Milliseconds of processor time that this process used, in all its threads, until its loop turned again. */
  readonly most: number;
}

/** Watches how long the event loop stands still. @returns a function that ends it */
function watchLoop(): () => Blocks {
  let [longest, most] = [0, 0];
  let [at, cpu] = [performance.now(), process.cpuUsage()];
  const timer = setInterval(() => {
    const used = process.cpuUsage(cpu);
    longest = Math.max(longest, performance.now() - at - EVERY_MS);
    most = Math.max(most, (used.user + used.system) / 1000);
    [at, cpu] = [performance.now(), process.cpuUsage()];
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return { longest, most };
  };
}

const dir = await realpath(await mkdtemp(join(tmpdir(), 'lectern-bench-merge-')));
try {
  await mkdir(join(dir, 'parts'));
  const paths = await makeParts(join(dir, 'parts'));
  const idle = watchLoop();
  await wait(IDLE_MS);
  const quiet = idle();
  const before = { cpu: childSeconds(), own: process.cpuUsage(), rss: process.memoryUsage.rss(), at: performance.now() };
  let [peak, rss] = [0, before.rss];
  const loop = watchLoop();
  const watch = setInterval(() => {
    peak = Math.max(peak, childPeakBytes());
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 20);
  const merged = await merge(dir, paths);
  clearInterval(watch);
  const blocks = loop();
  const own = process.cpuUsage(before.own);
  print('| merging ten hours of AAC by copying | |');
  print('| --- | --: |');
  print(`| size | ${(merged.size / 1e6).toFixed(0)} MB in ${PARTS} files, ${merged.chapters} chapters |`);
  print(`| wall clock | ${((performance.now() - before.at) / 1000).toFixed(1)} s |`);
  print(`| processor time of ffmpeg and ffprobe | ${(childSeconds() - before.cpu).toFixed(1)} s |`);
  print(`| processor time of this process | ${((own.user + own.system) / 1e6).toFixed(1)} s |`);
  print(`| most memory of ffmpeg | ${(peak / 1e6).toFixed(0)} MB |`);
  print(`| growth of this process | ${((rss - before.rss) / 1e6).toFixed(0)} MB |`);
  print(`| longest block of the event loop | ${blocks.longest.toFixed(0)} ms, ${quiet.longest.toFixed(0)} ms while idle |`);
  print(`| most processor time in one block | ${blocks.most.toFixed(0)} ms, ${quiet.most.toFixed(0)} ms while idle |`);
} finally {
  await rm(dir, { recursive: true, force: true });
}
