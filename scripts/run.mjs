// Entry of `npm start`, `npm run demo`, `npm test` and their like. Plain Node, because nothing may be installed yet.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, '.cache');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const vite = join(root, 'node_modules/vite/bin/vite.js');
const program = join(root, 'core/bin/lectern.js');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Runs a program with argv, in the project's folder. Rejects when it does not end with 0. */
function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...options.env } });
    const forward = (signal) => child.kill(signal);
    if (options.foreground) {
      process.on('SIGINT', forward);
      process.on('SIGTERM', forward);
    }
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      if (code === 0) resolve();
      else reject(Object.assign(new Error(`${program} ${args[0] ?? ''} ended with ${signal ?? code}`), { exitCode: code ?? 1 }));
    });
  });
}

const node = (args, options) => run(process.execPath, args, options);

/** Runs a program beside others: what it prints is shown only when it fails. */
function check(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      console.error(output);
      reject(Object.assign(new Error(`${program} ${args.join(' ')} ended with ${signal ?? code}`), { exitCode: code ?? 1 }));
    });
  });
}

/** A fingerprint of files by name, size and time. */
function fingerprint(paths, endings) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const info = statSync(path);
    if (info.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name !== 'node_modules' && name !== 'dist' && !name.startsWith('.') && name !== '__fixtures__' && !name.includes('.generated.'))
          visit(join(path, name));
      }
    } else if (endings.some((ending) => path.endsWith(ending))) hash.update(`${relative(root, path)} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const path of paths) if (existsSync(join(root, path))) visit(join(root, path));
  return hash.digest('hex');
}

function stamp(name) {
  const file = join(cache, `${name}.stamp`);
  return {
    is: (value) => existsSync(file) && readFileSync(file, 'utf8') === value,
    set: (value) => {
      mkdirSync(cache, { recursive: true });
      writeFileSync(file, value);
    },
  };
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Lectern needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const done = stamp('install');
  if (existsSync(join(root, 'node_modules')) && done.is(lock)) return;
  console.log('Installing packages (npm ci) …');
  await run(npm, ['ci', '--no-audit', '--no-fund']);
  done.set(lock);
}

const PACKAGES = ['plugin-api', 'core', 'plugin-kit', 'plugins', 'create-lectern-plugin', 'testbed', 'simulators', 'demo', 'bench', 'e2e'];

async function buildServer() {
  const now = fingerprint(
    [...PACKAGES, 'tsconfig.json', 'tsconfig.base.json'],
    ['.ts', 'tsconfig.json', 'package.json', 'tsconfig.base.json', 'vite.config.mjs'],
  );
  const done = stamp('server');
  if (done.is(now) && existsSync(join(root, 'core/dist/bundle/cli.js'))) return;
  console.log('Building the server …');
  await node([tsc, '-b']);
  await node([vite, 'build', 'core']);
  done.set(now);
}

async function buildWeb() {
  const now = fingerprint(
    ['web', 'core/src/error-codes', 'core/src/features', 'core/src/files', 'core/src/platform/http'],
    ['.ts', '.tsx', '.css', '.html', '.mjs', '.svg', '.webmanifest', '.json', '.js'],
  );
  const done = stamp('web');
  if (done.is(now) && existsSync(join(root, 'web/dist/index.html'))) return;
  console.log('Building the web UI …');
  const document = join(cache, 'openapi.json');
  mkdirSync(cache, { recursive: true });
  await node([program, 'openapi', document]);
  await node([join(root, 'web/scripts/generate-api.mjs'), document]);
  await node([vite, 'build', 'web', '--logLevel', 'warn']);
  done.set(now);
}

async function build() {
  await buildServer();
  await buildWeb();
}

const MOCHA = join(root, 'node_modules/mocha/bin/mocha.js');
// what waits longest comes first, so that nothing is left over at the end
const SPECS = [
  'e2e/src/**/*.spec.ts',
  'plugins/*/src/**/*.real.spec.ts',
  // each file once: a second worker would run it again
  ...['create-lectern-plugin', 'testbed', 'simulators', 'demo', 'core', 'plugins/*', 'plugin-kit', 'plugin-api', 'bench', 'web'].map(
    (name) => `${name}/src/**/!(*.real).spec.ts`,
  ),
];

// what they leave out because it repeats what they do is done with LECTERN_TEST_LONG
const LONG_SPECS = ['e2e/src/crash/*.spec.ts', 'e2e/src/security/hostile-input.spec.ts', 'e2e/src/security/patterns.spec.ts'];

async function test() {
  await build();
  console.log('Testing, and linting beside it …');
  // tests wait more than they work
  const lint = check(npm, ['run', '--silent', 'lint']).then(() => check(process.execPath, [tsc, '--noEmit', '-p', 'web']));
  const tests = runSpecs(SPECS);
  // settled both, so that neither hides what the other found
  const failed = (await Promise.allSettled([lint, tests])).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  console.log('Linting found nothing.');
}

async function runSpecs(specs, env = {}) {
  const parts = join(cache, 'test-parts.jsonl');
  rmSync(parts, { force: true });
  const options = ['--parallel', '--jobs', '3', '--reporter', 'scripts/mocha-reporter.cjs'];
  try {
    await node([MOCHA, ...options, '--require', 'e2e/src/parts-summary.ts', ...specs], { env: { LECTERN_TEST_PARTS: parts, ...env } });
  } finally {
    const { describeParts, mergeReports } = await import(pathToFileURL(join(root, 'testbed/dist/requirements.js')).href);
    const lines = existsSync(parts) ? readFileSync(parts, 'utf8').trim().split('\n') : [];
    console.log(describeParts(mergeReports(lines.flatMap((line) => JSON.parse(line)))));
  }
}

const COMMANDS = {
  async start(args) {
    await build();
    const { NODE_FLAGS } = await import(pathToFileURL(join(root, 'core/dist/cli/node-flags.js')).href);
    await node([...NODE_FLAGS, program, 'serve', ...args], { foreground: true });
  },
  async demo(args) {
    await build();
    await node([join(root, 'demo/dist/run-demo.js'), ...args], { foreground: true });
  },
  build,
  test,
  async 'test:long'() {
    await build();
    await runSpecs(LONG_SPECS, { LECTERN_TEST_LONG: '1' });
  },
  async look(args) {
    await build();
    await node([join(root, 'e2e/dist/look/look.js'), ...args], { foreground: true });
  },
  async bench(args) {
    await build();
    await node([join(root, 'bench/dist/run.js'), ...args], { foreground: true });
  },
  async clean() {
    rmSync(cache, { recursive: true, force: true });
  },
};

const [command = '', ...args] = process.argv.slice(2);
checkNode();
if (!COMMANDS[command]) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join(' | ')}`);
  process.exit(2);
}
try {
  await install();
  await COMMANDS[command](args);
} catch (error) {
  if (error.exitCode === undefined) console.error(error);
  else console.error(error.message);
  process.exit(error.exitCode ?? 1);
}
