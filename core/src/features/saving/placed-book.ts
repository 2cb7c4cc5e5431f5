import { basename } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { openInside, type OpenFile } from '../../files/open-inside.js';
import { placedRequest, placedRequestsOfBook, type PlacedRequest } from '../lifecycle/placed-requests.js';
import { hasFiles, type RequestType } from '../lifecycle/statuses.js';

/** A file of a placed book that may be handed out. */
export interface BookFile {
  /** As the manifest names it, from the book's folder. */
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
  /** What a person listens to, reads or looks at; notes of our own and of releases are left out. */
  readonly files: readonly BookFile[];
}

/** A request as far as its files matter. `book` is absent while nothing was placed for it. */
export interface FileRequest {
  readonly requestId: string;
  readonly isReady: boolean;
  readonly book: PlacedBook | undefined;
}

/** Requests looked at for one book; a household has few. */
const MOST_REQUESTS = 20;

function read({ id, type, title, status, placed }: PlacedRequest): FileRequest {
  const isReady = hasFiles(status);
  if (!placed) return { requestId: id, isReady, book: undefined };
  const { id: importId, directory, manifest } = placed;
  const files = manifest.files.filter(({ path }) => kindOfFile(path) !== 'other');
  const book = { requestId: id, importId, type, title, directory, files: files.map(({ path, size }) => ({ name: path, size })) };
  return { requestId: id, isReady, book };
}

/** The user whose requests a caller may have the files of; `undefined` for an admin, who may have those of everybody. */
function whose({ userId, role }: Pick<Caller, 'userId' | 'role'>): string | undefined {
  return role === 'admin' ? undefined : userId;
}

/** Reads what was placed, for those who may have it: owners, subscribers and admins. */
export function createPlacedBooks({ read: sql }: Pick<Database, 'read'>) {
  return {
    /** `undefined`: there is none, or it is not the caller's. */
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

/** Opens a file of a placed book, wherever links lead by now: never outside the library folder. @throws FileError */
export async function openBookFile(root: string, book: Pick<PlacedBook, 'directory'>, name: string): Promise<OpenFile> {
  return openInside(root, `${book.directory}/${name}`);
}

/** The files that are really there, with the sizes they have now. */
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

/** The name of the archive of a book, and of the folder in it. */
export function archiveName(book: Pick<PlacedBook, 'directory'>): string {
  return basename(book.directory);
}
