import { url } from 'node:inspector';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ENTERED_BUFFER } from '../sections/entered.js';
import { Heartbeat } from './heartbeat.js';

/** The cause that blocks the main thread. The thread itself is asked while it is blocked. */
export interface Held {
  /** Absent if no plugin code is on the stack. */
  readonly pluginId?: string;
  readonly version?: string;
  readonly stack: string;
}

export interface WatchdogTask {
  readonly heartbeat: SharedArrayBuffer;
  readonly entered: SharedArrayBuffer;
  readonly dataDir: string;
  readonly deathNote: string;
  readonly longestMs: number;
  readonly turnMs: number;
}

export interface WatchdogDeps {
  readonly dataDir: string;
  /** The file that would blame the plugin again when the process is killed. */
  readonly deathNote: string;
  /** The plugin whose code an error came from. */
  readonly attribute: (error: unknown) => string | undefined;
  readonly versionOf: (pluginId: string) => string;
}

/** Milliseconds that plugin code may block the process. */
const LONGEST_MS = 20_000;
const TURN_MS = 1_000;
const BEAT_MS = 500;
const DEEPEST_STACK = 200;
const HERE = fileURLToPath(import.meta.url);
const THREAD = join(dirname(HERE), `watchdog-thread${extname(HERE)}`);

/** The watching thread finds the question under this key in the watched thread. */
export const QUESTION = 'lectern.whatRuns';

/**
 * Watches from another thread whether this one is blocked. If plugin code blocks it for twenty seconds, the plugin is
 * quarantined and the process is killed, because in that state it handles neither requests nor signals.
 *
 * @returns a function that stops the watch
 */
export function watchLoop({ dataDir, deathNote, attribute, versionOf }: WatchdogDeps): () => Promise<void> {
  const heartbeat = new Heartbeat();
  const beat = () => heartbeat.beat(url() !== undefined);
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  beat();

  function whatRuns(): string {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = DEEPEST_STACK;
    const trace = new Error('what runs');
    Error.stackTraceLimit = stackTraceLimit;
    const pluginId = attribute(trace);
    const held: Held = { ...(pluginId === undefined ? {} : { pluginId, version: versionOf(pluginId) }), stack: trace.stack ?? '' };
    return JSON.stringify(held);
  }

  Object.defineProperty(globalThis, Symbol.for(QUESTION), { value: whatRuns, configurable: true });
  const limits = { longestMs: LONGEST_MS, turnMs: TURN_MS };
  const task: WatchdogTask = { heartbeat: heartbeat.buffer, entered: ENTERED_BUFFER, dataDir, deathNote, ...limits };
  const thread = new Worker(THREAD, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: 32 } });
  thread.unref();
  // without the watchdog the server works as if it had none
  thread.on('error', () => undefined);
  return async () => {
    clearInterval(timer);
    Reflect.deleteProperty(globalThis, Symbol.for(QUESTION));
    await thread.terminate();
  };
}
