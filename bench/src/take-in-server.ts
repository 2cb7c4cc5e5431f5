import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig, startApp } from '@lectern/core';

/** Lectern as it takes in a folder. A message names the folder; the answer says what that cost. */

/** What one take-in cost. Times are milliseconds. */
export interface TakeInCost {
  readonly ms: number;
  /** The longest time between two turns of the event loop. On a busy machine this process may only have waited for the processor. */
  readonly longestPauseMs: number;
  /** The most that the thread of the event loop itself worked between two turns, at most {@link TURN_MS} too much. */
  readonly longestBlockMs: number;
  /** Processor time of the server's own process. */
  readonly cpuMs: number;
  readonly statements: number;
  readonly peakBytes: number;
  readonly state: string;
  readonly books: readonly { readonly state: string; readonly confidence: string; readonly n: number }[];
}

const LOOK_EVERY_MS = 1000;
const TURN_MS = 5;

const app = await startApp(loadConfig(process.env));
await app.ready;
const { services } = app;
const actor = { name: 'bench' };

/** Milliseconds that the thread of the event loop has worked. */
function threadMs(): number {
  const [ns = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / 1e6;
}

function watchTurns(): { readonly longest: { pauseMs: number; blockMs: number }; readonly end: () => void } {
  const longest = { pauseMs: 0, blockMs: 0 };
  let [at, worked] = [performance.now(), threadMs()];
  const timer = setInterval(() => {
    const [now, done] = [performance.now(), threadMs()];
    longest.pauseMs = Math.max(longest.pauseMs, now - at - TURN_MS);
    longest.blockMs = Math.max(longest.blockMs, Math.min(now - at, done - worked));
    [at, worked] = [now, done];
  }, TURN_MS);
  return { longest, end: () => clearInterval(timer) };
}

async function connect(catalogue: string): Promise<void> {
  const settings = { region: 'us', apiBaseUrl: catalogue, audnexusUrl: catalogue };
  await services.integrations.create({ pluginId: 'catalog-audible', name: 'Catalogue', settings }, actor);
}

async function takeIn(root: string): Promise<TakeInCost> {
  let peakBytes = 0;
  let statements = 0;
  const end = services.database.onStatement(() => (statements += 1));
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const turns = watchTurns();
  const { row } = await services.takeIns.start(root, actor);
  for (;;) {
    await wait(LOOK_EVERY_MS);
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    const { row: now, counts } = await services.takeIns.get(row.id);
    if (now.state === 'looking' || now.state === 'reading') continue;
    turns.end();
    end();
    const { user, system } = process.cpuUsage(cpu);
    return {
      ms: performance.now() - begun,
      longestPauseMs: turns.longest.pauseMs,
      longestBlockMs: turns.longest.blockMs,
      cpuMs: (user + system) / 1000,
      statements,
      peakBytes,
      state: now.state,
      books: counts.map((count) => ({ ...count, n: Number(count.n) })),
    };
  }
}

process.on('message', ({ catalogue, root }: { readonly catalogue?: string; readonly root?: string }) => {
  const answer = catalogue === undefined ? takeIn(root ?? '') : connect(catalogue);
  answer.then(
    (cost) => process.send?.(cost ?? {}),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.send?.({});
