import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { startChild } from './child.js';
import type { LecternHello } from './lectern-server.js';
import { serverEnv, type Filled } from './measure-pages.js';

/** How long others wait for a page during sign-ins. Times are milliseconds. */
export interface SignInFigures {
  readonly quietP95: number;
  readonly busyP95: number;
  /** Until the last of them was answered. */
  readonly signInsMs: number;
}

const SIGN_INS = 8;
const PAGE = '/api/requests?scope=mine&limit=20';

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Measures eight concurrent sign-ins beside somebody who reads page after page, on a filled database. */
export async function measureSignIns(filled: Filled, seconds: number): Promise<SignInFigures> {
  const { child, hello } = await startChild<LecternHello>('lectern-server', [], serverEnv(filled));
  const agent = new Agent({ keepAlive: true });

  async function call(path: string, headers: Record<string, string>, body?: string): Promise<number | undefined> {
    const asked = request({ host: '127.0.0.1', port: hello.port, path, agent, headers, method: body === undefined ? 'GET' : 'POST' });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  }

  async function readUntil(isOver: () => boolean): Promise<number[]> {
    const times: number[] = [];
    while (!isOver()) {
      const begun = performance.now();
      const status = await call(PAGE, { authorization: `Bearer ${hello.tokens.reader}` });
      if (status !== 200) throw new Error(`${PAGE}: ${status}`);
      times.push(performance.now() - begun);
    }
    return times;
  }

  function during(ms: number): () => boolean {
    const end = performance.now() + ms;
    return () => performance.now() > end;
  }

  async function signIn(number: number): Promise<void> {
    const body = JSON.stringify({ username: `stranger-${number}`, password: 'wrong horse battery' });
    const status = await call('/api/auth/local/login', { 'content-type': 'application/json' }, body);
    // costs as much as a correct password, and needs no account
    if (status !== 401) throw new Error(`sign-in: ${status}`);
  }

  try {
    await readUntil(during(1000));
    const quiet = await readUntil(during(seconds * 1000));
    let areOver = false;
    const begun = performance.now();
    const signIns = Promise.all(Array.from({ length: SIGN_INS }, (_, number) => signIn(number))).finally(() => (areOver = true));
    const busy = await readUntil(() => areOver);
    await signIns;
    return { quietP95: p95(quiet), busyP95: p95(busy), signInsMs: performance.now() - begun };
  } finally {
    agent.destroy();
    await child.stop();
  }
}
