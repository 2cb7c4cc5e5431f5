import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@lectern/testbed';
import { askPostgres } from './test-postgres.js';

const run = promisify(execFile);

/** A PostgreSQL server for one spec that would harm every database on its server. */
export interface OwnPostgres {
  /** The address of a database called `postgres`. */
  readonly url: string;
  /** Makes the server the owner of a folder, because it writes only to its own. */
  own(folder: string): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Starts the program of the shared server a second time, with data of its own and as the same user, because PostgreSQL
 * refuses to run as root.
 */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const [facts] = await askPostgres(
    "SELECT current_setting('data_directory') AS data, (SELECT setting FROM pg_config() WHERE name = 'BINDIR') AS programs",
  );
  const { data, programs } = facts as { data: string; programs: string };
  const { uid, gid } = await stat(data);
  const dir = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  await chown(dir, uid, gid);
  const [port = 0] = await freePorts();
  const call = (program: string, ...args: string[]) => run(join(programs, program), ['-D', dir, ...args], { uid, gid, cwd: dir });
  await call('initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  await call('pg_ctl', 'start', '-w', '-s', '-l', join(dir, 'log'), '-o', `-h 127.0.0.1 -p ${port} -k '' -F`);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    own: (folder) => chown(folder, uid, gid),
    async dispose() {
      await call('pg_ctl', 'stop', '-s', '-m', 'immediate');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
