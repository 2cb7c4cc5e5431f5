import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './child.js';
import { printLongestBlocks } from './longest-block.js';
import { CONNECTIONS, measurePages, PAGES, SERVERS, type PageFigures } from './pages.js';
import { measureSignIns } from './sign-ins.js';
import { measureBareNode, measureStartup } from './startup.js';

/**
 * Prints what Lectern costs, beside references measured in the same run: `npm run bench [-- --quick]`. Absolute times
 * depend on the machine and on what else runs on it; the ratios are what counts.
 */
const isQuick = process.argv.includes('--quick');
const sizes = isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
const seconds = isQuick ? 1 : 3;
const STARTS = isQuick ? 1 : 3;
const IDLE_SECONDS = isQuick ? 3 : 10;

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

async function inFreshDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function printStartup(): Promise<void> {
  const node: number[] = [];
  const fresh: number[] = [];
  const second: number[] = [];
  let idle: number | undefined;
  for (let start = 0; start < STARTS; start += 1) {
    await inFreshDir(async (dir) => {
      node.push(await measureBareNode());
      fresh.push((await measureStartup(dir)).healthyMs);
      const again = await measureStartup(dir, start === STARTS - 1 ? { idleSeconds: IDLE_SECONDS } : {});
      second.push(again.healthyMs);
      idle = again.idleBytes ?? idle;
    });
  }
  const bare = Math.min(...node);
  const row = (name: string, all: readonly number[]): string =>
    `| ${name} | ${all.map((ms) => Math.round(ms)).join(', ')} | ${(Math.min(...all) / bare).toFixed(1)} |`;
  print('| start | ms | best, in starts of Node.js |');
  print('| --- | --: | --: |');
  print(row('Node.js with an empty program', node));
  print(row('to healthy, empty data directory', fresh));
  print(row('to healthy, second start', second));
  print();
  print(`Idle ${IDLE_SECONDS} s after the start: ${idle === undefined ? 'not known' : `${(idle / 1e6).toFixed(0)} MB`} resident.`);
  print();
}

function printSize(rows: number, figures: readonly PageFigures[], first: readonly PageFigures[]): void {
  print(`### ${rows.toLocaleString('en')} rows`);
  print();
  print('| page | connections | server | p50 ms | p95 ms | pages/s | CPU ms | lectern is | against fewest rows |');
  print('| --- | --: | --- | --: | --: | --: | --: | --: | --: |');
  figures.forEach(({ page, statements, bytes, loads }, index) => {
    CONNECTIONS.forEach((connections, place) => {
      const ours = loads.lectern[place];
      const before = first[index]?.loads.lectern[place];
      for (const name of SERVERS) {
        const load = loads[name][place];
        if (!load || !ours || !before) continue;
        const about = name === 'lectern' ? `${page.name} (${statements} statements, ${(bytes / 1000).toFixed(1)} kB)` : '';
        const part = name === 'lectern' ? '' : `${(ours.perSecond / load.perSecond).toFixed(2)} ×`;
        const growth = name === 'lectern' ? `${(ours.p50 / before.p50).toFixed(2)} × the time` : '';
        const times = `${load.p50.toFixed(2)} | ${load.p95.toFixed(2)} | ${Math.round(load.perSecond)} | ${load.cpuMs.toFixed(2)}`;
        print(`| ${about} | ${connections} | ${name} | ${times} | ${part} | ${growth} |`);
      }
    });
  });
  print();
}

async function printSignIns(dataDir: string): Promise<void> {
  const { quietP95, busyP95, signInsMs } = await measureSignIns(dataDir, seconds);
  print(`Others during eight sign-ins, which took ${Math.round(signInsMs)} ms together:`);
  print(`p95 ${busyP95.toFixed(1)} ms, ${(busyP95 / quietP95).toFixed(1)} × the quiet ${quietP95.toFixed(1)} ms.`);
  print();
}

print(`Node.js ${process.versions.node}, ${cpus().length} cores, SQLite, ${seconds} s a figure, ${PAGES.length} pages.`);
print();
await printStartup();
await printLongestBlocks(print);
let first: readonly PageFigures[] | undefined;
for (const rows of sizes) {
  await inFreshDir(async (dir) => {
    const env = { LECTERN_DATA: dir, LECTERN_LOG_LEVEL: 'warn', DATABASE_URL: '' };
    await runChild('seed', [String(rows)], env);
    const figures = await measurePages(dir, rows, seconds);
    first ??= figures;
    printSize(rows, figures, first);
    if (first === figures) await printSignIns(dir);
  });
}
