import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogRing } from './log-ring.js';
import type { Redactor } from './redactor.js';

export type { Logger } from 'pino';

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
    hooks: { streamWrite },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
