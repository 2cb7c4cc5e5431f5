import { createPostgresDatabase } from '@lectern/core/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChild } from './child.js';
import { printLongestBlocks } from './longest-block.js';
import { CONNECTIONS, measurePages, REFERENCES, serverEnv, type Filled, type PageFigures, type Turns } from './measure-pages.js';
import { PAGES } from './pages.js';
import { measureSignIns } from './sign-ins.js';
import { measureBareNode, measureStartup } from './startup.js';

/**
 * Prints what Lectern costs, beside references measured in the same run:
 * `npm run bench [-- [--quick | --smoke] [--postgres] [--rows <number>] [--only <part of the name of a page>] …]`.
 * Absolute times depend on the machine and on what else runs on it; the ratios are what counts.
 */
const {
  quick,
  smoke: isSmoke,
  postgres,
  rows: wantedRows,
  only,
} = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    rows: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
}).values;
const isQuick = quick || isSmoke;
const database = postgres ? 'postgres' : 'sqlite';
const SIZES = {
  sqlite: { quick: [1_000, 10_000], whole: [1_000, 10_000, 100_000] },
  postgres: { quick: [20_000], whole: [20_000, 100_000] },
} as const;
/** Shows that everything runs; its figures say nothing. */
const smokeRows = isSmoke ? '1000' : undefined;
const rowsGiven = wantedRows ?? smokeRows;
const sizes = rowsGiven === undefined ? SIZES[database][isQuick ? 'quick' : 'whole'] : [Number(rowsGiven)];
const pages = PAGES.filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
if (pages.length === 0) throw new Error(`No page is called so. There are: ${PAGES.map(({ name }) => name).join(', ')}.`);
/** Besides pages, what else is measured on SQLite. */
const isWhole = database === 'sqlite' && wantedRows === undefined && only === undefined;
const QUICK: Turns = isSmoke ? { turns: 1, seconds: 0 } : { turns: 2, seconds: 0.25 };
const turns: Turns = isQuick ? QUICK : { turns: 3, seconds: 1 };
const STARTS = isQuick ? 1 : 3;
const IDLE_SECONDS = isSmoke ? 0 : isQuick ? 3 : 10;

function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** How many programs want a core, this one included. */
function loadNow(): string {
  return `The machine's load was ${(loadavg()[0] ?? 0).toFixed(1)} in the last minute.`;
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
      const ours = loads.lectern?.[place];
      const before = first[index]?.loads.lectern?.[place];
      for (const name of REFERENCES[database]) {
        const load = loads[name]?.[place];
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

async function printSignIns(filled: Filled): Promise<void> {
  const { quietP95, busyP95, signInsMs } = await measureSignIns(filled, isSmoke ? 0.1 : turns.turns * turns.seconds);
  print(`Others during eight sign-ins, which took ${Math.round(signInsMs)} ms together:`);
  print(`p95 ${busyP95.toFixed(1)} ms, ${(busyP95 / quietP95).toFixed(1)} × the quiet ${quietP95.toFixed(1)} ms.`);
  print();
}

/** Fills a database on SQLite and, if that is what is measured, one on PostgreSQL with the same rows. */
async function onFilled(rows: number, work: (filled: Filled, onSqlite: Filled) => Promise<void>): Promise<void> {
  const seed = (filled: Filled): Promise<void> => runChild('seed', [String(rows)], serverEnv(filled));
  await inFreshDir(async (dataDir) => {
    const onSqlite = { dataDir };
    await seed(onSqlite);
    if (database === 'sqlite') return work(onSqlite, onSqlite);
    const { url, drop } = await createPostgresDatabase();
    try {
      await inFreshDir(async (otherDir) => {
        const filled = { dataDir: otherDir, databaseUrl: url };
        await seed(filled);
        await work(filled, onSqlite);
      });
    } finally {
      await drop();
    }
  });
}

const name = database === 'sqlite' ? 'SQLite' : 'PostgreSQL';
print(
  `Node.js ${process.versions.node}, ${cpus().length} cores, ${name}, ${turns.turns * turns.seconds} s a figure, ${pages.length} pages.`,
);
print(loadNow());
print();
if (isWhole) {
  await printStartup();
  await printLongestBlocks(print);
}
let first: readonly PageFigures[] | undefined;
for (const rows of sizes) {
  await onFilled(rows, async (filled, onSqlite) => {
    const figures = await measurePages(filled, onSqlite, { pages, rows, turns });
    const isFirst = first === undefined;
    first ??= figures;
    printSize(rows, figures, first);
    if (isFirst && isWhole) await printSignIns(filled);
  });
}
print(loadNow());
