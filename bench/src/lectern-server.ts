import { loadConfig, startApp } from '@lectern/core';
import type { HeardStatement } from './reference-server.js';
import { PEOPLE, type Person } from './people.js';

/** Lectern as it is served, with sessions of the test people. Messages tell it when to record statements. */

/** Its first message. */
export interface LecternHello {
  readonly port: number;
  /** Bearer tokens. */
  readonly tokens: Readonly<Record<Person, string>>;
}

const app = await startApp(loadConfig(process.env));
await app.ready;
const { services, port } = app;
const origin = { address: '127.0.0.1', userAgent: 'bench' };
const tokens: Partial<Record<Person, string>> = {};
for (const person of PEOPLE) {
  const user = await services.users.findByUsername(person);
  if (user) tokens[person] = (await services.auth.openSession(user.id, origin)).accessToken;
}

let heard: HeardStatement[] = [];
let end: (() => void) | undefined;
process.on('message', ({ hear, cpu }: { hear?: boolean; cpu?: boolean }) => {
  if (cpu) {
    process.send?.(process.cpuUsage());
    return;
  }
  if (hear) {
    heard = [];
    end = services.database.onStatement((sql, params) => {
      // the queue constantly looks for work
      if (/\bjobs\b/.test(sql)) return;
      heard.push({ sql, params: params.map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null))) });
    });
    process.send?.([]);
  } else {
    end?.();
    process.send?.(heard);
  }
});
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.send?.({ port, tokens } satisfies { port: number; tokens: object });
