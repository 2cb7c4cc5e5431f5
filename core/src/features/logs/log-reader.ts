import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import type { KeptLine, LogRing } from '../../platform/logging/log-ring.js';
import { createLineTest, type LineTest, type LogFilter } from './log-filter.js';
import { readLine, type LogLine } from './log-line.js';

/** A line with a name that no other line has, of whatever process. */
export interface NamedLine extends LogLine {
  readonly id: string;
}

/** Which lines are wanted, and from where. */
export interface LogQuestion extends LogFilter {
  /** Cursors of earlier answers, separated by commas, one a process. Lines after that of this process are wanted. */
  readonly after?: string;
  /** Likewise, for the lines before it. */
  readonly before?: string;
  readonly limit: number;
}

/** Lines, oldest first, and the cursors from which to go on. */
export interface LogPage {
  readonly items: readonly NamedLine[];
  /** For `after`: the last line that was looked at. */
  readonly newest: string;
  /** For `before`: the first line that was looked at. */
  readonly oldest: string;
  /** Whether there are lines on the far side that were not looked at: earlier ones, or with `after` later ones. */
  readonly more: boolean;
  readonly process: LogProcess;
}

/** The process that keeps the lines. */
export interface LogProcess {
  /** Another one after each start. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly role: 'all' | 'web' | 'worker';
  /** Whether no other process may work on the same database. */
  readonly alone: boolean;
}

export interface LogReaderDeps {
  readonly logRing: Pick<LogRing, 'lines'>;
  /** Lines are redacted again when they are read, because a secret may have become known since. */
  readonly redact: (text: string) => string;
  readonly config: { readonly role: LogProcess['role']; readonly databaseUrl?: string };
  readonly host: { instances(): readonly { readonly integrationId: string; readonly pluginId: string }[] };
}

/** Reads the log lines that this process keeps. */
export interface LogReader {
  read(question: LogQuestion): Promise<LogPage>;
}

interface Walk {
  readonly test: LineTest;
  readonly limit: number;
  readonly redact: (text: string) => string;
}

/** Looks at lines in the given order until there are enough, and lets others work meanwhile. */
async function walk(lines: Iterable<KeptLine>, { test, limit, redact }: Walk) {
  const found: (LogLine & { readonly number: number })[] = [];
  const giveWay = createGiveWay();
  let last: number | undefined;
  for (const { number, text } of lines) {
    if (found.length === limit) return { found, last, isWhole: false };
    last = number;
    await giveWay();
    if (!test.mayFit(text)) continue;
    const line = readLine(redact(text));
    if (test.fits(line)) found.push({ number, ...line });
  }
  return { found, last, isWhole: true };
}

/** The line that one of several cursors names in this process. */
function numberIn(cursors: string | undefined, id: string): number | undefined {
  const own = cursors?.split(',').find((cursor) => cursor.startsWith(`${id}-`));
  const number = Number(own?.slice(id.length + 1));
  return own !== undefined && Number.isSafeInteger(number) ? number : undefined;
}

export function createLogReader({ logRing, redact, config, host }: LogReaderDeps): LogReader {
  const id = randomBytes(6).toString('hex');
  const self: LogProcess = {
    id,
    host: hostname(),
    pid: process.pid,
    role: config.role,
    // SQLite belongs to one process
    alone: config.databaseUrl === undefined,
  };
  const nameOf = (number: number): string => `${id}-${number}`;

  return {
    async read({ after, before, limit, ...filter }) {
      const kept = logRing.lines();
      const plugins = new Map(host.instances().map(({ integrationId, pluginId }) => [integrationId, pluginId]));
      const test = createLineTest(filter, (integration) => plugins.get(integration));
      const from = numberIn(after, id);
      const to = numberIn(before, id) ?? Infinity;
      const end = kept.at(-1)?.number ?? 0;
      const wanted = from === undefined ? kept.filter(({ number }) => number < to).reverse() : kept.filter(({ number }) => number > from);
      const { found, last, isWhole } = await walk(wanted, { test, limit, redact });
      const items = found.map(({ number, ...line }) => ({ id: nameOf(number), ...line }));
      const reached = last ?? from ?? Math.min(to, end);
      return {
        items: from === undefined ? items.reverse() : items,
        newest: nameOf(from === undefined ? end : reached),
        oldest: nameOf(from === undefined ? reached : (wanted[0]?.number ?? reached)),
        more: !isWhole,
        process: self,
      };
    },
  };
}
