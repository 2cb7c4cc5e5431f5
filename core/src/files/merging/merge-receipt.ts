import { access, open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { sampledFileHash } from '../sampled-hash.js';
import type { MergedBook } from './merge-book.js';

const NAME = 'merged.json';

/** Notes beside a merged file that it was checked, and what it was made of. */
export async function writeReceipt(folder: string, key: string, book: MergedBook): Promise<void> {
  const file = await open(join(folder, NAME), 'w');
  try {
    await file.writeFile(JSON.stringify({ key, book }));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a folder holds a merged file that was checked. */
export function hasMergeReceipt(folder: string): Promise<boolean> {
  return access(join(folder, NAME)).then(
    () => true,
    () => false,
  );
}

/** The merged file of a run that was cut off after it had checked it; `undefined` if it is not whole, or of other files. */
export async function findReceipt(folder: string, key: string): Promise<MergedBook | undefined> {
  try {
    const { key: found, book } = JSON.parse(await readFile(join(folder, NAME), 'utf8')) as { key: string; book: MergedBook };
    if (found !== key || (await stat(book.path)).size !== book.size) return undefined;
    return (await sampledFileHash(book.path)) === book.hash ? book : undefined;
  } catch {
    return undefined;
  }
}
