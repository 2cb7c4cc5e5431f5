import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import type { RateLimiter } from '../../platform/http/rate-limiter.js';
import type { Caller, RouteAnswer } from '../../platform/http/route.js';
import { hashToken } from '../../platform/security/token-hash.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import { isFileError } from '../../files/file-error.js';
import { kindOfFile } from '../../files/reading/file-kind.js';
import type { SettingsService } from '../settings/index.js';
import type { RequestType } from '../lifecycle/statuses.js';
import { effectivePermissions, type UserService } from '../users/index.js';
import { createBookArchive } from './book-archive.js';
import { DownloadTokenEntity, type DownloadTokenRow } from './entities.js';
import type { RangeHeaders } from '../../platform/http/byte-range.js';
import { answerWithFile, isContinued, savedAs, type FileAnswer } from './file-answer.js';
import { archiveName, filesThere, openBookFile, type BookCopy, type BookFile } from './book-copy.js';
import type { FoundCopies, Refusal, SavableBooks } from './savable-books.js';
import { watchStream } from './watched-stream.js';
import { sentence } from '../../platform/words/index.js';

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
  readonly books: SavableBooks;
  readonly rateLimiter: RateLimiter;
  /** Whether the caller's session or API token is still valid, with the same rights. */
  readonly sessionHolds: (caller: Caller) => Promise<boolean>;
  readonly now: () => Date;
  /** Milliseconds between checks whether a running download may continue. Default 5 s. */
  readonly recheckMs?: number;
  /** Milliseconds in which a reader must accept data. Default 2 min. */
  readonly stallMs?: number;
}

/** A request of the caller, or any book; of a book the audiobook if there is one, unless `type` says otherwise. */
export type WantedBook = { readonly requestId: string } | { readonly asin: string; readonly type?: RequestType | undefined };

/** Links to the files of a book, for programs without a session: browsers' download lists, players, `curl`. */
export interface DownloadLinks {
  /**
   * @param file as the book's list names it; absent: its only audio or ebook file, or all files as an archive
   * @throws ApiError 404 `not_found`, 404 `unknown_file`, 409 `not_ready`, 409 `no_files`, 409 `not_readable`, 410 `files_gone`, 429
   */
  create(caller: Caller, wanted: WantedBook, file: string | undefined, actor: Actor): Promise<MadeLink>;
  /** @throws ApiError 403 `download_link_invalid`, 410 `files_gone`, 416 `range_not_satisfiable`, 429 `too_many_downloads` */
  open(token: string, range: RangeHeaders, address: string): Promise<RouteAnswer>;
  /** @returns how many old ones were deleted */
  prune(): Promise<number>;
}

/** Enough for resuming after broken connections, and too few for passing a link around. */
const MOST_USES = 50;
/** The most concurrent downloads of one person. */
const MOST_OPEN = 4;

function filesGone(): ApiError {
  return new ApiError('files_gone', sentence('problem.files_gone'));
}

/** The one file that a person means by the book; `undefined` if there are several, or none. */
function onlyFile(files: readonly BookFile[]): BookFile | undefined {
  const [first, ...others] = files.filter(({ name }) => kindOfFile(name) !== 'image');
  return others.length === 0 ? first : undefined;
}

/** Whether the person of a link may still save files at all. */
async function maySave(deps: DownloadLinkDeps, row: DownloadTokenRow): Promise<boolean> {
  const { users, settings } = deps;
  const caller = { userId: row.userId, role: row.role };
  const session = { sessionId: row.sessionId ?? undefined, tokenId: row.apiTokenId ?? undefined };
  const user = await users.get(row.userId);
  if (!user) return false;
  const { username, displayName } = user;
  const permissions = effectivePermissions(user, await settings.get());
  const via = row.apiTokenId === null ? 'bearer' : 'api-token';
  return permissions.downloadAccess && (await deps.sessionHolds({ ...caller, ...session, username, displayName, permissions, via }));
}

