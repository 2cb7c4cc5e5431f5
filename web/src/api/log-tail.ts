import type { LogLine, LogPage } from './types.js';

/** The lines of one process that were read so far. */
interface TailedProcess {
  readonly process: LogPage['process'];
  readonly newest: string;
  readonly oldest: string;
  readonly hasOlder: boolean;
}

/** The lines that a page shows, of all processes that have answered. */
export interface LogTail {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  /** The one that answered last is the last. */
  readonly processes: readonly TailedProcess[];
  /** Whether later lines are there already. */
  readonly isBehind: boolean;
}

/** As many as the server keeps. */
export const MOST_LINES = 5000;

const NOTHING: LogTail = { lines: [], processes: [], isBehind: false };

/** The cursors of all processes, because it is not known which of them answers. */
export function cursorsOf(tail: LogTail | undefined, side: 'newest' | 'oldest'): string | undefined {
  // a server that was started very often must not make the address too long
  const cursors = tail?.processes.slice(-20).map((one) => one[side]);
  return cursors && cursors.length > 0 ? cursors.join() : undefined;
}

/** Lines of a process are in order already; those of several are put in order by their time. */
function inOrder(lines: readonly LogLine[], processes: number): readonly LogLine[] {
  if (processes < 2) return lines;
  return [...lines].sort(({ at: a = '' }, { at: b = '' }) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Adds an answer to what is shown. Lines that are there already are not added again. */
export function addPage(tail: LogTail = NOTHING, page: LogPage, asked: 'newer' | 'older'): LogTail {
  const { process, items } = page;
  const before = tail.processes.find((one) => one.process.id === process.id);
  const shown = new Set(tail.lines.map(({ id }) => id));
  const added = items.filter(({ id }) => !shown.has(id));
  if (asked === 'newer' && before && added.length === 0 && before.newest === page.newest && !tail.isBehind) return tail;

  const isFirst = before === undefined;
  const answered: TailedProcess = {
    process,
    newest: isFirst || asked === 'newer' ? page.newest : before.newest,
    oldest: isFirst || asked === 'older' ? page.oldest : before.oldest,
    hasOlder: isFirst || asked === 'older' ? page.more : before.hasOlder,
  };
  const processes = [...tail.processes.filter((one) => one.process.id !== process.id), answered];
  const lines = inOrder(asked === 'older' ? [...added, ...tail.lines] : [...tail.lines, ...added], processes.length);
  return { lines: lines.slice(-MOST_LINES), processes, isBehind: asked === 'newer' ? !isFirst && page.more : tail.isBehind };
}
