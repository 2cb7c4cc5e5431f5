import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyRing } from './secret-box.js';

/** The server's own secrets. */
export interface ServerKeys {
  readonly ring: KeyRing;
  /** Signs access tokens. */
  readonly jwtKey: Buffer;
}

/** The keys cannot be used, in a sentence for whoever starts the server. It quotes nothing of them. */
class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

interface KeyFile {
  readonly current: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly jwt: string;
}

function isKeyFile(value: unknown): value is KeyFile {
  if (typeof value !== 'object' || value === null) return false;
  const { current, keys, jwt } = value as Record<string, unknown>;
  if (typeof current !== 'string' || typeof jwt !== 'string' || typeof keys !== 'object' || keys === null) return false;
  return Object.values(keys).every((key) => typeof key === 'string');
}

async function readKeyFile(path: string): Promise<KeyFile | undefined> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    const why = code === undefined ? 'is damaged' : `cannot be read (${code})`;
    // no cause, because it would quote the keys
    throw new KeyFileError(`The key file ${path} ${why}. Restore it from a backup; without it stored secrets are lost.`);
  }
  if (!isKeyFile(content))
    throw new KeyFileError(`The key file ${path} is damaged. Restore it from a backup; without it stored secrets are lost.`);
  return content;
}

async function writeBeside(path: string, content: KeyFile): Promise<string> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  await handle.writeFile(JSON.stringify(content, null, 2));
  await handle.sync();
  await handle.close();
  return temporary;
}

/** Creates the file completely or not at all, and never replaces an existing one. */
async function writeNew(path: string, content: KeyFile): Promise<void> {
  const temporary = await writeBeside(path, content);
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporary);
}

function toServerKeys(file: KeyFile, origin: string): ServerKeys {
  const keys = new Map(Object.entries(file.keys ?? {}).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
  for (const [id, key] of keys) {
    // a key of another length is damaged; it is never truncated or padded
    if (key.length !== 32) throw new KeyFileError(`The key ${id} in ${origin} has ${key.length} bytes instead of 32.`);
  }
  const jwtKey = Buffer.from(file.jwt ?? '', 'base64');
  if (!keys.has(file.current)) throw new KeyFileError(`${origin} has no key called ${file.current}.`);
  if (jwtKey.length < 32) throw new KeyFileError(`The jwt key in ${origin} is shorter than 32 bytes.`);
  return { ring: { current: file.current, keys }, jwtKey };
}

function parseEnvironment(text: string): KeyFile {
  try {
    const content: unknown = JSON.parse(text);
    if (isKeyFile(content)) return content;
  } catch {
    // no cause, because it would quote the keys
  }
  throw new KeyFileError('LECTERN_KEYS is not the content of a keys.json.');
}

/**
 * Reads `<data>/keys.json` (mode 0600). The first start creates it with random keys.
 *
 * @param environment content of a key file to use instead, `LECTERN_KEYS`
 */
export async function loadServerKeys(dataDir: string, environment?: string): Promise<ServerKeys> {
  if (environment !== undefined) return toServerKeys(parseEnvironment(environment), 'LECTERN_KEYS');
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
  if (!file) throw new KeyFileError(`The key file ${path} vanished while it was being made.`);
  await chmod(path, 0o600);
  return toServerKeys(file, path);
}

/** A change to the key file. */
export interface KeyChange {
  /** Adds a new key, which seals from now on. The others still open. */
  readonly add?: boolean;
  /** Ids of keys to drop. Whatever they sealed is lost. */
  readonly drop?: readonly string[];
  /** Replaces the key for access tokens, which makes all existing access tokens invalid. */
  readonly newJwt?: boolean;
}

/** Rewrites `<data>/keys.json`, completely or not at all. @throws Error if there is none, or if the current key would be dropped */
export async function changeServerKeys(dataDir: string, { add = false, drop = [], newJwt = false }: KeyChange): Promise<ServerKeys> {
  const path = join(dataDir, 'keys.json');
  const file = await readKeyFile(path);
  if (!file) throw new Error(`There is no key file ${path}.`);
  const numbers = Object.keys(file.keys).map((id) => Number(/^k(\d+)$/.exec(id)?.[1] ?? 0));
  const id = `k${Math.max(0, ...numbers) + 1}`;
  const current = add ? id : file.current;
  if (drop.includes(current)) throw new Error(`The key ${current} is in use.`);
  const kept = Object.entries(file.keys).filter(([name]) => !drop.includes(name));
  const changed: KeyFile = {
    current,
    keys: Object.fromEntries(add ? [...kept, [id, randomBytes(32).toString('base64')]] : kept),
    jwt: newJwt ? randomBytes(48).toString('base64') : file.jwt,
  };
  await rename(await writeBeside(path, changed), path);
  return toServerKeys(changed, path);
}
