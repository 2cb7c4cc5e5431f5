/** The last log lines, redacted, for a support bundle. */
export interface LogRing {
  push(line: string): void;
  /** Oldest first. */
  lines(): readonly string[];
}

const LONGEST_LINE = 4000;

/** Keeps at most `count` lines and cuts long ones, so that its size is bounded. */
export function createLogRing(count = 500): LogRing {
  const kept: string[] = [];
  return {
    push(line) {
      kept.push(line.trimEnd().slice(0, LONGEST_LINE));
      if (kept.length > count) kept.shift();
    },
    lines: () => [...kept],
  };
}
