import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export const run = promisify(execFile);

/** Mounts a new file system in memory. @returns whether this user may mount one */
async function mountTmpfs(dir: string, kilobytes: number): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', dir]).then(
    () => true,
    () => false,
  );
}

/**
 * Mounts a new file system in memory, or says why the test is skipped.
 *
 * @throws if `LECTERN_TEST_REQUIRE_ALL` forbids skipping tests
 */
export async function mountOrSkip(test: { skip(): never }, dir: string, kilobytes: number): Promise<void> {
  if (await mountTmpfs(dir, kilobytes)) return;
  if (process.env['LECTERN_TEST_REQUIRE_ALL'] === '1') throw new Error('A file system cannot be mounted here, which root may.');
  console.log('    skipped: mounting a file system needs root');
  test.skip();
}
