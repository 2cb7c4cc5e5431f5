import { askPostgres } from '@lectern/core/testing';
import { readFile } from 'node:fs/promises';

/** Nanoseconds that a process of PostgreSQL has had a core; `undefined`: it is none, not of this machine, or Linux does not say. */
async function nanosecondsOf(pid: number): Promise<number | undefined> {
  try {
    const [name, times] = await Promise.all(['comm', 'schedstat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8')));
    return name?.startsWith('postgres') ? Number(times?.split(' ')[0]) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Counts the processor time of the connections that Lectern has to a database on this machine. A connection that ends between two calls takes
 * what it did since the first with it.
 *
 * @returns a function that tells the milliseconds so far, which never grow less; always 0 where they cannot be known
 */
export function watchDatabaseCpu(databaseUrl: string): () => Promise<number> {
  const name = new URL(databaseUrl).pathname.slice(1);
  let known = new Map<number, number>();
  let total = 0;
  return async () => {
    const rows = (await askPostgres(`SELECT pid FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'lectern'`)) as {
      pid: number;
    }[];
    const now = new Map<number, number>();
    for (const { pid } of rows) {
      const nanoseconds = await nanosecondsOf(pid);
      if (nanoseconds === undefined) continue;
      now.set(pid, nanoseconds);
      total += nanoseconds - (known.get(pid) ?? 0);
    }
    known = now;
    return total / 1e6;
  };
}
