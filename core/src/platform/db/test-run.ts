import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let dir: string | undefined;

/** Runs before the first test, in the process that starts the others. It lets tests pass PostgreSQL databases on. */
export function mochaGlobalSetup(): void {
  dir = mkdtempSync(join(tmpdir(), 'lectern-run-'));
  process.env['LECTERN_TEST_KEPT_DATABASES'] = join(dir, 'databases');
}

/** Runs after the last test and drops the databases that were kept. */
export async function mochaGlobalTeardown(): Promise<void> {
  if (dir === undefined) return;
  const names = await readFile(join(dir, 'databases'), 'utf8').catch(() => '');
  if (names !== '') {
    const { dropPostgresDatabase } = await import('./test-postgres.js');
    for (const name of names.trimEnd().split('\n')) await dropPostgresDatabase(name);
  }
  await rm(dir, { recursive: true, force: true });
}
