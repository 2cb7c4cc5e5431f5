import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A secret in the forms it may travel in. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ];
}

/** Lists the files of a folder and of those in it. */
export async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The bytes of a file as characters; none of one that a running server has removed since it was listed. */
export async function bytesOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
}
