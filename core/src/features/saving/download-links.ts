import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database, RowOf } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import type { Caller, RouteAnswer } from '../../platform/http/route.js';
import { hashToken } from '../../platform/security/token-hash.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { isFileError } from '../../files/file-error.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { SettingsService } from '../settings/index.js';
import { effectivePermissions, type UserService } from '../users/index.js';
import { createBookArchive } from './book-archive.js';
import { DownloadTokenEntity } from './entities.js';
import { answerWithFile, isContinued, savedAs, type FileAnswer, type RangeHeaders } from './file-answer.js';
import { archiveName, filesThere, openBookFile, type BookFile, type PlacedBook, type PlacedBooks } from './placed-book.js';
import { watchStream } from './watched-stream.js';

/** Minutes in which a link can be used. A download that has begun continues to its end. */
const LINK_MINUTES = 60;

/** A link as it is shown once. */
export interface MadeLink {
  readonly token: string;
  readonly expiresAt: string;
  /** The name to save it under. */
  readonly name: string;
  /** Bytes; for an archive, those of its files. */
  readonly size: number;
}

export interface DownloadLinkDeps {
  readonly database: Database;
  readonly audit: AuditService;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: Pick<UserService, 'get'>;
  readonly books: PlacedBooks;
  readonly rateLimiter: RateLimiter;
  /** Whether the caller's session or API token is still valid, with the same rights. */
  readonly sessionHolds: (caller: Caller) => Promise<boolean>;
  readonly now: () => Date;
  /** Milliseconds between checks whether a running download may continue. Default 5 s. */
  readonly recheckMs?: number;
  /** Milliseconds in which a reader must accept data. Default 2 min. */
  readonly stallMs?: number;
}

/** Links to the files of a book, for programs without a session: browsers' download lists, players, `curl`. */
export interface DownloadLinks {
  /**
   * @param file as the book's list names it; absent: its only audio or ebook file, or all files as an archive
   * @throws ApiError 404 `not_found`, 404 `unknown_file`, 409 `not_ready`, 409 `no_files`, 410 `files_gone`, 429
   */
  create(caller: Caller, requestId: string, file: string | undefined, actor: Actor): Promise<MadeLink>;
  /** @throws ApiError 403 `download_link_invalid`, 410 `files_gone`, 416 `range_not_satisfiable`, 429 `too_many_downloads` */
  open(token: string, range: RangeHeaders, address: string): Promise<RouteAnswer>;
  /** @returns how many old ones were deleted */
  prune(): Promise<number>;
}

type TokenRow = RowOf<typeof DownloadTokenEntity>;

/** Enough for resuming after broken connections, and too few for passing a link around. */
const MOST_USES = 50;
/** The most concurrent downloads of one person. */
const MOST_OPEN = 4;

function filesGone(): ApiError {
  return new ApiError('files_gone', 'The files are no longer in the library folder.');
}

/** The one file that a person means by the book; `undefined` if there are several, or none. */
function onlyFile(files: readonly BookFile[]): BookFile | undefined {
  const [first, ...others] = files.filter(({ name }) => kindOfFile(name) !== 'image');
  return others.length === 0 ? first : undefined;
}

/** The book, if the person of a link may still have it. */
async function allowed(deps: DownloadLinkDeps, row: TokenRow): Promise<PlacedBook | undefined> {
  const { users, settings, books } = deps;
  const caller = { userId: row.userId, role: row.role };
  const session = { sessionId: row.sessionId ?? undefined, tokenId: row.apiTokenId ?? undefined };
  const user = await users.get(row.userId);
  if (!user) return undefined;
  const { username, displayName } = user;
  const permissions = effectivePermissions(user, await settings.get());
  const via = row.apiTokenId === null ? 'bearer' : 'api-token';
  if (!permissions.downloadAccess || !(await deps.sessionHolds({ ...caller, ...session, username, displayName, permissions, via })))
    return undefined;
  const found = await books.ofRequest(caller, row.requestId);
  return found?.isReady && found.book?.importId === row.importId ? found.book : undefined;
}

async function find(deps: DownloadLinkDeps, token: string): Promise<{ readonly row: TokenRow; readonly book: PlacedBook }> {
  const { database, now } = deps;
  const row = await database.entities.findOneBy(DownloadTokenEntity, { tokenHash: hashToken(token) });
  const isGood = row !== null && row.expiresAt > now().toISOString() && row.uses < MOST_USES;
  const book = isGood ? await allowed(deps, row) : undefined;
  if (!row || !book) throw new ApiError('download_link_invalid', 'This link is no longer valid. Open the book and download it again.');
  return { row, book };
}

