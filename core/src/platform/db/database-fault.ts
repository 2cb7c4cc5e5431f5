import { inEnglish, sentence, type Sentence } from '../words/index.js';

/** The reasons why the database may not work. */
export type DatabaseFaultKind = 'unreachable' | 'full' | 'busy' | 'read_only' | 'broken_disk' | 'damaged';

/** A message for each reason. It never quotes the database's own message, which may contain addresses and paths. */
export const DATABASE_FAULTS: Readonly<Record<DatabaseFaultKind, Sentence>> = {
  unreachable: sentence('problem.database_unreachable'),
  full: sentence('problem.database_full'),
  busy: sentence('problem.database_busy'),
  read_only: sentence('problem.database_read_only'),
  broken_disk: sentence('problem.database_broken_disk'),
  damaged: sentence('problem.database_damaged'),
};

/** The database could not run a statement for a reason outside of the statement. Nothing was saved. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(
    readonly kind: DatabaseFaultKind,
    cause: unknown,
  ) {
    super(inEnglish(DATABASE_FAULTS[kind]), { cause });
  }
}

/** Result codes of SQLite, https://www.sqlite.org/rescode.html. */
const SQLITE_KINDS: Readonly<Record<string, DatabaseFaultKind>> = {
  SQLITE_FULL: 'full',
  SQLITE_BUSY: 'busy',
  SQLITE_LOCKED: 'busy',
  SQLITE_READONLY: 'read_only',
  SQLITE_PERM: 'read_only',
  SQLITE_IOERR: 'broken_disk',
  SQLITE_CANTOPEN: 'broken_disk',
  SQLITE_CORRUPT: 'damaged',
  SQLITE_NOTADB: 'damaged',
};

/** Connections that end, files, and PostgreSQL's states, https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const OTHER_KINDS: readonly (readonly [RegExp, DatabaseFaultKind])[] = [
  [/^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)/, 'unreachable'],
  [/^(08|57P0|53300)/, 'unreachable'],
  [/^53100/, 'full'],
  [/^(EROFS|EACCES|EPERM|25006)/, 'read_only'],
  [/^(ENOSPC|EDQUOT)/, 'full'],
  [/^EIO/, 'broken_disk'],
  [/^58/, 'broken_disk'],
  [/^XX00[12]/, 'damaged'],
];

/** Messages of pg, which have no code, for connections that end early or cannot be had. */
const POSTGRES_MESSAGES = /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

function kindOf(error: { readonly code?: unknown; readonly message?: unknown }): DatabaseFaultKind | undefined {
  const code = typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('SQLITE_')) return SQLITE_KINDS[code];
  const known = OTHER_KINDS.find(([pattern]) => pattern.test(code))?.[1];
  return known ?? (typeof error.message === 'string' && POSTGRES_MESSAGES.test(error.message) ? 'unreachable' : undefined);
}

/**
 * Turns an error of the driver, or of TypeORM around it, into a {@link DatabaseUnavailableError} when its reason is outside
 * of the statement. Other errors are returned as they are.
 */
export function classifyDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || typeof error !== 'object' || error === null) return error;
  const kind = kindOf((error as { driverError?: object }).driverError ?? error);
  return kind === undefined ? error : new DatabaseUnavailableError(kind, error);
}

/** Whether something failed because the database is unavailable. */
export function isDatabaseUnavailable(error: unknown): error is DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError;
}

/** The current fault. */
export interface DatabaseFault {
  readonly kind: DatabaseFaultKind;
  readonly since: Date;
}

/** Tracks whether the database works, so that one log line reports the fault and another its end. */
export interface FaultWatch {
  readonly fault: DatabaseFault | undefined;
  /** Runs a statement or a transaction and notes its outcome. @throws what it throws, classified */
  watch<T>(access: 'read' | 'write', work: () => Promise<T>): Promise<T>;
}

/** Who hears of the database's faults. */
export interface FaultListener {
  onFault?(error: DatabaseUnavailableError): void;
  onRecovery?(fault: DatabaseFault): void;
}

/** A fault that comes and goes, as on a nearly full disk, is reported once within this many milliseconds. */
const TOLD_FOR_MS = 60_000;

export function createFaultWatch(listener: FaultListener, now: () => Date = () => new Date()): FaultWatch {
  let fault: DatabaseFault | undefined;
  const toldAt = new Map<DatabaseFaultKind, number>();
  let isTold = false;

  function begin(error: DatabaseUnavailableError): void {
    const since = now();
    fault = { kind: error.kind, since };
    isTold = since.getTime() - (toldAt.get(error.kind) ?? -Infinity) >= TOLD_FOR_MS;
    if (!isTold) return;
    toldAt.set(error.kind, since.getTime());
    listener.onFault?.(error);
  }

  function learn(access: 'read' | 'write'): void {
    // a full disk can still be read from
    if (!fault || (access === 'read' && fault.kind !== 'unreachable')) return;
    const ended = fault;
    fault = undefined;
    if (isTold) listener.onRecovery?.(ended);
  }

  return {
    get fault() {
      return fault;
    },
    async watch(access, work) {
      try {
        const result = await work();
        learn(access);
        return result;
      } catch (caught) {
        const error = classifyDatabaseError(caught);
        if (isDatabaseUnavailable(error) && fault?.kind !== error.kind) begin(error);
        throw error;
      }
    },
  };
}
