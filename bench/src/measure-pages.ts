import { startAudibleSimulator } from '@lectern/simulators';
import { join } from 'node:path';
import { startChild, type Child } from './child.js';
import type { LecternHello } from './lectern-server.js';
import { watchDatabaseCpu } from './database-cpu.js';
import { askForAWhile, summarize, type Load, type Slice } from './load.js';
import type { Page } from './pages.js';
import type { HeardStatement } from './reference-server.js';
import { seriesBooks } from './sample-shelf.js';

/** A filled database. */
export interface Filled {
  readonly dataDir: string;
  /** Of a PostgreSQL database; SQLite without one. */
  readonly databaseUrl?: string;
}

/** The server that is measured, and those that it is compared with. */
export type ServerName = 'lectern' | 'on SQLite' | 'raw driver' | 'bare koa';

/** In the order of measurement. */
export const REFERENCES = {
  sqlite: ['lectern', 'raw driver', 'bare koa'],
  postgres: ['lectern', 'on SQLite', 'bare koa'],
} as const satisfies Record<string, readonly ServerName[]>;

export const CONNECTIONS = [1, 16] as const;

/** One page on all servers; loads in the order of {@link CONNECTIONS}. */
export interface PageFigures {
  readonly page: Page;
  readonly statements: number;
  /** Bytes of the answer. */
  readonly bytes: number;
  readonly loads: Readonly<Partial<Record<ServerName, readonly Load[]>>>;
}

/** How long each server is measured. */
export interface Turns {
  readonly turns: number;
  /** Of one turn. */
  readonly seconds: number;
}

/** The environment of a server that runs no jobs, which would start working on thousands of invented requests. */
export function serverEnv({ dataDir, databaseUrl = '' }: Filled, catalogueUrl?: string): Record<string, string> {
  return {
    LECTERN_DATA: dataDir,
    LECTERN_ROLE: 'web',
    LECTERN_HOST: '127.0.0.1',
    LECTERN_PORT: '0',
    LECTERN_LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    // nothing of a benchmark leaves the machine
    LECTERN_STAND_INS: `https://api.audible.com=${catalogueUrl ?? 'http://127.0.0.1:9'}`,
  };
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

/** A server that was started, and how it is asked for a page. */
interface Server {
  readonly name: ServerName;
  readonly child: Child;
  readonly address: (page: Page, path: string) => { readonly url: string; readonly token: string };
  /** Milliseconds of processor time that its database has taken so far, in processes of its own. */
  readonly databaseCpuMs?: () => Promise<number>;
}

async function lecternServer(name: ServerName, filled: Filled, catalogueUrl: string): Promise<Server> {
  const { child, hello } = await startChild<LecternHello>('lectern-server', [], serverEnv(filled, catalogueUrl));
  return {
    name,
    child,
    address: ({ who }, path) => ({ url: `http://127.0.0.1:${hello.port}${path}`, token: hello.tokens[who] }),
    ...(filled.databaseUrl === undefined ? {} : { databaseCpuMs: watchDatabaseCpu(filled.databaseUrl) }),
  };
}

async function referenceServer(name: ServerName, args: readonly string[]): Promise<Server> {
  const { child, hello } = await startChild<{ port: number }>('reference-server', args);
  return { name, child, address: () => ({ url: `http://127.0.0.1:${hello.port}/`, token: '' }) };
}

function start(name: ServerName, filled: Filled, onSqlite: Filled, catalogueUrl: string): Promise<Server> {
  if (name === 'lectern') return lecternServer(name, filled, catalogueUrl);
  if (name === 'on SQLite') return lecternServer(name, onSqlite, catalogueUrl);
  return referenceServer(name, name === 'raw driver' ? [join(filled.dataDir, 'lectern.db')] : []);
}

/** Measures one server after the other, repeatedly, so that other activity on the machine affects all of them alike. */
async function takeTurns(
  servers: readonly Server[],
  page: Page,
  path: string,
  { turns, seconds, connections }: Turns & { readonly connections: number },
): Promise<Map<ServerName, Slice[]>> {
  const slices = new Map<ServerName, Slice[]>(servers.map(({ name }) => [name, []]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { name, child, address, databaseCpuMs } of servers) {
      const cpuMs = async (): Promise<number> => {
        const { user, system } = await child.ask<NodeJS.CpuUsage>({ cpu: true });
        return (user + system) / 1000 + ((await databaseCpuMs?.()) ?? 0);
      };
      const { url, token } = address(page, path);
      slices.get(name)?.push(await askForAWhile(url, { connections, seconds, token, cpuMs }));
    }
  }
  return slices;
}

async function measure(page: Page, rows: number, servers: readonly Server[], turns: Turns): Promise<PageFigures> {
  const path = typeof page.path === 'string' ? page.path : page.path(rows);
  const [lectern] = servers;
  if (!lectern) throw new Error('there is nothing to measure');
  const { url, token } = lectern.address(page, path);
  const text = await get(url, token);
  const { list, atLeast } = page.holds ?? { list: 'items', atLeast: 20 };
  const held = (JSON.parse(text) as Record<string, unknown[]>)[list]?.length;
  if (held === undefined || held < atLeast) throw new Error(`${page.name}: ${held} ${list}, and not ${atLeast}`);
  const statements = await hear(lectern.child, () => get(url, token));
  for (const { name, child } of servers) {
    if (name === 'raw driver' || name === 'bare koa') await child.ask({ statements, payload: JSON.parse(text) as unknown });
  }
  await takeTurns(servers, page, path, { turns: Math.ceil(turns.turns / 2), seconds: turns.seconds, connections: 4 });
  const loads = new Map<ServerName, Load[]>(servers.map(({ name }) => [name, []]));
  for (const connections of CONNECTIONS) {
    const slices = await takeTurns(servers, page, path, { ...turns, connections });
    for (const [name, some] of slices) loads.get(name)?.push(summarize(some));
  }
  return { page, statements: statements.length, bytes: Buffer.byteLength(text), loads: Object.fromEntries(loads) };
}

/** What is measured on a database. */
interface Measured {
  readonly pages: readonly Page[];
  /** Requests and library items in the database. */
  readonly rows: number;
  readonly turns: Turns;
}

/**
 * Measures pages on a filled database, each server in a separate process.
 *
 * @param onSqlite the same rows on SQLite, to compare PostgreSQL with
 */
export async function measurePages(filled: Filled, onSqlite: Filled, { pages, rows, turns }: Measured): Promise<PageFigures[]> {
  const names = REFERENCES[filled.databaseUrl === undefined ? 'sqlite' : 'postgres'];
  const catalogue = await startAudibleSimulator({ books: seriesBooks() });
  const servers: Server[] = [];
  try {
    for (const name of names) servers.push(await start(name, filled, onSqlite, catalogue.url));
    const figures: PageFigures[] = [];
    for (const page of pages) figures.push(await measure(page, rows, servers, turns));
    return figures;
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()));
    await catalogue.close();
  }
}
