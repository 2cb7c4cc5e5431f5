import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { ApiError } from '../../platform/http/problem.js';
import { compareNaturally } from '../../files/reading/natural-order.js';
import { isWithin } from '../../files/path-jail.js';

export interface FolderEntry {
  readonly name: string;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly kind: 'dir' | 'file';
  /** Bytes; only for files. */
  readonly size?: number;
}

export interface FolderListing {
  /** Absolute, links resolved. */
  readonly path: string;
  /** `null` at the root. */
  readonly parent: string | null;
  /** Folders first. */
  readonly entries: readonly FolderEntry[];
  /** There are more entries than listed. */
  readonly truncated: boolean;
}

export interface FolderBrowserDeps {
  /** Lectern's own data. It contains keys and is never shown. */
  readonly dataDir: string;
  /** Default 500. */
  readonly maxEntries?: number;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function notThere(path: string): ApiError {
  return new ApiError('path_not_found', `There is no folder “${path}” on this server.`);
}

function explain(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return notThere(path);
    case 'ENOTDIR':
      return new ApiError('path_not_folder', `“${path}” is a file, not a folder.`);
    case 'EACCES':
    case 'EPERM':
      return new ApiError(
        'path_no_access',
        `Lectern may not read “${path}”. Check the owner and permissions of the folder, or the user Lectern runs as.`,
      );
    default:
      return error;
  }
}

/** Folders first, then by name in natural order. */
function inOrder(a: Dirent, b: Dirent): number {
  const rank = (entry: Dirent): number => (entry.isDirectory() || entry.isSymbolicLink() ? 0 : 1);
  return rank(a) - rank(b) || compareNaturally(a.name, b.name);
}

/** Shows folders of the server, so that an admin can choose one. Reads names and sizes, nothing else. */
export function createFolderBrowser({ dataDir, maxEntries = 500 }: FolderBrowserDeps): { browse(path: string): Promise<FolderListing> } {
  async function hiddenRoot(): Promise<string> {
    return realpath(dataDir).catch(() => dataDir);
  }

  /** @returns undefined for anything that cannot be chosen: broken links, devices, Lectern's own data */
  async function entryOf(folder: string, name: string, hidden: string): Promise<FolderEntry | undefined> {
    try {
      const path = await realpath(join(folder, name));
      if (isWithin(hidden, path)) return undefined;
      const found = await stat(path);
      if (found.isDirectory()) return { name, path, kind: 'dir' };
      return found.isFile() ? { name, path, kind: 'file', size: found.size } : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async browse(path) {
      if (!isAbsolute(path) || path.includes('\0')) {
        throw new ApiError('path_not_absolute', 'Give the full path of the folder, from the root of the server.');
      }
      try {
        const [folder, hidden] = await Promise.all([realpath(path), hiddenRoot()]);
        if (isWithin(hidden, folder)) throw notThere(path);
        const names = (await readdir(folder, { withFileTypes: true })).sort(inOrder);
        const entries: FolderEntry[] = [];
        let looked = 0;
        for (; looked < names.length && entries.length < maxEntries; looked += 1) {
          const entry = await entryOf(folder, names[looked]?.name ?? '', hidden);
          if (entry) entries.push(entry);
        }
        const parent = dirname(folder);
        return { path: folder, parent: parent === folder ? null : parent, entries, truncated: looked < names.length };
      } catch (error) {
        throw explain(error, path);
      }
    },
  };
}
