import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCS = join(ROOT, 'docs/plugins');
const MODULES = join(ROOT, 'node_modules');
const GENERATED = /<!-- generated from [^]*?<!-- end of what is generated -->/;

/** Milliseconds after which a program that does not end is ended. */
const LONGEST_MS = 100_000;

/** Has `@lectern/core` not found, as where an author did not install it. */
const WITHOUT_CORE = `export async function resolve(name, context, next) {
  if (name === '@lectern/core') throw Object.assign(new Error('There is no core.'), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(name, context);
}`;

interface Sample {
  readonly language: string;
  readonly code: string;
  /** The file it is said to be from, relative to docs/plugins. */
  readonly from?: string;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Samples of a page in languages that can be compiled or run. */
function samples(text: string): Sample[] {
  const found = text.replace(GENERATED, '').matchAll(/(?:<!-- from (\S+) -->\s+)?^```(ts|js|json)\n([^]*?)^```$/gm);
  return [...found].map(([, from, language = '', code = '']) => ({ language, code, ...(from === undefined ? {} : { from }) }));
}

function pages(): string[] {
  return readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('examples'))
    .map((name) => join('docs/plugins', name));
}

/** Samples are indented as it suits the page; prettier may have wrapped short objects. */
function tight(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replaceAll(/,(?=[}\]])/g, '')
    .replace(/,$/, '');
}

/** Whole modules outside of the examples: READMEs and the examples in doc comments. */
function modules(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of ['plugin-api', 'plugin-kit']) {
    samples(read(`${name}/README.md`)).forEach(({ code }, index) => found.set(`${name}-readme-${index}`, code));
    const source = join(ROOT, name, 'src');
    for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))) {
      const comments = readFileSync(join(source, file), 'utf8').matchAll(/@example\s+\* ```ts\n([^]*?)\* ```/g);
      [...comments].forEach(([, code = ''], index) =>
        found.set(`${name}-${file.replace(/\W/g, '-')}-${index}`, code.replace(/^ *\* ?/gm, '')),
      );
    }
  }
  return found;
}

