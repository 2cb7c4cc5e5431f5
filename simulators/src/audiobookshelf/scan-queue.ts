import { randomUUID } from 'node:crypto';

interface Task {
  readonly id: string;
  readonly action: 'library-scan' | 'watcher-scan';
  readonly data: { readonly libraryId: string; readonly libraryName: string; readonly libraryMediaType: string };
  readonly title: string;
  readonly isFailed: boolean;
  readonly isFinished: boolean;
  readonly startedAt: number;
  readonly finishedAt: null;
}

/** Scans that start a while after they were asked for. */
export interface ScanQueue {
  /** Running and waiting scans; finished ones vanish. */
  readonly tasks: readonly Task[];
  /** A scan of the same kind for the same library that has not ended makes this a no-op, unless `key` differs. */
  schedule(action: Task['action'], library: { id: string; name: string }, delayMs: number, run: () => Promise<void>, key?: string): void;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createScanQueue(now: () => number): ScanQueue {
  const tasks: Task[] = [];
  const running = new Map<string, Promise<void>>();
  const cancel = new AbortController();

  async function runLater(task: Task, delayMs: number, run: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        cancel.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      cancel.signal.addEventListener('abort', end);
    });
    try {
      if (!cancel.signal.aborted) await run();
    } catch {
      // a scan that fails leaves the items as they were, as an unreadable folder does
    } finally {
      tasks.splice(tasks.indexOf(task), 1);
    }
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running.values());
  }

  return {
    tasks,
    schedule(action, library, delayMs, run, key = '') {
      const id = `${action}:${library.id}:${key}`;
      if (running.has(id)) return;
      const task: Task = {
        id: randomUUID(),
        action,
        data: { libraryId: library.id, libraryName: library.name, libraryMediaType: 'book' },
        title: `Scanning "${library.name}" library`,
        isFailed: false,
        isFinished: false,
        startedAt: now(),
        finishedAt: null,
      };
      tasks.push(task);
      running.set(
        id,
        runLater(task, delayMs, run).finally(() => running.delete(id)),
      );
    },
    idle,
    close() {
      cancel.abort();
      return idle();
    },
  };
}
