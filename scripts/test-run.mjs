// What `npm test` and `npm run test:long` run: which spec files, in which lane, the dearest first, and what each cost.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { pathToFileURL } from 'node:url';

const PACKAGES = [
  'e2e',
  'core',
  'create-lectern-plugin',
  'testbed',
  'simulators',
  'demo',
  'plugin-kit',
  'plugin-api',
  'messages',
  'bench',
  'web',
];

/** They wait for daemons, kills and downloads more than they compute, so that more of them run at once. */
const WAITING = [
  /^e2e\/src\/(container|crash|docs|flows|processes)\//,
  /\.real\.spec\.ts$/,
  /^core\/src\/(cli|features\/(downloads|uploads|webhooks))\//,
];
/** More at once take longer in all: on two cores, five jobs need twice the processor time of two for the same files. */
const LANES = [
  { name: 'computing', jobs: 2, takes: (file) => !isWaiting(file) },
  { name: 'waiting', jobs: 2, takes: isWaiting },
];

const LONG = /\.long\.spec\.tsx?$/;
/** It measures in the long run, alone on the machine. */
const MEASURES = /\b(expectBounded(Growth|Reading)|countProcessorMs|monitorEventLoopDelay|memoryUsage)\(|\banswer\.cost\b/;
/** It does more in the long run: tries each kill, or asks both databases. */
const REPEATS = /\bLECTERN_TEST_LONG\b|\b(IS_LONG_RUN|oneIn|SERVICE_DIALECTS)\b/;
/** So do these, by what they share. */
const REPEATING = /^e2e\/src\/(browser|crash)\//;

const DEAREST = 20;

/** Far above what the longest spec file takes on a busy machine. */
const LONGEST_SILENCE_MS = 20 * 60_000;

function isWaiting(file) {
  return WAITING.some((pattern) => pattern.test(file));
}

function packagesOf(root) {
  return [...PACKAGES, ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`)];
}

/** Paths of all spec files of some packages, relative to the project's folder and with `/`. */
export function specFiles(root, packages = packagesOf(root)) {
  return packages.flatMap((name) => {
    const names = existsSync(join(root, name, 'src')) ? readdirSync(join(root, name, 'src'), { recursive: true }) : [];
    return names
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.spec\.tsx?$/.test(file) && !file.includes('/__fixtures__/'));
  });
}

export const isShort = (file) => !LONG.test(file);

/** The steps of the long run, one after the other: what measures, a file at a time, and what repeats itself, in the usual lanes. */
export function longSteps(root) {
  const files = specFiles(root);
  const sourceOf = (file) => readFileSync(join(root, file), 'utf8');
  const measuring = files.filter((file) => MEASURES.test(sourceOf(file)));
  const repeating = files.filter((file) => LONG.test(file) || REPEATING.test(file) || REPEATS.test(sourceOf(file)));
  return [
    { files: measuring, lanes: [{ name: 'measuring', jobs: 1, takes: () => true }] },
    { files: repeating.filter((file) => !measuring.includes(file)), lanes: LANES },
  ];
}

/** Where the costs of the last runs are kept: outside a clone that is thrown away, where `LECTERN_TEST_TIMES` names a file. */
function timesFile(root) {
  return process.env.LECTERN_TEST_TIMES ?? join(root, '.cache/test-times.json');
}

function readTimes(root) {
  try {
    return JSON.parse(readFileSync(timesFile(root), 'utf8'));
  } catch {
    return {};
  }
}

function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The longest first, or it would run alone at the end; a file without a time may be long. */
function longestFirst(files, times) {
  const wallOf = (file) => times[file]?.wallMs ?? Number.MAX_SAFE_INTEGER;
  return [...files].sort((a, b) => wallOf(b) - wallOf(a));
}

/**
 * Runs one lane. What it prints is shown at once for the first lane, and after its end for the others, or their lines would mix: it goes to
 * a file, since a pipe stays open as long as a daemon lives that a test left behind.
 */
function runLane({ root, lane, files, env, isShown }) {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const outputFile = join(root, '.cache', `test-lane-${lane.name}.log`);
  const output = isShown ? 'inherit' : openSync(outputFile, 'w');
  return new Promise((resolve, reject) => {
    const args = ['--parallel', '--jobs', String(lane.jobs), '--reporter', 'scripts/mocha-reporter.cjs'];
    const requires = ['--require', 'e2e/src/parts-summary.ts', '--require', './scripts/test-times.cjs'];
    const child = spawn(process.execPath, [mocha, ...args, ...requires, ...files], { cwd: root, stdio: ['ignore', output, output], env });
    const watch = watchProgress({ log: env.LECTERN_TEST_TIMES_LOG, files, stop: () => child.kill('SIGKILL') });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearInterval(watch.timer);
      if (!isShown) closeSync(output);
      const failure = watch.fault() ?? (code === 0 ? undefined : `The ${lane.name} tests ended with ${signal ?? code}`);
      resolve({ output: isShown ? '' : readFileSync(outputFile), failure });
    });
  });
}

/** Stops a lane of which no file has begun or ended for so long, and says which have not ended, or a run would hang in silence. */
function watchProgress({ log, files, stop }) {
  const mine = new Set(files);
  let seen = 0;
  let since = Date.now();
  let fault;
  const timer = setInterval(() => {
    const lines = readLines(log).filter(({ file }) => mine.has(file));
    if (lines.length !== seen) since = Date.now();
    seen = lines.length;
    if (fault || Date.now() - since < LONGEST_SILENCE_MS) return;
    const ended = new Set(lines.filter(({ begun }) => !begun).map(({ file }) => file));
    const open = lines.filter(({ begun, file }) => begun && !ended.has(file)).map(({ file }) => file);
    fault = `No spec file has ended for ${LONGEST_SILENCE_MS / 60_000} minutes. These had begun: ${open.join(', ')}`;
    stop();
  }, 10_000);
  return { timer, fault: () => fault };
}

function keepTimes(root, costs) {
  const times = { ...readTimes(root), ...Object.fromEntries(costs.map(({ file, wallMs, cpuMs }) => [file, { wallMs, cpuMs }])) };
  mkdirSync(dirname(timesFile(root)), { recursive: true });
  writeFileSync(timesFile(root), `${JSON.stringify(times)}\n`);
}

function describeCosts(costs) {
  const seconds = (ms) => (ms / 1_000).toFixed(1);
  const sum = costs.reduce((total, { cpuMs }) => total + cpuMs, 0);
  const dearest = [...costs].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, DEAREST);
  return [
    `Processor time of ${costs.length} spec files: ${seconds(sum)} s. The ${dearest.length} dearest (processor, wall):`,
    ...dearest.map(({ file, cpuMs, wallMs }) => `  ${seconds(cpuMs)} s, ${seconds(wallMs)} s  ${file}`),
  ].join('\n');
}

/**
 * Runs spec files step by step, prints what they cost and the sum of their counts, and rejects when one failed.
 *
 * @param steps each has `files`, as of {@link specFiles}, and `lanes`, which run side by side; default: those that compute beside those
 *   that wait
 */
export async function runSpecs({ root, steps, env = {} }) {
  const paths = emptyLogs(root);
  const failures = [];
  for (const { files, lanes = LANES } of steps) failures.push(...(await runStep({ root, files, lanes, env: { ...env, ...paths } })));

  const { describeParts, mergeReports } = await import(pathToFileURL(join(root, 'testbed/dist/requirements.js')).href);
  console.log(describeParts(mergeReports(readLines(paths.LECTERN_TEST_PARTS).flat())));
  const costs = readLines(paths.LECTERN_TEST_TIMES_LOG).filter(({ begun }) => !begun);
  keepTimes(root, costs);
  console.log(describeCosts(costs));
  const sum = (name) => readLines(paths.LECTERN_TEST_COUNTS).reduce((total, counts) => total + counts[name], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  if (failures.length > 0) throw Object.assign(new Error(failures.join('\n')), { exitCode: 1 });
}

/** Files to which the processes that test add lines, by the variables that name them. */
function emptyLogs(root) {
  const logs = {
    LECTERN_TEST_PARTS: 'test-parts.jsonl',
    LECTERN_TEST_TIMES_LOG: 'test-costs.jsonl',
    LECTERN_TEST_COUNTS: 'test-counts.jsonl',
  };
  const paths = Object.fromEntries(Object.entries(logs).map(([name, file]) => [name, join(root, '.cache', file)]));
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const path of Object.values(paths)) rmSync(path, { force: true });
  return paths;
}

/** @returns what failed */
async function runStep({ root, files, lanes, env }) {
  const times = readTimes(root);
  const filled = lanes
    .map((lane) => ({ lane, files: longestFirst(files.filter(lane.takes), times) }))
    .filter((one) => one.files.length > 0);
  const results = await Promise.all(
    filled.map((one, index) => runLane({ root, ...one, env: { ...process.env, ...env }, isShown: index === 0 })),
  );
  for (const { output } of results) process.stdout.write(output);
  return results.flatMap(({ failure }) => failure ?? []);
}
