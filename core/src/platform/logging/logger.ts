import { pino, type DestinationStream, type LogFn, type Logger } from 'pino';
import { isDatabaseUnavailable, type FaultListener } from '../db/database-fault.js';
import type { LogRing } from './log-ring.js';
import type { Redactor } from './redactor.js';

export type { Logger } from 'pino';

/** pino's number for the level `debug`. */
const LEVELS_OF_DETAIL = 20;

/** Whether a line reports a failure whose only cause is that the database is unavailable. */
function tellsOfOutage([fields]: readonly unknown[]): boolean {
  let error = (fields as { err?: unknown } | undefined)?.err;
  for (let depth = 0; error instanceof Error && depth < 5; depth += 1) {
    if (isDatabaseUnavailable(error)) return true;
    error = error.cause;
  }
  return false;
}

/**
 * The process's logger: JSON lines with static messages; every line goes through the redactor as its last step, so
 * that no field can carry a secret past it.
 */
export function createLogger(options: {
  readonly level: string;
  readonly redactor: Redactor;
  readonly destination?: DestinationStream;
  /** Keeps the last lines. */
  readonly ring?: LogRing;
}): Logger {
  function streamWrite(line: string): string {
    const safe = options.redactor.redact(line);
    options.ring?.push(safe);
    return safe;
  }

  const settings = {
    level: options.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.err },
    hooks: {
      streamWrite,
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
        if (level <= LEVELS_OF_DETAIL || !tellsOfOutage(args)) method.apply(this, args);
        else this.debug(...args);
      },
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/** Says in one line that the database does not work, and in one that it does again. */
export function logDatabaseFaults(log: Pick<Logger, 'error' | 'info'>): FaultListener {
  return {
    onFault: ({ kind, message, cause }) =>
      // not as `err`, because that marks the lines of other failures
      log.error(
        { kind, cause: cause instanceof Error ? cause.message : String(cause) },
        `${message} Until then this fault is not logged again.`,
      ),
    onRecovery: ({ kind, since }) => log.info({ kind, since }, 'the database works again'),
  };
}
