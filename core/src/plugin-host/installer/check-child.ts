/**
 * The child process that loads a package before it may be installed. If the package's top-level code hangs, throws or
 * exits, it does so here. `checkInChild` starts it, and it answers once, over the channel to its parent.
 */
import { inEnglish } from '../../platform/words/index.js';
import type { DiscoveredPlugin } from '../discovery.js';
import { loadPlugin } from '../loader.js';

export interface ChildTask {
  readonly found: DiscoveredPlugin;
  readonly importTimeoutMs: number;
  readonly ignoreCompatibility: boolean;
}

export type ChildAnswer = { readonly ok: true } | { readonly ok: false; readonly code: string; readonly message: string };

async function check({ found, importTimeoutMs, ignoreCompatibility }: ChildTask): Promise<ChildAnswer> {
  const { error } = await loadPlugin(found, { importTimeoutMs, ignoreCompatibility });
  if (!error) return { ok: true };
  // the remedy before an installation differs from the one after it
  return { ok: false, code: error.code, message: inEnglish(error.problem) };
}

process.once('message', (task: ChildTask) => {
  void check(task).then((answer) => process.send?.(answer, undefined, undefined, () => process.exit(0)));
});
