import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A separate file system, for tests that fill it up. */
export interface SmallDisk {
  readonly dir: string;
  /** Fills it, leaving this many bytes free, rounded down to whole pages. */
  fill(leave?: number): Promise<void>;
  /** Makes room again. */
  empty(): Promise<void>;
  /** Remounts it read-only or writable. */
  remount(mode: 'ro' | 'rw'): Promise<void>;
  dispose(): Promise<void>;
}

/**
 * Mounts a file system in memory with that size.
 *
 * @returns `undefined` if this user may not mount one
 * @throws if `LECTERN_TEST_REQUIRE_ALL` forbids skipping tests
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-disk-'));
  const ballast = join(dir, 'ballast');
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir]);
  } catch (error) {
    await rm(dir, { recursive: true, force: true });
    if (process.env['LECTERN_TEST_REQUIRE_ALL'] === '1') throw error;
    console.log('    skipped: mounting a file system needs root');
    return undefined;
  }
  await chmod(dir, 0o700);
  return {
    dir,
    async fill(leave = 0) {
      await rm(ballast, { force: true });
      const { bfree, bsize } = await statfs(dir);
      // asks for more than fits, because other writers change how much is free: it keeps whatever fitted
      await writeFile(ballast, Buffer.alloc((bfree + 1) * bsize)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      });
      if (leave > 0) await truncate(ballast, Math.max(0, (await stat(ballast)).size - Math.ceil(leave / bsize) * bsize));
    },
    empty: () => rm(ballast, { force: true }),
    remount: async (mode) => void (await run('mount', ['-o', `remount,${mode}`, dir])),
    async dispose() {
      await run('umount', ['-l', dir]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}
