import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyRing } from './secret-box.js';

/** The process's own secrets. */
export interface ServerKeys {
  readonly ring: KeyRing;
  /** Signs access tokens. */
  readonly jwtKey: Buffer;
}

interface KeyFile {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly jwt: string;
}

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as KeyFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`The key file ${path} cannot be read. Restore it from a backup; without it stored secrets are lost.`, { cause: error });
  }
}

/** Makes the file complete or not at all, and never over an existing one. */
async function writeNew(path: string, content: KeyFile): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  await handle.writeFile(JSON.stringify(content, null, 2));
  await handle.sync();
  await handle.close();
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporary);
}

/** Reads `<data>/keys.json` (mode 0600), making it with fresh random keys at the first start. */
export async function loadServerKeys(dataDir: string): Promise<ServerKeys> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'keys.json');
  let file = await readKeyFile(path);
  if (!file) {
    await writeNew(path, {
      current: 'k1',
      keys: { k1: randomBytes(32).toString('base64') },
      jwt: randomBytes(48).toString('base64'),
    });
    file = await readKeyFile(path);
  }
  if (!file) throw new Error(`The key file ${path} vanished while it was being made.`);
  await chmod(path, 0o600);
  const keys = new Map(Object.entries(file.keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
  return { ring: { current: file.current, keys }, jwtKey: Buffer.from(file.jwt, 'base64') };
}