async function find(deps: DownloadLinkDeps, token: string): Promise<{ readonly row: DownloadTokenRow; readonly book: BookCopy }> {
  const { database, now } = deps;
  const row = await database.entities.findOneBy(DownloadTokenEntity, { tokenHash: hashToken(token) });
  const isGood = row !== null && row.expiresAt > now().toISOString() && row.uses < MOST_USES;
  const book = isGood && (await maySave(deps, row)) ? await deps.books.again(row) : undefined;
  if (!row || !book) throw new ApiError('download_link_invalid', sentence('problem.download_link_invalid'));
  return { row, book };
}

/** A book that was moved between the look at its record and the look at its files may have left its place to another one. */
async function mustStillLie({ books }: DownloadLinkDeps, row: DownloadTokenRow, { directory }: BookCopy): Promise<void> {
  if (row.importId !== null && (await books.again(row))?.directory !== directory) throw filesGone();
}

async function prepare(deps: DownloadLinkDeps, row: DownloadTokenRow, book: BookCopy, range: RangeHeaders): Promise<FileAnswer> {
  const { settings } = deps;
  const root = (await settings.get()).library.path;
  if (root === null) throw filesGone();
  if (row.file === null) {
    const files = await filesThere(root, book);
    if (files.length === 0) throw filesGone();
    await mustStillLie(deps, row, book);
    const { stream, size } = createBookArchive(root, book, files);
    const headers = { ...savedAs(`${archiveName(book)}.zip`, 'application/zip', size), 'accept-ranges': 'none' };
    return { status: 200, headers, bytes: size, stream };
  }
  if (!book.files.some(({ name }) => name === row.file)) throw filesGone();
  const file = await openBookFile(root, book, row.file).catch((error: unknown) => {
    if (isFileError(error)) throw filesGone();
    throw error;
  });
  try {
    await mustStillLie(deps, row, book);
    return answerWithFile(file, row.file, range);
  } catch (error) {
    await file.handle.close();
    throw error;
  }
}

/** Counts and records a use. @returns false if no use is left */
async function use(deps: DownloadLinkDeps, row: DownloadTokenRow, book: BookCopy, isFirst: boolean, address: string): Promise<boolean> {
  const { database, users, audit } = deps;
  return database.transaction(async (tx) => {
    const taken = await tx.run('UPDATE download_tokens SET uses = uses + 1 WHERE id = ? AND uses < ?', [row.id, MOST_USES]);
    if (taken !== 1) return false;
    if (isFirst) {
      const actorName = (await users.get(row.userId))?.username ?? '';
      const detail = { title: book.title, file: row.file ?? 'all' };
      await audit.record(tx, { actorId: row.userId, actorName, address, action: 'download.started', ...targetOf(row), detail });
    }
    return true;
  });
}

/** What was saved, for the audit log: the person's request, or the book. */
function targetOf({ scope, requestId, asin }: Pick<BookCopy, 'scope' | 'requestId' | 'asin'>) {
  return scope === 'own' && requestId !== null ? { targetType: 'request', targetId: requestId } : { targetType: 'book', targetId: asin };
}

const REFUSALS = {
  not_ready: sentence('problem.not_ready'),
  no_files: sentence('problem.no_book_files'),
  not_readable: sentence('problem.files_not_readable'),
} as const;

function refuse(refusal: Refusal): never {
  if (refusal === 'files_gone') throw filesGone();
  if (refusal === 'not_requested') throw new ApiError('not_found', sentence('problem.not_requested'));
  if (refusal === 'not_ready') throw new ApiError('not_ready', REFUSALS.not_ready);
  if (refusal === 'no_files') throw new ApiError('no_files', REFUSALS.no_files);
  throw new ApiError('not_readable', REFUSALS.not_readable);
}

