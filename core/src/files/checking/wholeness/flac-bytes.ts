import { CUT_OFF, UNSURE, WHOLE, type ByteVerdict } from './byte-verdict.js';
import type { FileBytes } from './open-bytes.js';

/** Several frames, whatever the sound. */
const TAIL_BYTES = 256 * 1024;

/** https://www.rfc-editor.org/rfc/rfc9639#name-frame-header-crc */
function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80) !== 0 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}

/** A number coded as UTF-8 codes characters, up to seven bytes. */
function codedNumber(bytes: Buffer): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[0] ?? 0;
  if (first < 0x80) return { value: first, length: 1 };
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7 || bytes.length < length) return undefined;
  let value = length >= 7 ? 0 : first & (0x7f >> length);
  for (const byte of bytes.subarray(1, length)) {
    if ((byte & 0xc0) !== 0x80) return undefined;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, length };
}

/** The first sample of a frame. https://www.rfc-editor.org/rfc/rfc9639#name-frame-header @returns nothing where no frame begins */
function firstSample(head: Buffer, blockSamples: number): number | undefined {
  if (head.length < 16 || head[0] !== 0xff || ((head[1] ?? 0) & 0xfe) !== 0xf8) return undefined;
  const [blockBits, rateBits] = [(head[2] ?? 0) >> 4, (head[2] ?? 0) & 15];
  const coded = codedNumber(head.subarray(4));
  if (!coded || blockBits === 0 || rateBits === 15) return undefined;
  const more = (blockBits === 6 ? 1 : blockBits === 7 ? 2 : 0) + (rateBits === 12 ? 1 : rateBits >= 13 ? 2 : 0);
  const length = 4 + coded.length + more;
  if (head[length] !== crc8(head.subarray(0, length))) return undefined;
  return ((head[1] ?? 0) & 1) === 1 ? coded.value : coded.value * blockSamples;
}

/** Compares the last frame of a FLAC with the samples that its header promises. @param from behind tags in front of it */
export async function flacBytes(bytes: FileBytes, from: number): Promise<ByteVerdict> {
  const info = Buffer.from(await bytes.read(from + 8, 18));
  if (info.length < 18) return CUT_OFF;
  const blockSamples = info.readUInt16BE(2);
  const total = ((info[13] ?? 0) & 15) * 2 ** 32 + info.readUInt32BE(14);
  if (total === 0) return UNSURE;
  const begin = Math.max(from, bytes.size - TAIL_BYTES);
  const tail = Buffer.from(await bytes.read(begin, bytes.size - begin));
  let isFrameSeen = false;
  for (let at = tail.lastIndexOf(0xff); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)) {
    const sample = firstSample(tail.subarray(at, at + 16), blockSamples);
    if (sample === undefined || sample >= total) continue;
    // sound can look like a frame, mostly of another place: one of the last two is enough, and all others prove the end only together
    if (sample + 2 * blockSamples >= total) return WHOLE;
    isFrameSeen = true;
  }
  return isFrameSeen ? CUT_OFF : UNSURE;
}
