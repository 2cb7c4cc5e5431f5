import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequire } from 'node:module';

const here = dirname(fileURLToPath(import.meta.url));

const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  required: ['greeting'],
  properties: {
    greeting: { type: 'string', minLength: 1, title: 'Greeting', description: 'What to say.' },
    baseUrl: { type: 'string', title: 'Address', description: 'Where to ask.', default: 'http://127.0.0.1:9' },
    apiKey: { type: 'string', format: 'password', writeOnly: true, title: 'Key', description: 'What to ask with.' },
  },
};

async function readPatch(name: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(here, 'plugins', name, 'manifest.json'), 'utf8')) as object;
  } catch {
    return {};
  }
}

/** Puts a fixture where npm would, with the manifest and the settings schema that all of them share. */
export async function installFixture(modules: string, name: string, version = '1.0.0'): Promise<string> {
  const dir = join(modules, `lectern-plugin-${name}`);
  await cp(join(here, 'plugins', name), dir, { recursive: true });
  const manifest = { manifest: 1, id: `notify-${name}`, api: '^1.0.0', provides: ['notifier'], instances: 'many' };
  const rest = { displayName: `Fixture ${name}`, settings: './settings.schema.json', hosts: ['settings:baseUrl'] };
  const lectern = { ...manifest, ...rest, ...(await readPatch(name)) };
  const pkg = { name: `lectern-plugin-${name}`, version, type: 'module', keywords: ['lectern-plugin'], exports: './index.js', lectern };
  await writeFile(join(dir, 'package.json'), JSON.stringify(pkg));
  await writeFile(join(dir, 'settings.schema.json'), JSON.stringify(SETTINGS));
  await writeFile(join(dir, 'README.md'), `# ${name}\n`);
  return dir;
}

export interface FixtureRoot {
  readonly root: string;
  /** `<root>/node_modules` */
  readonly modules: string;
  readonly dataDir: string;
  remove(): Promise<void>;
}

/** An install root in a temporary directory, with the plugin API and the named fixtures in it. */
export async function createFixtureRoot(names: readonly string[]): Promise<FixtureRoot> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-host-'));
  const modules = join(root, 'node_modules');
  await mkdir(join(modules, '@lectern'), { recursive: true });
  const api = dirname(dirname(createRequire(import.meta.url).resolve('@lectern/plugin-api')));
  await symlink(api, join(modules, '@lectern', 'plugin-api'), 'dir');
  await Promise.all(names.map((name) => installFixture(modules, name)));
  return { root, modules, dataDir: join(root, 'data'), remove: () => rm(root, { recursive: true, force: true }) };
}
