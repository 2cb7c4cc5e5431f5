import { join } from 'node:path';
import { startChild, type Child } from './child.js';
import type { LecternHello } from './lectern-server.js';
import { askForASecond, summarize, type Load, type Slice } from './load.js';
import type { Person } from './people.js';
import type { HeardStatement } from './reference-server.js';

/** A page to measure. */
export interface Page {
  readonly name: string;
  /** @param rows requests and library items there are */
  readonly path: string | ((rows: number) => string);
  readonly who: Person;
}

export const PAGES: readonly Page[] = [
  { name: '20 annotated books', path: '/api/audiobooks/popular?limit=20', who: 'reader' },
  { name: '20 of my requests', path: '/api/requests?scope=mine&limit=20', who: 'reader' },
  { name: '20 of my requests, following others', path: '/api/requests?scope=mine&limit=20', who: 'subscriber' },
  { name: '20 of all requests', path: '/api/requests?scope=all&limit=20', who: 'admin' },
  { name: '20 of all requests, by title', path: '/api/requests?scope=all&limit=20&sort=title', who: 'admin' },
  { name: '20 of all requests, after four fifths', path: (rows) => `/api/requests?scope=all&limit=20&page=${rows / 25}`, who: 'admin' },
  { name: 'requests with two words', path: '/api/requests?scope=all&limit=20&search=r%C3%ADver+gla', who: 'admin' },
  { name: 'requests with a frequent word', path: '/api/requests?scope=all&limit=20&search=river', who: 'admin' },
  { name: 'library items with a title', path: '/api/admin/library?limit=20&search=river+glass', who: 'admin' },
  { name: 'library items with a frequent word', path: '/api/admin/library?limit=20&search=wint', who: 'admin' },
];

/** The servers to compare, in the order of measurement. */
export const SERVERS = ['lectern', 'raw driver', 'bare koa'] as const;

export type ServerName = (typeof SERVERS)[number];

export const CONNECTIONS = [1, 16] as const;

/** One page on all servers; loads in the order of {@link CONNECTIONS}. */
export interface PageFigures {
  readonly page: Page;
  readonly statements: number;
  /** Bytes of the answer. */
  readonly bytes: number;
  readonly loads: Readonly<Record<ServerName, readonly Load[]>>;
}

/** The statements of one request: the fewest of several tries, because background work may intervene. */
async function hear(lectern: Child, ask: () => Promise<unknown>): Promise<HeardStatement[]> {
  let least: HeardStatement[] | undefined;
  for (let round = 0; round < 5; round += 1) {
    await lectern.ask({ hear: true });
    await ask();
    const heard = await lectern.ask<HeardStatement[]>({ hear: false });
    if (least === undefined || heard.length < least.length) least = heard;
  }
  return least ?? [];
}

async function get(url: string, token: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
  return text;
}

interface Target {
  readonly url: string;
  readonly child: Child;
}

async function cpuMsOf(child: Child): Promise<number> {
  const { user, system } = await child.ask<NodeJS.CpuUsage>({ cpu: true });
  return (user + system) / 1000;
}

/** Measures one second each, repeatedly, so that other activity on the machine affects all of them alike. */
async function takeTurns(
  targets: Readonly<Record<ServerName, Target>>,
  options: { readonly connections: number; readonly seconds: number; readonly token: string },
): Promise<Record<ServerName, Slice[]>> {
  const slices: Record<ServerName, Slice[]> = { lectern: [], 'raw driver': [], 'bare koa': [] };
  for (let turn = 0; turn < options.seconds; turn += 1) {
    for (const name of SERVERS) {
      const { url, child } = targets[name];
      slices[name].push(await askForASecond(url, { ...options, cpuMs: () => cpuMsOf(child) }));
    }
  }
  return slices;
}

/** Measures all pages on a filled data directory, each server in a separate process. */
export async function measurePages(dataDir: string, rows: number, seconds: number): Promise<PageFigures[]> {
  // without jobs, which would start working on thousands of invented requests
  const env = { LECTERN_DATA: dataDir, LECTERN_ROLE: 'web', LECTERN_HOST: '127.0.0.1', LECTERN_PORT: '0', DATABASE_URL: '' };
  const lectern = await startChild<LecternHello>('lectern-server', [], env);
  const raw = await startChild<{ port: number }>('reference-server', [join(dataDir, 'lectern.db')]);
  const bare = await startChild<{ port: number }>('reference-server', []);
  const figures: PageFigures[] = [];
  try {
    for (const page of PAGES) {
      const token = lectern.hello.tokens[page.who];
      const path = typeof page.path === 'string' ? page.path : page.path(rows);
      const url = `http://127.0.0.1:${lectern.hello.port}${path}`;
      const text = await get(url, token);
      const count = (JSON.parse(text) as { items: unknown[] }).items.length;
      if (count !== 20) throw new Error(`${page.name}: ${count} items`);
      const statements = await hear(lectern.child, () => get(url, token));
      const task = { statements, payload: JSON.parse(text) as unknown };
      await raw.child.ask(task);
      await bare.child.ask(task);
      const targets: Record<ServerName, Target> = {
        lectern: { url, child: lectern.child },
        'raw driver': { url: `http://127.0.0.1:${raw.hello.port}/`, child: raw.child },
        'bare koa': { url: `http://127.0.0.1:${bare.hello.port}/`, child: bare.child },
      };
      const loads: Record<ServerName, Load[]> = { lectern: [], 'raw driver': [], 'bare koa': [] };
      await takeTurns(targets, { connections: 4, seconds: 2, token });
      for (const connections of CONNECTIONS) {
        const slices = await takeTurns(targets, { connections, seconds, token });
        for (const name of SERVERS) loads[name].push(summarize(slices[name]));
      }
      figures.push({ page, statements: statements.length, bytes: Buffer.byteLength(text), loads });
    }
  } finally {
    await Promise.all([lectern.child.stop(), raw.child.stop(), bare.child.stop()]);
  }
  return figures;
}
