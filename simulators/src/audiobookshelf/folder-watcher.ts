import { readdir } from 'node:fs/promises';
import path from 'node:path';

const LOOK_EVERY_MS = 100;

/** Looks for new files in a folder until it is closed. */
export interface FolderWatcher {
  close(): Promise<void>;
}

async function filesBelow(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/**
 * Reports files that were not there before, except those of the start. It polls, because the operating system reports new folders too
 * late for the files that are already in them.
 */
export async function watchFolder(root: string, onAdded: (file: string) => void): Promise<FolderWatcher> {
  let known = new Set(await filesBelow(root));
  let looking = Promise.resolve();
  let isIdle = true;

  async function look(): Promise<void> {
    const files = await filesBelow(root);
    const added = files.filter((file) => !known.has(file));
    known = new Set(files);
    for (const file of added) onAdded(file);
  }

  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    looking = look().finally(() => (isIdle = true));
  }, LOOK_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
