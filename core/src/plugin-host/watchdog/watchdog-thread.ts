/** The thread that watches the main thread. `watchLoop` starts it and explains it. */
import { rmSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { createCrashRecords } from '../quarantine/crash-records.js';
import { BlockClock } from './block-clock.js';
import { enteredPlugin } from '../sections/entered.js';
import { Heartbeat } from './heartbeat.js';
import { QUESTION, type Held, type WatchdogTask } from './loop-watchdog.js';

/** Milliseconds in which the main thread must answer. Work that no script can interrupt prevents an answer. */
const ANSWER_MS = 5_000;

const task = workerData as WatchdogTask;
const heartbeat = new Heartbeat(task.heartbeat);
const clock = new BlockClock(heartbeat, task.longestMs / task.turnMs);
const records = createCrashRecords({ dataDir: task.dataDir, now: () => new Date() });

function say(text: string): void {
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // nobody reads it
  }
}

/** Interrupts the main thread and asks what it is running. That works even inside a loop or a regular expression. */
async function whatRuns(): Promise<Held | undefined> {
  const session = new Session();
  try {
    session.connectToMainThread();
    const answer = new Promise<Held | undefined>((resolve) => {
      session.post('Runtime.evaluate', { expression: `globalThis[Symbol.for('${QUESTION}')]()` }, (error, told) => {
        const value: unknown = error ? undefined : told.result.value;
        resolve(typeof value === 'string' ? (JSON.parse(value) as Held) : undefined);
      });
    });
    return await Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS, undefined))]);
  } catch {
    return undefined;
  } finally {
    session.disconnect();
  }
}

async function onBlocked(): Promise<void> {
  const before = heartbeat.count();
  const entered = enteredPlugin(task.entered);
  const held = await whatRuns();
  // it has continued meanwhile: what runs now is not what blocked it
  if (heartbeat.count() !== before) return;
  const pluginId = held === undefined ? entered : held.pluginId;
  const seconds = task.longestMs / 1000;
  if (pluginId === undefined) {
    say(`The server has been held up for ${seconds} seconds, and no plugin is to blame.${held ? `\n${held.stack}` : ''}`);
    return;
  }
  const message = { key: 'plugin_problem.held_up', values: { seconds } };
  records.quarantine({ pluginId, version: held?.version ?? 'unknown', message });
  rmSync(task.deathNote, { force: true });
  say(`The plugin ${pluginId} has held the server up for ${seconds} seconds. It is in quarantine, and the server ends.`);
  // the process no longer reacts to anything; work in progress is durable and runs again
  process.kill(process.pid, 'SIGKILL');
}

setInterval(() => {
  if (clock.turn()) void onBlocked();
}, task.turnMs);
