import { setTimeout as sleep } from 'node:timers/promises';

const HANDLES =
  /^(Timeout|TCPSocketWrap|TCPServerWrap|TLSWrap|UDPWrap|PipeWrap|FSEventWrap|StatWatcher|ChildProcess|ProcessWrap|Worker|MessagePort)$/;
const PATIENCE_MS = 1000;

/** Timers, sockets, watchers and their like that are open in this process, by kind. */
export function openHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    if (HANDLES.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function surplus(before: ReadonlyMap<string, number>): string[] {
  return [...openHandles()].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
}

/** Returns the kinds of handles that are more than before; slow ones get a second to close. */
export async function leftOpen(before: ReadonlyMap<string, number>): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    // the timer of this pause is gone when it has been waited for
    await sleep(10);
    const names = surplus(before);
    if (names.length === 0 || performance.now() > end) return names;
  }
}
