import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { findNpmCli } from '../npm-cli.js';

/** The parts of a sample plugin. Each has a good default. */
export interface SamplePlugin {
  /** Last part of the package's name and of the plugin's id. Default `sample`. */
  readonly name?: string;
  readonly version?: string;
  /** Members of package.json that differ from those of a good plugin. */
  readonly pkg?: Readonly<Record<string, unknown>>;
  /** Members of the manifest that differ. */
  readonly lectern?: Readonly<Record<string, unknown>>;
  /** Source of the entry. */
  readonly entry?: string;
  /** More files, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface PackedPlugin {
  readonly manifest: Record<string, unknown> & { readonly name: string; readonly version: string };
  readonly tarball: Buffer;
}

/** A notifier that writes what it sends into the file named by its settings. */
export const SAMPLE_ENTRY = `
import { definePlugin } from '@lectern/plugin-api';
import { appendFileSync } from 'node:fs';
export default definePlugin({
  create: ({ settings }) => ({
    provides: { notifier: { send: async ({ title }) => appendFileSync(settings.file, title + '\\n') } },
    check: async () => ({ ok: true, version: 'VERSION' }),
  }),
});
`;

const SETTINGS = {
  type: 'object',
  additionalProperties: false,
  required: ['file'],
  properties: { file: { type: 'string', minLength: 1, title: 'File', description: 'Where messages are written.' } },
};

function packageOf({ name = 'sample', version = '1.0.0', pkg, lectern }: SamplePlugin): PackedPlugin['manifest'] {
  const manifest = { manifest: 1, id: `notify-${name}`, api: '^1.0.0', provides: ['notifier'], instances: 'many' };
  const rest = { displayName: `Sample ${name}`, settings: './settings.schema.json', hosts: [], recommends: [] };
  return {
    name: `lectern-plugin-${name}`,
    version,
    description: `The sample ${name}.`,
    license: 'MIT',
    type: 'module',
    keywords: ['lectern-plugin'],
    engines: { node: '>=20.19' },
    exports: './index.js',
    dependencies: { '@lectern/plugin-api': '^1.0.0' },
    lectern: { ...manifest, ...rest, ...lectern },
    ...pkg,
  };
}

function filesOf(sample: SamplePlugin, manifest: PackedPlugin['manifest']): Record<string, string> {
  return {
    'package.json': JSON.stringify(manifest, null, 2),
    'index.js': sample.entry ?? SAMPLE_ENTRY.replace('VERSION', manifest.version),
    'settings.schema.json': JSON.stringify(SETTINGS),
    'README.md': `# ${manifest.name}\n`,
    ...sample.files,
  };
}

/** Packs a directory with the real `npm pack`, as its author would. */
export async function packDirectory(dir: string): Promise<Buffer> {
  const cli = await findNpmCli();
  if (cli === undefined) throw new Error('npm is needed to pack a plugin');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'pack', '--json', '--ignore-scripts'], { cwd: dir });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[];
  return readFile(join(dir, packed?.filename ?? ''));
}

/** Packs a sample with the real `npm pack`. */
export async function npmPack(sample: SamplePlugin = {}): Promise<PackedPlugin> {
  const manifest = packageOf(sample);
  const dir = await mkdtemp(join(tmpdir(), 'lectern-pack-'));
  try {
    for (const [path, text] of Object.entries(filesOf(sample, manifest))) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    return { manifest, tarball: await packDirectory(dir) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** An archive entry that `npm pack` would never write. */
export interface RawEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  readonly type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'ExtendedHeader' | 'GlobalExtendedHeader' | 'NextFileHasLongPath';
  readonly linkpath?: string;
}

/** Writes an archive of any entries. */
export function rawTarball(entries: readonly RawEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = 'File', linkpath }) => {
    const body = Buffer.from(content);
    const header = new Header({ path, type, mode: 0o644, size: body.length, mtime: new Date(0), ...(linkpath === undefined ? {} : { linkpath }) });
    const block = Buffer.alloc(512);
    header.encode(block, 0);
    return [block, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

/** Packs a sample quickly, without npm, with any entries added. */
export function packQuickly(sample: SamplePlugin = {}, more: readonly RawEntry[] = []): PackedPlugin {
  const manifest = packageOf(sample);
  const files = Object.entries(filesOf(sample, manifest)).map(([path, content]) => ({ path: `package/${path}`, content }));
  return { manifest, tarball: rawTarball([...files, ...more]) };
}