/** Runs a program of this workspace; the error of a failing one shows its output. */
async function node(cwd: string, script: string, args: readonly string[], nodeArgs: readonly string[] = []): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/i.test(name)));
  try {
    return (
      await run(process.execPath, [...nodeArgs, join(MODULES, script), ...args], {
        cwd,
        env,
        maxBuffer: 32 * 1024 * 1024,
        timeout: LONGEST_MS,
      })
    ).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

interface Outcome {
  readonly fullTitle: string;
  readonly err: { readonly stack?: string };
}

/** Runs specs in a separate process, which has to exit without help. */
async function outcomesOf(
  cwd: string,
  specs: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<Record<'passes' | 'failures', readonly Outcome[]>> {
  const args = ['--reporter', 'json', '--timeout', '60000', ...specs];
  const output = await node(cwd, 'mocha/bin/mocha.js', args, nodeArgs).catch(
    (error: Error & { cause?: { stdout?: string; killed?: boolean } }) => {
      if (error.cause?.killed === true) throw new Error(`the specs did not end: ${specs.join(' ')}`, { cause: error });
      if (error.cause?.stdout?.startsWith('{')) return error.cause.stdout;
      throw error;
    },
  );
  return JSON.parse(output) as Record<'passes' | 'failures', Outcome[]>;
}

/** @returns the titles of those that passed @throws Error naming those that did not */
async function runSpecs(cwd: string, specs: readonly string[]): Promise<string[]> {
  const { passes, failures } = await outcomesOf(cwd, specs);
  if (failures.length > 0) throw new Error(failures.map(({ fullTitle, err }) => `${fullTitle}: ${err.stack ?? ''}`).join('\n'));
  return passes.map(({ fullTitle }) => fullTitle);
}

describe('the pages for plugin authors', () => {
  it('agree with the doc comments of the plugin API, and leave nothing out', async () => {
    const script = pathToFileURL(join(ROOT, 'scripts/plugin-docs.mjs')).href;
    const { pluginDocs } = (await import(script)) as {
      pluginDocs(): Promise<{ pages: ReadonlyMap<string, string>; missing: readonly string[] }>;
    };
    const generated = await pluginDocs();
    const stale = [...generated.pages].filter(([path, text]) => !existsSync(join(ROOT, path)) || read(path) !== text).map(([path]) => path);

    expect(generated.missing, 'methods and hooks without a doc comment').to.deep.equal([]);
    expect(stale, 'run: node scripts/plugin-docs.mjs').to.deep.equal([]);
    expect(generated.pages.size).to.equal(11);
  });

  it('show only code from the examples', () => {
    const loose = pages().flatMap((page) =>
      samples(read(page))
        .filter(({ from, code }) => from === undefined || !tight(readFileSync(join(DOCS, from), 'utf8')).includes(tight(code)))
        .map(({ from, code }) => `${page}: ${from ?? 'no "from"'}: ${code.split('\n', 1)[0] ?? ''}`),
    );

    expect(pages().flatMap((page) => samples(read(page))).length).to.be.greaterThan(12);
    expect(loose).to.deep.equal([]);
  });

  it('mention every kind, and link to every page', () => {
    const index = read('docs/plugins/README.md');
    const unlinked = pages()
      .map((page) => page.replace('docs/plugins/', ''))
      .filter((page) => page !== 'README.md' && !index.includes(`(${page})`));

    expect(unlinked).to.deep.equal([]);
  });
});

describe('the samples of the docs, built and run as an author would', () => {
  const examples = readdirSync(join(DOCS, 'examples'));
  let root: string;
  const dirs = () => [...examples, 'modules'].map((name) => join(root, name));

  before(async () => {
    for (const name of ['plugin-api', 'plugin-kit']) {
      if (!existsSync(join(ROOT, name, 'dist/index.d.ts'))) throw new Error(`${name} is not built: npm run build`);
    }
    root = await mkdtemp(join(tmpdir(), 'lectern-docs-'));
    await symlink(MODULES, join(root, 'node_modules'), 'dir');
    for (const name of examples) await cp(join(DOCS, 'examples', name), join(root, name), { recursive: true });
    // README samples import the entry of their plugin
    await mkdir(join(root, 'modules/src'), { recursive: true });
    await cp(join(root, 'notify-example/tsconfig.json'), join(root, 'modules/tsconfig.json'));
    await writeFile(join(root, 'modules/package.json'), '{"type":"module"}');
    await cp(join(root, 'notify-example/src/index.ts'), join(root, 'modules/src/index.ts'));
    const text = (code: string) => code.replace("from './index.js'", "from './entry.js'");
    await writeFile(join(root, 'modules/src/entry.ts'), "export { default } from './index.js';\n");
    for (const [name, code] of modules()) await writeFile(join(root, 'modules/src', `${name}.ts`), text(code));
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('compile', async () => {
    expect(modules().size).to.be.at.least(3);
    await node(root, 'typescript/bin/tsc', ['-b', ...dirs()]);
  });

  it('exit even if a test’s server cannot be started', async () => {
    const hook = `data:text/javascript,${encodeURIComponent(WITHOUT_CORE)}`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(hook)});`;
    const spec = join(root, 'notify-example/dist/host.spec.js');

    const { passes, failures } = await outcomesOf(root, [spec], ['--import', `data:text/javascript,${encodeURIComponent(register)}`]);

    expect(passes).to.deep.equal([]);
    expect(failures.map(({ err }) => err.stack ?? '').join('\n')).to.contain('@lectern/core');
  });

  it('pass their tests', async () => {
    const specs = examples.map((name) => `${join(root, name)}/dist/**/*.spec.js`);
    const passed = await runSpecs(root, specs);
    const titles = passed.join('\n');

    for (const part of [
      'contract of a notifier',
      'the noticeboard',
      'in a real server',
      'house rules',
      'migrateSettings',
      'plugin rules-example',
    ]) {
      expect(titles).to.contain(part);
    }
  });
});
