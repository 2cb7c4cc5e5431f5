// Entry of `npm start`, `npm run demo`, `npm test` and their like. Plain Node, because nothing may be installed yet.
// What serves (start, demo, bundle) installs and builds only what it runs; the rest takes what is there and adds what is missing.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, '.cache');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const vite = join(root, 'node_modules/vite/bin/vite.js');
const viteEntry = join(root, 'node_modules/vite/dist/node/index.js');
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

/** Above 0, a program and what it starts get the processor only when nobody else wants it. */
const IDLE = 10;

/** Runs a program beside others: what it prints is shown only when it fails. @returns what it wrote to its standard output */
function check(program, args, { priority = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
    let output = '';
    let answer = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.stdout.on('data', (chunk) => (answer += chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(answer);
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
    exists: () => existsSync(file),
    is: (value) => existsSync(file) && readFileSync(file, 'utf8') === value,
    clear: () => rmSync(file, { force: true }),
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

/** The packages that `npm start` runs from their own `dist`; the server and the web UI are bundled. */
const SERVED = ['plugin-api', ...pluginFolders()];
/** What `npm run demo` needs beside them. */
const DEMO = ['testbed', 'simulators', 'demo'];

function pluginFolders() {
  return readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`);
}

/** Installs the packages that run and what builds them, or everything. What is installed already stays. */
async function install(everything) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const all = stamp('install');
  const some = stamp('install-run');
  const isThere = existsSync(join(root, 'node_modules'));
  if (isThere && (all.is(lock) || (!everything && some.is(lock)))) return;
  const options = ['--no-audit', '--no-fund'];
  const [hadAll, hasSome] = [isThere && all.exists(), isThere && some.is(lock)];
  // what was there may be gone, and an installation that fails leaves nothing to rely on
  all.clear();
  some.clear();
  if (!everything && !hadAll) {
    console.log('Installing what the server needs (npm ci) …');
    await run(npm, ['ci', ...options, ...['core', 'web', 'messages', ...SERVED, ...DEMO].map((name) => `--workspace=${name}`)]);
    some.set(lock);
  } else if (hasSome) {
    console.log('Installing the tools for building and testing (npm install) …');
    await run(npm, ['install', '--no-save', ...options]);
    all.set(lock);
  } else {
    console.log('Installing all packages (npm ci) …');
    await run(npm, ['ci', ...options]);
    all.set(lock);
  }
}

const PACKAGES = [
  'messages',
  'plugin-api',
  'core',
  'plugin-kit',
  'plugins',
  'create-lectern-plugin',
  'testbed',
  'simulators',
  'demo',
  'bench',
  'e2e',
];
const SERVER_ENDINGS = ['.ts', '.json', 'vite.config.mjs'];

/** Compiles and type-checks every package. */
async function compileAll() {
  const now = fingerprint([...PACKAGES, 'tsconfig.json', 'tsconfig.base.json'], SERVER_ENDINGS);
  const done = stamp('server');
  if (done.is(now) && existsSync(join(root, 'core/dist/index.js'))) return;
  console.log('Compiling all packages …');
  await node([tsc, '-b']);
  done.set(now);
  // newer than what was made without the compiler
  stripped([...SERVED, ...DEMO]).forEach(({ done, now }) => done.set(now));
}

function stripped(packages) {
  return packages.map((name) => ({
    name,
    now: fingerprint([`${name}/src`], ['.ts']),
    done: stamp(`strip-${name.replace('/', '-')}`),
  }));
}

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts') && !/\.spec\.|\.d\.ts$|__fixtures__/.test(name));

/** Takes the types out of what runs, and checks none of them: that is for those who change the program. */
async function stripTypes(packages) {
  const stale = stripped(packages).filter(({ name, now, done }) => !done.is(now) || !existsSync(join(root, name, 'dist/index.js')));
  if (stale.length === 0) return;
  console.log('Building the plugins …');
  const { transformWithOxc } = await import(pathToFileURL(viteEntry).href);
  for (const { name, now, done } of stale) {
    const from = join(root, name, 'src');
    // or the compiler would take what is written here for its own
    rmSync(join(root, name, 'tsconfig.tsbuildinfo'), { force: true });
    for (const file of sourcesIn(from)) {
      const source = join(from, file);
      const target = join(root, name, 'dist', file.replace(/\.ts$/, '.js'));
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false, target: 'es2022' });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
    done.set(now);
  }
}

async function bundleServer() {
  const now = fingerprint(['core', 'messages'], SERVER_ENDINGS);
  const done = stamp('bundle');
  if (done.is(now) && existsSync(join(root, 'core/dist/bundle/cli.js'))) return;
  console.log('Building the server …');
  await node([vite, 'build', 'core']);
  done.set(now);
}

/** The types of the web UI's client, from the document that the server makes of its routes. */
async function generateClient() {
  const now = fingerprint(['core/src/error-codes', 'core/src/features', 'core/src/files', 'core/src/platform/http'], ['.ts']);
  const done = stamp('client');
  if (done.is(now) && existsSync(join(root, 'web/src/api/schema.generated.ts'))) return;
  const document = join(cache, 'openapi.json');
  mkdirSync(cache, { recursive: true });
  await node([program, 'openapi', document]);
  await node([join(root, 'web/scripts/generate-api.mjs'), document]);
  done.set(now);
}

async function bundleWeb() {
  const now = fingerprint(['web', 'messages'], ['.ts', '.tsx', '.css', '.html', '.mjs', '.svg', '.png', '.webmanifest', '.json', '.js']);
  const done = stamp('web');
  if (done.is(now) && existsSync(join(root, 'web/dist/index.html'))) return;
  console.log('Building the web UI …');
  await node([vite, 'build', 'web', '--logLevel', 'warn']);
  done.set(now);
}

/** What is needed to serve. */
async function bundle(packages = SERVED) {
  await stripTypes(packages);
  await Promise.all([bundleServer(), bundleWeb()]);
}

/** All that can be built, with its types checked. */
async function build() {
  await compileAll();
  await Promise.all([bundleServer().then(generateClient), bundleWeb()]);
}

/** Loaded by those who test only: what serves needs this file alone. */
const testing = () => import('./test-run.mjs');

async function test() {
  await build();
  console.log('Testing, and linting beside it …');
  const { isShort, runSpecs, specFiles } = await testing();
  // settled both, so that neither hides what the other found
  const failed = (await Promise.allSettled([lint(), runSpecs({ root, steps: [{ files: specFiles(root).filter(isShort) }] })])).find(
    ({ status }) => status === 'rejected',
  );
  if (failed) throw failed.reason;
  console.log('Linting found nothing.');
}

/** What a change can break: the packages that differ from a commit, and all that depend on them. */
async function testChanged([since = 'main']) {
  await build();
  const { isShort, runSpecs, specFiles } = await testing();
  const lerna = join(root, 'node_modules/lerna/dist/cli.js');
  const listed = await check(process.execPath, [lerna, 'ls', '--all', '--json', '--loglevel=error', `--since=${since}`]);
  const packages = JSON.parse(listed).map(({ location }) => relative(root, location).replaceAll('\\', '/'));
  const files = (await check('git', ['diff', '--name-only', since])).split('\n').filter(Boolean);
  const every = [...PACKAGES.filter((name) => name !== 'plugins'), 'web', ...pluginFolders()];
  // documents and scripts of the whole are tested there
  if (files.some((file) => !every.some((name) => file.startsWith(`${name}/`))) && !packages.includes('e2e')) packages.push('e2e');
  if (packages.length === 0) return console.log(`No package differs from ${since}.`);
  console.log(`Testing what differs from ${since}, and what depends on it: ${packages.join(', ')}`);
  await runSpecs({ root, steps: [{ files: specFiles(root, packages).filter(isShort) }] });
}

async function lint() {
  // tests wait for pages and programs, and it waits for nothing
  await check(npm, ['run', '--silent', 'lint'], { priority: IDLE });
  await check(process.execPath, [tsc, '--noEmit', '-p', 'web']);
}

const COMMANDS = {
  async start(args) {
    await bundle();
    const { NODE_FLAGS } = await import(pathToFileURL(join(root, 'core/dist/bundle/node-flags.js')).href);
    await node([...NODE_FLAGS, program, 'serve', ...args], { foreground: true });
  },
  async demo(args) {
    await bundle([...SERVED, ...DEMO]);
    await node([join(root, 'demo/dist/run-demo.js'), ...args], { foreground: true });
  },
  bundle: () => bundle(),
  build,
  test,
  'test:changed': testChanged,
  async 'test:long'() {
    await build();
    const { longSteps, runSpecs } = await testing();
    await runSpecs({ root, steps: longSteps(root), env: { LECTERN_TEST_LONG: '1' } });
  },
  async look(args) {
    await build();
    await node([join(root, 'e2e/dist/look/look.js'), ...args], { foreground: true });
  },
  async 'docs:pictures'(args) {
    await build();
    await node([join(root, 'e2e/dist/look/docs-pictures.js'), ...args], { foreground: true });
  },
  async bench(args) {
    await build();
    await node([join(root, 'bench/dist/run.js'), ...args], { foreground: true });
  },
  async 'first-load'(args) {
    await build();
    await node([join(root, 'e2e/dist/look/first-load.js'), ...args], { foreground: true });
  },
  async clean() {
    rmSync(cache, { recursive: true, force: true });
  },
};

/** What these run is bundled; the others need the tools of those who change the program. */
const SERVING = new Set(['start', 'demo', 'bundle']);

const [command = '', ...args] = process.argv.slice(2);
checkNode();
if (!COMMANDS[command]) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join(' | ')}`);
  process.exit(2);
}
try {
  await install(!SERVING.has(command));
  await COMMANDS[command](args);
} catch (error) {
  if (error.exitCode === undefined) console.error(error);
  else console.error(error.message);
  process.exit(error.exitCode ?? 1);
}
