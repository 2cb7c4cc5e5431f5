import { UNSURE, type ByteVerdict } from './byte-verdict.js';
import { apeBytes, asfBytes, chunkBytes, matroskaBytes } from './container-bytes.js';
import { flacBytes } from './flac-bytes.js';
import { mp4Bytes } from './mp4-bytes.js';
import { mpegBytes } from './mpeg-bytes.js';
import { oggBytes } from './ogg-bytes.js';
import { withBytes, type FileBytes } from './open-bytes.js';
import { afterLeadingTags, beforeTrailingTags } from './side-tags.js';

type Judge = (bytes: FileBytes, from: number) => Promise<ByteVerdict>;

/** Frames without a container: their number is all that tells a length. */
function bareFrames(format: 'aac' | 'ac3'): Judge {
  return async (bytes, begin) => ({ is: 'unsure', frames: { format, begin, end: await beforeTrailingTags(bytes), isExact: false } });
}

const ATOMS = /^(?:ftyp|moov|mdat|free|skip|wide)$/;

function judgeOf(head: Buffer): Judge | undefined {
  const text = head.toString('latin1');
  if (ATOMS.test(text.slice(4, 8))) return mp4Bytes;
  if (text.startsWith('OggS')) return oggBytes;
  if (text.startsWith('fLaC')) return flacBytes;
  if (/^(?:RIFF|RF64|FORM)/.test(text)) return chunkBytes;
  if (text.startsWith('MAC ')) return apeBytes;
  if (head.toString('hex', 0, 4) === '1a45dfa3') return matroskaBytes;
  if (head.toString('hex', 0, 4) === '3026b275') return asfBytes;
  if (head.toString('hex', 0, 2) === '0b77') return bareFrames('ac3');
  // the bits of the layer, which ADTS has none of
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return bareFrames('aac');
  return undefined;
}

/**
 * Compares the bytes of an audio file with what its header promises. Reads little of it, except of an Ogg, which promises nothing and whose pages
 * are walked.
 *
 * @throws the fault of the system when it cannot be read; the signal's reason
 */
export function judgeBytes(path: string, signal?: AbortSignal): Promise<ByteVerdict> {
  return withBytes(path, signal, async (bytes) => {
    if (bytes.size === 0) return UNSURE;
    const from = await afterLeadingTags(bytes);
    const judge = judgeOf(Buffer.from(await bytes.read(from, 16))) ?? mpegBytes;
    return judge(bytes, from);
  });
}
