import { NODE_FLAGS } from '@lectern/core';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program from this folder, running in a separate process. */
export interface Child {
  /** Sends a question and waits for the next message. */
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

async function nextMessage<T>(child: ChildProcess, name: string): Promise<T> {
  const ended = new AbortController();
  const onExit = (code: number | null): void => ended.abort(new Error(`${name} ended with ${code}`));
  child.once('exit', onExit);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [T];
    return message;
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.off('exit', onExit);
  }
}

/** Starts a program and waits for its first message. */
export async function startChild<T>(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: Child; hello: T }> {
  const file = fileURLToPath(new URL(`./${name}${extname(fileURLToPath(import.meta.url))}`, import.meta.url));
  const child = fork(file, args, {
    execArgv: [...process.execArgv, ...NODE_FLAGS],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const hello = await nextMessage<T>(child, name);
  return {
    hello,
    child: {
      async ask<A>(question: object) {
        const answer = nextMessage<A>(child, name);
        child.send(question);
        return answer;
      },
      async stop() {
        if (child.exitCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      },
    },
  };
}

/** Runs a program to its end. @throws Error if it fails */
export async function runChild(name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { child } = await startChild<unknown>(name, args, env);
  await child.stop();
}
