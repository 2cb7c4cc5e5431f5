import { UNSURE, type ByteVerdict } from './byte-verdict.js';
import type { FileBytes } from './open-bytes.js';
import { beforeTrailingTags } from './side-tags.js';

/** Kilobits per second of Layer III, of MPEG-1 and of its lower sampling rates: ISO/IEC 11172-3 and 13818-3. */
const BITRATES = {
  full: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = [44_100, 48_000, 32_000];
/** How far behind the tags the first frame is looked for. */
const SEARCHED_BYTES = 128 * 1024;
/** Encoders count the frame of their header, or do not, and round. */
const SLACK_BYTES = 4096;
/** Up to this share, a header may be what is wrong: tags that it counted were taken out later. */
const DOUBTED_SHARE = 0.05;
const EMPTY_BYTES = 2048;

/** Bytes of a frame of Layer III. @returns 0 where there is none */
function frameBytes(head: Buffer): number {
  if (head.length < 4 || head[0] !== 0xff || ((head[1] ?? 0) & 0xe6) !== 0xe2) return 0;
  const version = ((head[1] ?? 0) >> 3) & 3;
  const rate = RATES[((head[2] ?? 0) >> 2) & 3];
  const kilobits = BITRATES[version === 3 ? 'full' : 'low'][(head[2] ?? 0) >> 4];
  if (version === 1 || rate === undefined || kilobits === undefined || kilobits === 0) return 0;
  const padding = ((head[2] ?? 0) >> 1) & 1;
  const [samples, divisor] = version === 3 ? [144, 1] : [72, version === 2 ? 2 : 4];
  return Math.floor((samples * kilobits * 1000) / (rate / divisor)) + padding;
}

/** The first frame that another one follows. */
async function firstFrame(bytes: FileBytes, from: number): Promise<number | undefined> {
  const part = Buffer.from(await bytes.read(from, SEARCHED_BYTES));
  for (let at = part.indexOf(0xff); at >= 0; at = part.indexOf(0xff, at + 1)) {
    const length = frameBytes(part.subarray(at));
    if (length > 0 && frameBytes(Buffer.from(await bytes.read(from + at + length, 4))) > 0) return from + at;
  }
  return undefined;
}

/** The bytes that the header of an encoder promises, from its frame on. @returns nothing where there is no such header, or it does not say */
function promisedBytes(frame: Buffer): number | undefined {
  // VBRI stands at a fixed place: https://www.codeproject.com/Articles/8295/MPEG-Audio-Frame-Header
  if (frame.toString('latin1', 36, 40) === 'VBRI' && frame.length >= 50) return frame.readUInt32BE(46);
  const text = frame.toString('latin1', 0, 200);
  const at = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  if (at < 0 || frame.length < at + 16) return undefined;
  const flags = frame.readUInt32BE(at + 4);
  const hasFrames = (flags & 1) !== 0;
  if ((flags & 2) !== 0) return frame.readUInt32BE(at + (hasFrames ? 12 : 8));
  // frames of one size
  return hasFrames && text.startsWith('Info', at) ? frame.readUInt32BE(at + 8) * frameBytes(frame) : undefined;
}

async function isEmptyBefore(bytes: FileBytes, end: number): Promise<boolean> {
  const tail = await bytes.read(Math.max(0, end - EMPTY_BYTES), EMPTY_BYTES);
  return tail.length > 0 && tail.every((byte) => byte === 0);
}

/** Compares an MP3 with the header of its encoder. @param from behind the tags at its beginning */
export async function mpegBytes(bytes: FileBytes, from: number): Promise<ByteVerdict> {
  const begin = await firstFrame(bytes, from);
  if (begin === undefined) return UNSURE;
  const end = await beforeTrailingTags(bytes);
  const promised = promisedBytes(Buffer.from(await bytes.read(begin, 512)));
  if (promised === undefined || promised === 0) return { is: 'unsure', frames: { format: 'mp3', begin, end, isExact: false } };
  const missing = begin + promised - end;
  if (missing > SLACK_BYTES) {
    // the whole file may have been counted, tags and all
    const mayBeWrong = missing <= promised * DOUBTED_SHARE || promised <= bytes.size;
    return { is: mayBeWrong ? 'unsure' : 'cut_off' };
  }
  const soundEnd = Math.min(end, begin + promised);
  if (await isEmptyBefore(bytes, soundEnd)) return { is: 'empty_end' };
  return { is: 'whole', frames: { format: 'mp3', begin, end: soundEnd, isExact: true } };
}
