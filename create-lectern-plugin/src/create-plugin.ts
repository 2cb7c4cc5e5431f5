import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageJson } from './package-json.js';
import { pluginKind } from './plugin-kinds.js';
import { pluginNames, type PluginNames } from './plugin-names.js';

export interface CreatePluginOptions {
  /** Any form of its name; see {@link pluginNames}. */
  readonly name: string;
  readonly kind: string;
  /** Default: a folder named like the package, in the current one. */
  readonly dir?: string;
}

export interface CreatedPlugin extends PluginNames {
  /** Absolute. */
  readonly dir: string;
  /** Relative to `dir`. */
  readonly files: readonly string[];
}

const TEMPLATES = fileURLToPath(new URL('../templates/', import.meta.url));

/** npm leaves files with this name out of a package, so the template uses another name. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: '.gitignore' };

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}

async function assertEmpty(dir: string): Promise<void> {
  const entries = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(error.code === 'ENOTDIR' ? `${dir} is a file` : `${dir} cannot be read: ${error.message}`, { cause: error });
  });
  if (entries.some((name) => name !== '.git')) throw new Error(`${dir} is not empty; name another folder with --dir`);
}

/** In JSON, names are inside strings. */
function fill(text: string, values: Readonly<Record<string, string>>, isJson: boolean): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return isJson ? JSON.stringify(value).slice(1, -1) : value;
  });
}

/**
 * Writes a plugin of a kind. It builds, lints and passes its tests at once, against an invented service.
 *
 * @throws Error if name or kind are invalid, or the folder is not empty; nothing is written then
 */
export async function createPlugin(options: CreatePluginOptions): Promise<CreatedPlugin> {
  const kind = pluginKind(options.kind);
  const names = pluginNames(options.name, kind);
  const dir = resolve(options.dir ?? names.folder);
  await assertEmpty(dir);

  const description = `${kind.does} ${names.displayName}.`;
  const values = { ...names, description };
  const files = new Map<string, string>([['package.json', `${JSON.stringify(packageJson(kind, names, description), null, 2)}\n`]]);
  for (const layer of ['common', kind.name]) {
    const root = join(TEMPLATES, layer);
    for (const path of await filesOf(root)) {
      const text = await readFile(join(root, path), 'utf8');
      files.set(RENAMED[path] ?? path, fill(text, values, path.endsWith('.json')));
    }
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return { ...names, dir, files: [...files.keys()].sort() };
}
