/** The levels of log lines, the least serious first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** How the logger begins a line; it is legible even where the rest was cut. */
const HEAD = /^\{"level":"([a-z]+)","time":"([\dT:.Z-]+)",?/;

/** `info` for a word that is no level. */
export function levelOf(word: unknown): LogLevel {
  return LOG_LEVELS.find((level) => level === word) ?? 'info';
}

/** The level and the time of a line, without reading the rest of it. */
export function headOf(text: string): { readonly level: LogLevel; readonly time?: string } {
  const [, level, time] = HEAD.exec(text) ?? [];
  return { level: levelOf(level), time };
}

/** What follows the level and the time, whose names would otherwise be found in every line. */
export function withoutHead(text: string): string {
  return text.replace(HEAD, '');
}

/** The members of a line; `undefined` for one that is no JSON, as one that was cut. */
export function membersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
