import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import sqlite3 from 'sqlite3';

/**
 * The reference for comparison: a Koa handler that runs given statements on the sqlite3 driver, each prepared once, and
 * answers with a given payload. Started as `reference-server [file of the database]`; messages tell it what to do.
 */

/** A recorded statement. */
export interface HeardStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** Its instructions: from now on, run these and answer with this. */
export interface ReferenceTask {
  readonly statements: readonly HeardStatement[];
  readonly payload: unknown;
}

type Run = () => Promise<unknown[]>;

function prepare(database: sqlite3.Database, { sql, params }: HeardStatement): Promise<Run> {
  return new Promise((resolve, reject) => {
    const statement = database.prepare(sql, (error) => {
      if (error) return reject(error);
      resolve(
        () =>
          new Promise((done, fail) => {
            statement.all([...params], (problem: Error | null, rows: unknown[]) => (problem ? fail(problem) : done(rows)));
          }),
      );
    });
  });
}

const [file] = process.argv.slice(2);
const database = file === undefined ? undefined : new sqlite3.Database(file, sqlite3.OPEN_READONLY);
let runs: readonly Run[] = [];
let payload: unknown = {};

const app = new Koa();
app.use(async (ctx) => {
  for (const run of runs) await run();
  ctx.body = payload;
});
const handle = app.callback();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

process.on('message', (task: ReferenceTask & { cpu?: boolean }) => {
  if (task.cpu) {
    process.send?.(process.cpuUsage());
    return;
  }
  void (async () => {
    payload = task.payload;
    runs = database ? await Promise.all(task.statements.map((statement) => prepare(database, statement))) : [];
    process.send?.({ ready: true });
  })();
});
process.once('SIGTERM', () => process.exit(0));
process.send?.({ port: (server.address() as AddressInfo).port });
