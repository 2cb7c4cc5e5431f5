import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

import { makeId3 } from './id3.js';
import type { AudioTags } from './id3.js';
import { frameCount, infoFrame, silentFrame } from './mpeg-frames.js';
import type { BitrateKbps } from './mpeg-frames.js';

export interface AudioFileOptions extends AudioTags {
  /** Rounded to 24 ms. */
  readonly seconds: number;
  /** Default 8, which is 1,000 bytes a second. */
  readonly bitrateKbps?: BitrateKbps;
  /** Files with different seeds differ from the first to the last byte. Default: the tags. */
  readonly seed?: string;
}

const FRAMES_PER_WRITE = 20_000;

/** The file in parts, so that a long one need not fit into memory. */
function* parts(options: AudioFileOptions): Generator<Buffer> {
  const kbps = options.bitrateKbps ?? 8;
  const tag = makeId3(options);
  const seed = createHash('sha256')
    .update(options.seed ?? tag)
    .digest();
  const frames = frameCount(options.seconds);
  // Takes the place of one frame of sound; players do not play it and do not count it.
  const info = infoFrame(kbps, frames);
  yield tag;
  if (info) yield info;
  const cycle = Buffer.concat(Array.from(seed, (byte) => silentFrame(kbps, byte)));
  const frameBytes = cycle.length / seed.length;
  const block = Buffer.concat(Array.from({ length: Math.ceil(Math.min(frames, FRAMES_PER_WRITE) / seed.length) }, () => cycle));
  const blockFrames = block.length / frameBytes;
  for (let left = frames; left > 0; left -= blockFrames) yield block.subarray(0, Math.min(left, blockFrames) * frameBytes);
}

/**
 * Makes a real MP3 file: silence in valid MPEG-2 layer III frames with an ID3v2.3 tag. Needs no encoder. Players,
 * ffprobe and tag libraries read its tags and its duration.
 */
export function makeAudioFile(options: AudioFileOptions): Buffer {
  return Buffer.concat([...parts(options)]);
}

/**
 * Writes the same file as {@link makeAudioFile}, without holding it in memory.
 *
 * @returns bytes written
 */
export async function writeAudioFile(path: string, options: AudioFileOptions): Promise<number> {
  const file = await open(path, 'w');
  let size = 0;
  try {
    for (const part of parts(options)) {
      await file.writeFile(part);
      size += part.length;
    }
  } finally {
    await file.close();
  }
  return size;
}
