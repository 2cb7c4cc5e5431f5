import { copyFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

function stamp(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

/** Puts the key file of the backup into the data directory. A key file that is already there is kept beside it. */
export async function restoreKeys(dataDir: string, keys: string, at: Date): Promise<void> {
  const path = join(dataDir, 'keys.json');
  const fresh = `${path}.restored`;
  await writeFile(fresh, keys, { mode: 0o600 });
  // it is copied, not moved, so that there is always a key file
  await copyFile(path, join(dataDir, `keys.before-restore-${stamp(at)}.json`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, path);
}
