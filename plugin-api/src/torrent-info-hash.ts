import { createHash } from 'node:crypto';

const MAX_DEPTH = 100;

class BencodeError extends Error {}

/** Reads the length prefix at `at`. @returns where the string starts and ends */
function stringAt(bytes: Uint8Array, at: number): { start: number; end: number } {
  let length = 0;
  let index = at;
  for (; bytes[index] !== 0x3a; index += 1) {
    const digit = (bytes[index] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || index - at > 10) throw new BencodeError('bad string length');
    length = length * 10 + digit;
  }
  const start = index + 1;
  const end = start + length;
  if (index === at || end > bytes.length) throw new BencodeError('string runs past the end');
  return { start, end };
}

/** @returns the offset after the value at `at` */
function skip(bytes: Uint8Array, at: number, depth: number): number {
  if (depth > MAX_DEPTH) throw new BencodeError('nested too deeply');
  const type = bytes[at];
  if (type === 0x69) {
    const end = bytes.indexOf(0x65, at);
    if (end < 0) throw new BencodeError('unfinished integer');
    return end + 1;
  }
  if (type !== 0x64 && type !== 0x6c) return stringAt(bytes, at).end;
  let index = at + 1;
  while (bytes[index] !== 0x65) {
    if (index >= bytes.length) throw new BencodeError('unfinished list or dictionary');
    if (type === 0x64) index = stringAt(bytes, index).end;
    index = skip(bytes, index, depth + 1);
  }
  return index + 1;
}

/** @returns the raw bytes of each member of the dictionary at `at` */
function members(bytes: Uint8Array, at: number): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let index = at + 1;
  while (bytes[index] !== 0x65) {
    if (index >= bytes.length) throw new BencodeError('unfinished dictionary');
    const key = stringAt(bytes, index);
    const end = skip(bytes, key.end, 1);
    found.set(Buffer.from(bytes.subarray(key.start, key.end)).toString('latin1'), bytes.subarray(key.end, end));
    index = end;
  }
  return found;
}

/**
 * The info hash of a `.torrent` file: SHA-1 over the bytes of the info dictionary in the file. A file that describes
 * only a version 2 torrent (BEP 52) gets the first 20 bytes of its SHA-256, as in clients.
 *
 * @returns 40 lower-case hex digits, or `undefined` if the bytes are not a torrent file
 * @since 1.9.0
 */
export function torrentInfoHash(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0x64) return undefined;
  try {
    const info = members(bytes, 0).get('info');
    if (info?.[0] !== 0x64) return undefined;
    // hashes of pieces are a string, which begins with its length
    const first = members(info, 0).get('pieces')?.[0] ?? 0;
    const onlyVersion2 = first < 0x30 || first > 0x39;
    return createHash(onlyVersion2 ? 'sha256' : 'sha1')
      .update(info)
      .digest('hex')
      .slice(0, 40);
  } catch (error) {
    if (error instanceof BencodeError) return undefined;
    throw error;
  }
}
