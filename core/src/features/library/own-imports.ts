import { dirname, relative, resolve, sep } from 'node:path';
import type { BookFormat } from '@lectern/plugin-api';
import type { Database } from '../../platform/db/index.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { contentHashOf, readContentHash } from '../../files/content-hash.js';
import { findImport, importedBooks } from '../lifecycle/import-records.js';

/** A book that we placed in the library folder. */
export interface OwnImport {
  readonly id: string;
  /** Absolute, as this server sees it. */
  readonly directory: string;
  readonly contentHash: string;
  readonly asin: string;
  readonly format: BookFormat;
}

/** All books that we placed, by folder. */
export interface OwnImports {
  /** The books at a place, around it or below it. */
  near(location: string): readonly OwnImport[];
  /** Whether a book with this content stands anywhere in the library folder. */
  has(asin: string, contentHash: string): boolean;
}

/** A folder with more of our books below it is a shelf, not a book. */
const MAX_BELOW = 8;

/** Reads the books we placed, in one statement. If a book was placed twice in one folder, only the last time counts. */
export async function loadOwnImports(database: Database): Promise<OwnImports> {
  const rows: readonly OwnImport[] = await importedBooks(database.read);
  const last = new Map<string, OwnImport>();
  for (const row of rows) last.set(`${row.format} ${row.asin} ${resolve(row.directory)}`, { ...row, directory: resolve(row.directory) });
  const contents = new Set([...last.values()].map(({ asin, contentHash }) => `${asin} ${contentHash}`));
  const at = new Map<string, OwnImport[]>();
  const below = new Map<string, OwnImport[]>();
  const put = (map: Map<string, OwnImport[]>, key: string, entry: OwnImport) => {
    const list = map.get(key);
    if (list) list.push(entry);
    else map.set(key, [entry]);
  };
  let longest = 0;
  for (const entry of last.values()) {
    put(at, entry.directory, entry);
    longest = Math.max(longest, entry.directory.length);
    for (const folder of ancestors(entry.directory)) put(below, folder, entry);
  }
  return {
    has: (asin, contentHash) => contents.has(`${asin} ${contentHash}`),
    near(location) {
      const path = resolve(location);
      const inside = below.get(path) ?? [];
      // a path may consist of thousands of folders, and each lookup costs as much as the folder's path is long
      const folders = [path, ...ancestors(path)].filter(({ length }) => length <= longest);
      return [...folders.flatMap((folder) => at.get(folder) ?? []), ...(inside.length > MAX_BELOW ? [] : inside)];
    },
  };
}

function ancestors(path: string): string[] {
  const found: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) found.push(folder);
  return found;
}

async function contentOf(database: Database, id: string): Promise<PlacementManifest['files']> {
  const files = (await findImport(database.read, id))?.manifest.files ?? [];
  return files.filter(({ path }) => kindOfFile(path) === 'audio' || kindOfFile(path) === 'ebook');
}

/**
 * Whether an item contains exactly what we placed, by the content of the files. An item that is part of our folder
 * counts if it has some of our files and the folder is unchanged; an item around our folder counts if it contains only
 * our files.
 */
export async function isUnchanged(database: Database, own: OwnImport, location: string, signal?: AbortSignal): Promise<boolean> {
  const path = resolve(location);
  const files = await contentOf(database, own.id);
  if (files.length === 0) return false;
  if (own.directory !== path && `${own.directory}${sep}`.startsWith(`${path}${sep}`)) {
    const prefix = relative(path, own.directory).split(sep).join('/');
    const expected = contentHashOf(files.map((file) => ({ ...file, path: `${prefix}/${file.path}` })));
    if (expected === undefined || contentHashOf(files) !== own.contentHash) return false;
    return (await readContentHash(path, { signal })) === expected;
  }
  const holdsOurs = files.some((file) => `${resolve(own.directory, file.path)}${sep}`.startsWith(`${path}${sep}`));
  if (!holdsOurs) return false;
  return (await readContentHash(own.directory, { names: files.map((file) => file.path), signal })) === own.contentHash;
}
