import type { PluginLogger } from '@lectern/plugin-api';

/** One line a plugin logged. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RecordingLogger extends PluginLogger {
  /** All lines so far, oldest first. */
  readonly entries: LogEntry[];
}

/** A logger that keeps its entries and prints nothing. */
export function createRecordingLogger(): RecordingLogger {
  const entries: LogEntry[] = [];
  const at =
    (level: LogEntry['level']) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      entries.push({ level, message, fields });
    };
  return { entries, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
