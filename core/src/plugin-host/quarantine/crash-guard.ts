import { inEnglish, sentence, type Said } from '../../platform/words/index.js';
import type { CrashRecords } from './crash-records.js';

export interface CrashGuardDeps {
  readonly records: Pick<CrashRecords, 'add'>;
  /** The plugin whose code an error came from. */
  readonly attribute: (error: unknown) => string | undefined;
  readonly versionOf: (pluginId: string) => string;
  readonly redact: (text: string) => string;
  /** Called before the process ends. */
  readonly onCrash: (error: unknown, pluginId: string | undefined) => void;
}

/** The part of `process` that the guard uses. */
type GuardedProcess = Pick<NodeJS.EventEmitter, 'on' | 'off'> & { exit(code: number): void; exitCode?: string | number | null | undefined };

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Ends the process on an uncaught error or an unhandled rejection, and first records which plugin it came from.
 * Continuing would mean continuing in an unknown state, while all work in progress is durable and runs again. A plugin
 * that calls `process.exit` is recorded as well.
 *
 * @returns a function that removes the guard, for an orderly shutdown
 */
export function guardAgainstCrashes(deps: CrashGuardDeps, guarded: GuardedProcess = process): () => void {
  let isOver = false;

  function writeDown(error: unknown, message: Said = deps.redact(textOf(error))): string | undefined {
    const pluginId = deps.attribute(error);
    if (pluginId !== undefined) deps.records.add({ pluginId, version: deps.versionOf(pluginId), message });
    return pluginId;
  }

  function onError(error: unknown): void {
    // a second error during the report changes nothing
    if (isOver) return;
    isOver = true;
    try {
      deps.onCrash(error, writeDown(error));
    } finally {
      guarded.exit(1);
    }
  }

  function onExit(code: number): void {
    if (isOver) return;
    isOver = true;
    // the caller of process.exit is on the stack of this listener
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 50;
    const said = sentence('plugin_problem.exited', { code: String(code) });
    const trace = new Error(inEnglish(said));
    Error.stackTraceLimit = stackTraceLimit;
    const pluginId = writeDown(trace, said);
    if (pluginId === undefined) return;
    deps.onCrash(trace, pluginId);
    // a nonzero code, so that the service manager restarts the server
    guarded.exitCode = 1;
  }

  guarded.on('uncaughtException', onError);
  guarded.on('unhandledRejection', onError);
  guarded.on('exit', onExit);
  return () => {
    isOver = true;
    guarded.off('uncaughtException', onError);
    guarded.off('unhandledRejection', onError);
    guarded.off('exit', onExit);
  };
}
