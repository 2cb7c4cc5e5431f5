import { CUT_OFF, UNSURE, within, type ByteVerdict } from './byte-verdict.js';
import type { FileBytes } from './open-bytes.js';

const UNKNOWN = 0xffffffff;
const MOST_CHUNKS = 1000;
/** What fits into 31 or 32 bits. Who writes into a pipe and knows no length states as much, or a little less: SoX 0x7ffff000, in whole blocks. */
const MOST_STATED = [2 ** 31, 2 ** 32];
const LITTLE_LESS = 0x10000;

/** Compares a WAV or AIFF with the size of its sound. https://www.rfc-editor.org/rfc/rfc2361, and EBU Tech 3306 for those above 4 GB */
export async function chunkBytes(bytes: FileBytes): Promise<ByteVerdict> {
  const isBig = (await bytes.read(0, 4)).toString('latin1') === 'FORM';
  let at = 12;
  let long: number | undefined;
  for (let count = 0; count < MOST_CHUNKS; count += 1) {
    const head = await bytes.read(at, 24);
    if (head.length < 8) return UNSURE;
    const name = head.toString('latin1', 0, 4);
    const length = isBig ? head.readUInt32BE(4) : head.readUInt32LE(4);
    if (name === 'ds64' && head.length === 24) long = Number(head.readBigUInt64LE(16));
    if (name === 'data' || name === 'SSND') {
      const size = length === UNKNOWN ? long : length;
      // written to a pipe, of which nobody knew the length
      if (size === undefined || size === 0) return UNSURE;
      const verdict = within(bytes.size, at + 8 + size, 8);
      const isGuess = size === length && !isBig && MOST_STATED.some((most) => length <= most && length >= most - LITTLE_LESS);
      return isGuess && verdict === CUT_OFF ? UNSURE : verdict;
    }
    at += 8 + length + (length % 2);
  }
  return UNSURE;
}

/** An element's size: its first byte tells how many bytes it has. https://www.rfc-editor.org/rfc/rfc8794#section-4 */
function vint(bytes: Buffer): { readonly value: number | undefined; readonly length: number } {
  const length = Math.clz32((bytes[0] ?? 0) << 24) + 1;
  if (length > 8 || bytes.length < length) return { value: undefined, length };
  let value = (bytes[0] ?? 0) & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (const byte of bytes.subarray(1, length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? undefined : value, length };
}

/** Compares a Matroska or WebM with the size of its segment. */
export async function matroskaBytes(bytes: FileBytes): Promise<ByteVerdict> {
  const head = vint(Buffer.from(await bytes.read(4, 8)));
  const segment = 4 + head.length + (head.value ?? 0);
  const start = Buffer.from(await bytes.read(segment, 12));
  if (head.value === undefined || start.length < 12 || start.readUInt32BE(0) !== 0x18538067) return UNSURE;
  const size = vint(start.subarray(4));
  return size.value === undefined ? UNSURE : within(bytes.size, segment + 4 + size.length + size.value);
}

const ASF_DATA = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex');

/** Compares a WMA with the size of its data object: Advanced Systems Format, 4.1 and 5.1. */
export async function asfBytes(bytes: FileBytes): Promise<ByteVerdict> {
  const head = await bytes.read(0, 24);
  const data = head.length < 24 ? 0 : Number(head.readBigUInt64LE(16));
  const start = await bytes.read(data, 24);
  if (data === 0 || start.length < 24 || !start.subarray(0, 16).equals(ASF_DATA)) return UNSURE;
  const size = Number(start.readBigUInt64LE(16));
  return size === 0 ? UNSURE : within(bytes.size, data + size);
}

/** Compares a Monkey's Audio file with the sizes of its parts, which it states since version 3.98. */
export async function apeBytes(bytes: FileBytes, from: number): Promise<ByteVerdict> {
  const head = await bytes.read(from, 36);
  if (head.length < 36 || head.readUInt16LE(4) < 3980) return UNSURE;
  const parts = [8, 12, 16, 20, 24, 32].map((at) => head.readUInt32LE(at));
  const end = from + parts.reduce((sum, part) => sum + part, 0) + head.readUInt32LE(28) * 2 ** 32;
  return within(bytes.size, end);
}