async function prepare(deps: DownloadLinkDeps, row: TokenRow, book: PlacedBook, range: RangeHeaders): Promise<FileAnswer> {
  const { settings } = deps;
  const root = (await settings.get()).library.path;
  if (root === null) throw filesGone();
  if (row.file === null) {
    const files = await filesThere(root, book);
    if (files.length === 0) throw filesGone();
    const { stream, size } = createBookArchive(root, book, files);
    const headers = { ...savedAs(`${archiveName(book)}.zip`, 'application/zip', size), 'accept-ranges': 'none' };
    return { status: 200, headers, bytes: size, stream };
  }
  const file = await openBookFile(root, book, row.file).catch((error: unknown) => {
    if (isFileError(error)) throw filesGone();
    throw error;
  });
  try {
    return answerWithFile(file, row.file, range);
  } catch (error) {
    await file.handle.close();
    throw error;
  }
}

/** Counts and records a use. @returns false if no use is left */
async function use(deps: DownloadLinkDeps, row: TokenRow, book: PlacedBook, isFirst: boolean, address: string): Promise<boolean> {
  const { database, users, audit } = deps;
  return database.transaction(async (tx) => {
    const taken = await tx.run('UPDATE download_tokens SET uses = uses + 1 WHERE id = ? AND uses < ?', [row.id, MOST_USES]);
    if (taken !== 1) return false;
    if (isFirst) {
      const actorName = (await users.get(row.userId))?.username ?? '';
      const detail = { title: book.title, file: row.file ?? 'all' };
      const target = { targetType: 'request', targetId: row.requestId, detail };
      await audit.record(tx, { actorId: row.userId, actorName, address, action: 'download.started', ...target });
    }
    return true;
  });
}

export function createDownloadLinks(deps: DownloadLinkDeps): DownloadLinks {
  const { database, audit, settings, books, rateLimiter, now } = deps;
  const open = new Map<string, number>();

  function takeSlot(userId: string): () => void {
    const running = open.get(userId) ?? 0;
    if (running >= MOST_OPEN) {
      throw new ApiError('too_many_downloads', 'Wait until one of your downloads has ended.', { headers: { 'retry-after': '30' } });
    }
    open.set(userId, running + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (open.get(userId) ?? 1) - 1;
      if (left === 0) open.delete(userId);
      else open.set(userId, left);
    };
  }

  return {
    async create(caller, requestId, file, actor) {
      await rateLimiter.take('download-link', caller.userId);
      const found = await books.ofRequest(caller, requestId);
      if (!found) throw new ApiError('not_found', 'There is no such request.');
      if (!found.isReady) throw new ApiError('not_ready', 'The book is not in the library yet.');
      const { book } = found;
      if (!book || book.files.length === 0) throw new ApiError('no_files', 'There are no files of this book that were placed here.');
      if (file !== undefined && !book.files.some(({ name }) => name === file)) {
        throw new ApiError('unknown_file', 'The book has no file of this name.');
      }
      const there = await filesThere((await settings.get()).library.path, book);
      const one = file === undefined ? onlyFile(there) : there.find(({ name }) => name === file);
      if (there.length === 0 || (file !== undefined && !one)) throw filesGone();
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000).toISOString();
      await database.transaction(async (tx) => {
        await tx.insert(DownloadTokenEntity, {
          id: uuid(),
          tokenHash: hashToken(token),
          userId: caller.userId,
          role: caller.role,
          requestId,
          importId: book.importId,
          sessionId: caller.sessionId ?? null,
          apiTokenId: caller.tokenId ?? null,
          file: one?.name ?? null,
          createdAt: at.toISOString(),
          expiresAt,
          uses: 0,
        });
        const detail = { title: book.title, file: one?.name ?? 'all' };
        await audit.record(tx, { ...byActor(actor), action: 'download.link_made', targetType: 'request', targetId: requestId, detail });
      });
      const size = one?.size ?? there.reduce((sum, entry) => sum + entry.size, 0);
      return { token, expiresAt, size, name: one?.name.split('/').at(-1) ?? `${archiveName(book)}.zip` };
    },

    async open(token, range, address) {
      const { row, book } = await find(deps, token);
      const release = takeSlot(row.userId);
      try {
        const answer = await prepare(deps, row, book, range);
        const isFirst = row.file === null || !isContinued(range);
        if (!(await use(deps, row, book, isFirst, address))) {
          answer.stream.destroy();
          throw new ApiError('download_link_invalid', 'This link has been used too often. Open the book and download it again.');
        }
        const body = watchStream(answer.stream, {
          bytes: answer.bytes,
          mayGoOn: async () => (await allowed(deps, row)) !== undefined,
          everyMs: deps.recheckMs ?? 5_000,
          stallMs: deps.stallMs ?? 120_000,
          onEnd: release,
        });
        return { status: answer.status, headers: answer.headers, body };
      } catch (error) {
        release();
        throw error;
      }
    },

    prune: () => database.transaction((tx) => tx.run('DELETE FROM download_tokens WHERE expires_at < ?', [now().toISOString()])),
  };
}
