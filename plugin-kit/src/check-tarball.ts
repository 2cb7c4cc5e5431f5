import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { publishedEntry } from './package-entry.js';
import { readJson } from './read-json.js';

const run = promisify(execFile);

/** The files in `npm pack`'s tarball, by path inside the package. */
async function packedFiles(dir: string): Promise<readonly string[]> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--loglevel=error'];
  // the settings of an npm that runs this (workspaces) do not apply to the package
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { stdout } = await run(npm, args, { cwd: dir, env, maxBuffer: 32 * 1024 * 1024 });
  const answer = JSON.parse(stdout) as unknown;
  // npm 11.17 and later answer by name, older ones with a list
  const [pack] = Object.values(answer as object) as { files: readonly { path: string }[] }[];
  return (pack?.files ?? []).map(({ path }) => normalize(path));
}

/** A copy without the files that npm never packs; replaces a package that is not built yet. */
function copyWithEntry(dir: string, entry: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'lectern-pack-'));
  const skipped = new Set(['node_modules', '.git']);
  cpSync(dir, copy, { recursive: true, filter: (path) => path === dir || !skipped.has(basename(path)) });
  mkdirSync(dirname(join(copy, entry)), { recursive: true });
  writeFileSync(join(copy, entry), '');
  return copy;
}

/** The files of the folder of messages, which are all there for the host. */
function messageFiles(dir: string, folder: string | undefined): string[] {
  return folder !== undefined && existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)).map((file) => join(folder, file)) : [];
}

/**
 * Lists missing and superfluous files in `npm pack`'s tarball: the entry, the settings schema, messages, README and CHANGELOG
 * must be there, specs and fixtures must not. Needs no build, because it checks what would be packed.
 */
export async function checkTarball(dir: string): Promise<string[]> {
  const { lectern } = readJson(join(dir, 'package.json')) as { lectern?: { settings?: string; messages?: string } };
  const entry = publishedEntry(dir);
  if (entry === undefined) return ['exports: no entry that a host could import'];
  const isBuilt = existsSync(join(dir, entry));
  const packed = isBuilt ? dir : copyWithEntry(dir, entry);
  try {
    const files = await packedFiles(packed);
    const wanted = [
      'package.json',
      entry,
      lectern?.settings ?? 'settings.schema.json',
      'README.md',
      'CHANGELOG.md',
      ...messageFiles(dir, lectern?.messages),
    ].map((path) => normalize(path));
    const missing = wanted.filter((path) => !files.includes(path)).map((path) => `${path} is not in the tarball`);
    const surplus = files.filter((path) => /\.spec\.|__fixtures__|(^|\/)node_modules\//.test(path));
    return [...missing, ...(surplus.length > 0 ? [`the tarball holds test files: ${surplus.slice(0, 3).join(', ')}`] : [])];
  } finally {
    if (!isBuilt) rmSync(packed, { recursive: true, force: true });
  }
}
