import { open } from 'node:fs/promises';

/** Has the system write a file to the disk, so that it is whole after a power cut. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
