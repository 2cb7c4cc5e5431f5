import { basename } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { openInside, type OpenFile } from '../../files/open-inside.js';
import { placedRequest, placedRequestsOfBook, type PlacedRequest } from '../lifecycle/placed-requests.js';
import { hasFiles, type RequestType } from '../lifecycle/statuses.js';

/** A file of a placed book that people may save. */
export interface BookFile {
  /** Its path in the manifest, relative to the book's folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** The files that the import of a request placed. */
export interface PlacedBook {
  readonly requestId: string;
  readonly importId: string;
  readonly type: RequestType;
  readonly title: string;
  /** Absolute. */
  readonly directory: string;
  /** The files to listen to, read or look at, without our own and the release's notes. */
  readonly files: readonly BookFile[];
}

/** The facts about a request that matter for its files. `book` is absent until something was placed. */
export interface FileRequest {
  readonly requestId: string;
  readonly isReady: boolean;
  readonly book: PlacedBook | undefined;
}

/** The most requests to check for one book; a household has few. */
const MOST_REQUESTS = 20;

function read({ id, type, title, status, placed }: PlacedRequest): FileRequest {
  const isReady = hasFiles(status);
  if (!placed) return { requestId: id, isReady, book: undefined };
  const { id: importId, directory, manifest } = placed;
  const files = manifest.files.filter(({ path }) => kindOfFile(path) !== 'other');
  const book = { requestId: id, importId, type, title, directory, files: files.map(({ path, size }) => ({ name: path, size })) };
  return { requestId: id, isReady, book };
}

/** The user whose files a caller may have; `undefined` for an admin, who may have everybody's. */
function whose({ userId, role }: Pick<Caller, 'userId' | 'role'>): string | undefined {
  return role === 'admin' ? undefined : userId;
}

/** Reads placed books for people who may have them: owners, subscribers and admins. */
export function createPlacedBooks({ read: sql }: Pick<Database, 'read'>) {
  return {
    /** `undefined` if there is none, or it is not the caller's. */
    async ofRequest(caller: Pick<Caller, 'userId' | 'role'>, requestId: string): Promise<FileRequest | undefined> {
      const found = await placedRequest(sql, requestId, whose(caller));
      return found && read(found);
    },
    /** The caller's requests for a book, newest first. */
    async ofBook(caller: Pick<Caller, 'userId' | 'role'>, asins: readonly string[]): Promise<FileRequest[]> {
      return (await placedRequestsOfBook(sql, asins, whose(caller), MOST_REQUESTS)).map(read);
    },
  };
}

export type PlacedBooks = ReturnType<typeof createPlacedBooks>;

/** Opens a file of a placed book, never outside the library folder, wherever links lead by now. @throws FileError */
export async function openBookFile(root: string, book: Pick<PlacedBook, 'directory'>, name: string): Promise<OpenFile> {
  return openInside(root, `${book.directory}/${name}`);
}

/** The files that really exist, with their current sizes. */
export async function filesThere(root: string | null, book: PlacedBook): Promise<BookFile[]> {
  const there: BookFile[] = [];
  if (root === null) return there;
  for (const { name } of book.files) {
    const file = await openBookFile(root, book, name).catch(() => undefined);
    if (!file) continue;
    await file.handle.close();
    there.push({ name, size: file.info.size });
  }
  return there;
}

/** The name for the archive of a book, and for the folder in it. */
export function archiveName(book: Pick<PlacedBook, 'directory'>): string {
  return basename(book.directory);
}
