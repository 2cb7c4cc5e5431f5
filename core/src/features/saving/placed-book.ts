import { basename } from 'node:path';
import { placeholders, type Database } from '../../platform/db/index.js';
import type { Caller } from '../../platform/http/route.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import { openInside, type OpenFile } from '../../files/open-inside.js';
import { type PlacementManifest } from '../../files/placing/placement-manifest.js';
import { hasFiles, type RequestStatus, type RequestType } from '../lifecycle/statuses.js';

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

interface Row {
  readonly id: string;
  readonly type: RequestType;
  readonly title: string;
  readonly status: RequestStatus;
  readonly importId: string | null;
  readonly directory: string | null;
  readonly manifest: string | null;
}

/** Requests looked at for one book; a household has few. */
const MOST_REQUESTS = 20;

/** What is read of a request, with its latest import. */
const SELECT = `SELECT r.id, r.type, r.title, r.status, i.id AS import_id, i.directory, i.manifest
  FROM requests r LEFT JOIN imports i ON i.id = (
    SELECT l.id FROM imports l WHERE l.request_id = r.id ORDER BY l.created_at DESC, l.id DESC LIMIT 1)`;
/** Owners and subscribers (`?` twice) of a request. */
const THEIRS = '(r.user_id = ? OR EXISTS (SELECT 1 FROM request_subscribers s WHERE s.request_id = r.id AND s.user_id = ?))';

function read(row: Row): FileRequest {
  const { id, type, title, status, importId, directory, manifest } = row;
  const isReady = hasFiles(status);
  if (importId === null || directory === null || manifest === null) return { requestId: id, isReady, book: undefined };
  const files = (JSON.parse(manifest) as PlacementManifest).files.filter(({ path }) => kindOfFile(path) !== 'other');
  const book = { requestId: id, importId, type, title, directory, files: files.map(({ path, size }) => ({ name: path, size })) };
  return { requestId: id, isReady, book };
}

/** Reads what was placed, for those who may have it: owners, subscribers and admins. */
export function createPlacedBooks({ read: sql }: Pick<Database, 'read'>) {
  function limit({ userId, role }: Pick<Caller, 'userId' | 'role'>): { readonly where: string; readonly params: readonly string[] } {
    return role === 'admin' ? { where: '1 = 1', params: [] } : { where: THEIRS, params: [userId, userId] };
  }

  return {
    /** `undefined`: there is none, or it is not the caller's. */
    async ofRequest(caller: Pick<Caller, 'userId' | 'role'>, requestId: string): Promise<FileRequest | undefined> {
      const { where, params } = limit(caller);
      const row = await sql.get<Row>(`${SELECT} WHERE r.id = ? AND ${where}`, [requestId, ...params]);
      return row && read(row);
    },
    /** The caller's requests for a book, newest first. */
    async ofBook(caller: Pick<Caller, 'userId' | 'role'>, asins: readonly string[]): Promise<FileRequest[]> {
      const { where, params } = limit(caller);
      const rows = await sql.all<Row>(
        `${SELECT} WHERE r.asin IN (${placeholders(asins.length)}) AND ${where} ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
        [...asins, ...params, MOST_REQUESTS],
      );
      return rows.map(read);
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
