import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { openInside, type OpenFile } from '../../files/open-inside.js';
import type { PlacedRequest } from '../lifecycle/placed-requests.js';
import type { RequestType } from '../lifecycle/statuses.js';

/** Why a person may have a book: it is theirs by a request, or everybody may have everyone's. */
export type Scope = 'own' | 'everyones';

/** A file of a book that people may save. */
export interface BookFile {
  /** Its path relative to the book's folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A file that was looked at. */
export interface FileThere extends BookFile {
  /** What it is, whatever it is called later. */
  readonly info: Pick<Stats, 'dev' | 'ino'>;
}

/** The files of a book on this server: those that an import placed, or those that a media server names. */
export interface BookCopy {
  readonly scope: Scope;
  readonly asin: string;
  /** The caller's request for the book, or else the one whose import placed it. */
  readonly requestId: string | null;
  readonly importId: string | null;
  /** The item of a media server that names the place. */
  readonly itemId: string | null;
  readonly type: RequestType;
  readonly title: string;
  /** Absolute; a real path if a media server named it. */
  readonly directory: string;
  /** The files to listen to, read or look at, without our own and the release's notes. */
  readonly files: readonly BookFile[];
}

/** The files that the import of a request placed; `undefined` if there are none. */
export function placedCopy({ id, asin, type, title, placed }: PlacedRequest, scope: Scope): BookCopy | undefined {
  if (!placed) return undefined;
  const files = placed.manifest.files.filter(({ path }) => kindOfFile(path) !== 'other').map(({ path, size }) => ({ name: path, size }));
  if (files.length === 0) return undefined;
  return { scope, asin, requestId: id, importId: placed.id, itemId: null, type, title, directory: placed.directory, files };
}

/** Opens a file of a book, never outside the library folder, wherever links lead by now. @throws FileError */
export async function openBookFile(root: string, book: Pick<BookCopy, 'directory'>, name: string): Promise<OpenFile> {
  return openInside(root, `${book.directory}/${name}`);
}

/** The files that really exist, with their current sizes. */
export async function filesThere(root: string | null, book: Pick<BookCopy, 'directory' | 'files'>): Promise<FileThere[]> {
  const there: FileThere[] = [];
  if (root === null) return there;
  for (const { name } of book.files) {
    const file = await openBookFile(root, book, name).catch(() => undefined);
    if (!file) continue;
    await file.handle.close();
    there.push({ name, size: file.info.size, info: file.info });
  }
  return there;
}

/** The name for the archive of a book, and for the folder in it. */
export function archiveName(book: Pick<BookCopy, 'directory'>): string {
  return basename(book.directory);
}
