import type { Dirent } from 'node:fs';
import { mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { ApiError } from '../../platform/http/problem.js';
import { folderId, folderIds, liesInside } from '../../files/own-data.js';
import { compareNaturally } from '../../files/reading/natural-order.js';
import { isWithin } from '../../files/path-jail.js';
import { sentence } from '../../platform/words/index.js';

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
  /** Makes one empty folder; a spec refuses it as a disk would. */
  readonly makeFolder?: (path: string) => Promise<unknown>;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function notThere(path: string): ApiError {
  return new ApiError('path_not_found', sentence('problem.no_folder', { path }));
}

function explain(error: unknown, path: string): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return notThere(path);
    case 'ENOTDIR':
      return new ApiError('path_not_folder', sentence('problem.path_not_folder', { path }));
    case 'EACCES':
    case 'EPERM':
      return new ApiError('path_no_access', sentence('problem.folder_not_readable', { path }));
    default:
      return error;
  }
}

/** Why a folder could not be made in `path`. */
function explainMaking(error: unknown, path: string, name: string): unknown {
  switch (codeOf(error)) {
    case 'EEXIST':
      return new ApiError('folder_exists', sentence('problem.folder_exists', { path, name }));
    case 'EACCES':
    case 'EPERM':
      return new ApiError('folder_not_writable', sentence('problem.folder_not_writable', { path }));
    case 'EROFS':
      return new ApiError('folder_not_writable', sentence('problem.folder_read_only', { path }));
    case 'ENOSPC':
    case 'EDQUOT':
      return new ApiError('folder_not_writable', sentence('problem.folder_disk_full', { path }));
    case 'ENAMETOOLONG':
    case 'EILSEQ':
    case 'EINVAL':
      return unfitName();
    default:
      return explain(error, path);
  }
}

function unfitName(): ApiError {
  return new ApiError('folder_name_invalid', sentence('problem.folder_name_invalid'));
}

/** Whether a name is that of a folder, and leads nowhere else. A backslash parts folders for media servers on Windows. */
function isFolderName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && name === name.trim() && !/[/\\\p{Cc}]/u.test(name);
}

/** Folders first, then by name in natural order. */
function inOrder(a: Dirent, b: Dirent): number {
  const rank = (entry: Dirent): number => (entry.isDirectory() || entry.isSymbolicLink() ? 0 : 1);
  return rank(a) - rank(b) || compareNaturally(a.name, b.name);
}

export interface FolderBrowser {
  /** Reads names and sizes, nothing else. */
  browse(path: string): Promise<FolderListing>;
  /**
   * Makes one empty folder.
   *
   * @param parent absolute; has to be there
   * @returns the path of the new folder, absolute, links resolved
   * @throws ApiError `folder_exists`, `folder_name_invalid`, `folder_not_writable`, or why `parent` cannot be shown
   */
  create(parent: string, name: string): Promise<string>;
}

/** Folders of the server, for an admin who chooses one. */
export function createFolderBrowser({ dataDir, maxEntries = 500, makeFolder = (path) => mkdir(path) }: FolderBrowserDeps): FolderBrowser {
  async function hiddenRoot(): Promise<string> {
    return realpath(dataDir).catch(() => dataDir);
  }

  /** @returns undefined for anything that cannot be chosen: broken links, devices, Lectern's own data */
  async function entryOf(folder: string, name: string, hidden: string, closed: ReadonlySet<string>): Promise<FolderEntry | undefined> {
    try {
      const path = await realpath(join(folder, name));
      if (isWithin(hidden, path)) return undefined;
      const found = await stat(path, { bigint: true });
      if (closed.has(folderId(found))) return undefined;
      if (found.isDirectory()) return { name, path, kind: 'dir' };
      return found.isFile() ? { name, path, kind: 'file', size: Number(found.size) } : undefined;
    } catch {
      return undefined;
    }
  }

  /** @throws ApiError for what is no place to look into, such as Lectern's own data */
  async function shownFolder(path: string): Promise<{ readonly folder: string; readonly hidden: string }> {
    if (!isAbsolute(path) || path.includes('\0')) {
      throw new ApiError('path_not_absolute', sentence('problem.folder_path_not_absolute'));
    }
    const [folder, hidden] = await Promise.all([realpath(path), hiddenRoot()]);
    if (await liesInside(hidden, folder)) throw notThere(path);
    return { folder, hidden };
  }

  return {
    async browse(path) {
      try {
        const { folder, hidden } = await shownFolder(path);
        const names = (await readdir(folder, { withFileTypes: true })).sort(inOrder);
        const closed = await folderIds([hidden]);
        const entries: FolderEntry[] = [];
        let looked = 0;
        for (; looked < names.length && entries.length < maxEntries; looked += 1) {
          const entry = await entryOf(folder, names[looked]?.name ?? '', hidden, closed);
          if (entry) entries.push(entry);
        }
        const parent = dirname(folder);
        return { path: folder, parent: parent === folder ? null : parent, entries, truncated: looked < names.length };
      } catch (error) {
        throw explain(error, path);
      }
    },
    async create(parent, name) {
      if (!isFolderName(name)) throw unfitName();
      const { folder, hidden } = await shownFolder(parent).catch((error: unknown) => {
        throw explain(error, parent);
      });
      const path = join(folder, name);
      // where the data will be, if it is not there yet
      if (isWithin(hidden, path)) throw notThere(path);
      await makeFolder(path).catch((error: unknown) => {
        throw explainMaking(error, folder, name);
      });
      return path;
    },
  };
}