async function findCopies({ books }: DownloadLinkDeps, caller: Caller, wanted: WantedBook): Promise<FoundCopies> {
  if ('asin' in wanted) return books.ofBook(caller, wanted.asin);
  const found = await books.ofRequest(caller, wanted.requestId);
  if (!found) throw new ApiError('not_found', sentence('problem.no_request'));
  return found;
}

/** @throws ApiError 404 `not_found`, 409 `not_ready`, 409 `no_files`, 409 `not_readable`, 410 `files_gone` */
async function chooseCopy(deps: DownloadLinkDeps, caller: Caller, wanted: WantedBook): Promise<BookCopy> {
  const { copies, refusal } = await findCopies(deps, caller, wanted);
  const type = 'asin' in wanted ? wanted.type : undefined;
  const copy = copies.find((one) => one.type === (type ?? 'audiobook')) ?? (type === undefined ? copies[0] : undefined);
  return copy ?? refuse(refusal ?? 'no_files');
}

export function createDownloadLinks(deps: DownloadLinkDeps): DownloadLinks {
  const { database, audit, books, rateLimiter, now } = deps;
  const open = new Map<string, number>();

  function takeSlot(userId: string): () => void {
    const running = open.get(userId) ?? 0;
    if (running >= MOST_OPEN) {
      throw new ApiError('too_many_downloads', sentence('problem.too_many_downloads'), { headers: { 'retry-after': '30' } });
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
    async create(caller, wanted, file, actor) {
      await rateLimiter.take('download-link', caller.userId);
      const book = await chooseCopy(deps, caller, wanted);
      const one = file === undefined ? onlyFile(book.files) : book.files.find(({ name }) => name === file);
      if (file !== undefined && !one) throw new ApiError('unknown_file', sentence('problem.no_file_of_name'));
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const expiresAt = new Date(at.getTime() + LINK_MINUTES * 60_000).toISOString();
      await database.transaction(async (tx) => {
        await tx.insert(DownloadTokenEntity, {
          id: uuid(),
          tokenHash: hashToken(token),
          userId: caller.userId,
          role: caller.role,
          scope: book.scope,
          asin: book.asin,
          type: book.type,
          requestId: book.requestId,
          importId: book.importId,
          itemId: book.itemId,
          directory: book.itemId === null ? null : book.directory,
          sessionId: caller.sessionId ?? null,
          apiTokenId: caller.tokenId ?? null,
          file: one?.name ?? null,
          createdAt: at.toISOString(),
          expiresAt,
          uses: 0,
        });
        const detail = { title: book.title, file: one?.name ?? 'all' };
        await audit.record(tx, { ...byActor(actor), action: 'download.link_made', ...targetOf(book), detail });
      });
      const size = one?.size ?? book.files.reduce((sum, entry) => sum + entry.size, 0);
      return { token, expiresAt, size, name: one?.name.split('/').at(-1) ?? `${archiveName(book)}.zip` };
    },

    async open(token, range, address) {
      const { row, book } = await find(deps, token);
      const release = takeSlot(row.userId);
      let answer: FileAnswer | undefined;
      try {
        answer = await prepare(deps, row, book, range);
        const isFirst = row.file === null || !isContinued(range);
        if (!(await use(deps, row, book, isFirst, address))) {
          throw new ApiError('download_link_invalid', sentence('problem.download_link_used_up'));
        }
        const body = watchStream(answer.stream, {
          bytes: answer.bytes,
          mayGoOn: async () => (await maySave(deps, row)) && (await books.mayStill(row)),
          everyMs: deps.recheckMs ?? 5_000,
          stallMs: deps.stallMs ?? 120_000,
          onEnd: release,
        });
        return { status: answer.status, headers: answer.headers, body };
      } catch (error) {
        answer?.stream.destroy();
        release();
        throw error;
      }
    },

    prune: () => database.transaction((tx) => tx.run('DELETE FROM download_tokens WHERE expires_at < ?', [now().toISOString()])),
  };
}
