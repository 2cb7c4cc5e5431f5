/** A kept line. */
export interface KeptLine {
  /** Counts the lines of this process; higher for a later line. */
  readonly number: number;
  /** Redacted when it was logged. A secret that became known later may still be in it. */
  readonly text: string;
}

/** The last lines of the log of this process. */
export interface LogRing {
  push(line: string): void;
  /** Oldest first. */
  lines(): readonly KeptLine[];
}

/** Limits of what is kept. */
export interface LogRingLimits {
  readonly lines: number;
  /** All lines together. */
  readonly characters: number;
}

const LIMITS: LogRingLimits = { lines: 5000, characters: 4_000_000 };
const LONGEST_LINE = 8000;
/** Tried one after another for the texts of a line that is too long. */
const LONGEST_TEXTS = [4000, 1000, 100];

/** Shortens the texts within a line, so that it stays JSON; a line that is none, or has too many of them, is cut. */
function shorten(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  try {
    const parsed: unknown = JSON.parse(line);
    for (const most of LONGEST_TEXTS) {
      const shorter = JSON.stringify(parsed, (_name, value: unknown) =>
        typeof value === 'string' && value.length > most ? `${value.slice(0, most)}…` : value,
      );
      if (shorter.length <= LONGEST_LINE) return shorter;
    }
  } catch {
    // cut below
  }
  return line.slice(0, LONGEST_LINE);
}

/** Keeps the last lines within the limits. */
export function createLogRing({ lines, characters }: LogRingLimits = LIMITS): LogRing {
  const kept: KeptLine[] = [];
  let last = 0;
  let size = 0;
  return {
    push(line) {
      const text = shorten(line.trimEnd());
      last += 1;
      kept.push({ number: last, text });
      size += text.length;
      while (kept.length > lines || size > characters) size -= kept.shift()?.text.length ?? size;
    },
    lines: () => [...kept],
  };
}
