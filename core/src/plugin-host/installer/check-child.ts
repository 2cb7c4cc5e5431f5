/**
 * The child process in which a package is loaded before it may be installed: whatever its code does at its top level,
 * hang, throw or exit, it does here. Started by `checkInChild`; answers once, over the channel to its parent.
 */
import type { DiscoveredPlugin } from '../discovery.js';
import { PLUGIN_ERRORS } from '../errors.js';
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
  // what to do about it is another matter before an installation than after one
  return { ok: false, code: error.code, message: error.message.replace(` ${PLUGIN_ERRORS[error.code]}`, '') };
}

process.once('message', (task: ChildTask) => {
  void check(task).then((answer) => process.send?.(answer, undefined, undefined, () => process.exit(0)));
});
