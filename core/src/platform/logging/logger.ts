import { pino, type DestinationStream, type Logger } from 'pino';
import type { Redactor } from './redactor.js';

export type { Logger } from 'pino';

/**
 * The process's logger: JSON lines with static messages; every line goes through the redactor as its last step, so
 * that no field can carry a secret past it.
 */
export function createLogger(options: { level: string; redactor: Redactor; destination?: DestinationStream }): Logger {
  const settings = {
    level: options.level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: pino.stdSerializers.err },
    hooks: { streamWrite: (line: string) => options.redactor.redact(line) },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
