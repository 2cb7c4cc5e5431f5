/** Kilobits per second a made file may have. */
export type BitrateKbps = 8 | 16 | 24 | 32 | 64 | 128;

/** MPEG-2 layer III at 24 kHz: 576 samples, so 24 ms a frame. */
const FRAME_SECONDS = 0.024;
/** Places of the bit rates in the table of MPEG-2 layer III. */
const BITRATE_INDEX: Readonly<Record<BitrateKbps, number>> = { 8: 1, 16: 2, 24: 3, 32: 4, 64: 8, 128: 12 };
const HEADER_BYTES = 4;
/** Side information of MPEG-2 mono. All zero: no coefficients, which decodes to silence. */
const SIDE_INFO_BYTES = 9;

/** Bytes of one frame: 72 × bit rate ÷ sample rate. */
function frameSize(kbps: BitrateKbps): number {
  return (72 * kbps * 1000) / 24_000;
}

export function frameCount(seconds: number): number {
  return Math.max(1, Math.round(seconds / FRAME_SECONDS));
}

function header(kbps: BitrateKbps): Buffer {
  // Sync, MPEG-2, layer III, no checksum; bit rate, 24 kHz, no padding; mono.
  return Buffer.from([0xff, 0xf3, (BITRATE_INDEX[kbps] << 4) | (1 << 2), 0xc0]);
}

/** A frame of silence. `filler` varies the bytes behind the sound, which decoders skip; 0–127, so that it is never taken for a header. */
export function silentFrame(kbps: BitrateKbps, filler: number): Buffer {
  const bytes = Buffer.alloc(frameSize(kbps), filler & 0x7f);
  header(kbps).copy(bytes);
  bytes.fill(0, HEADER_BYTES, HEADER_BYTES + SIDE_INFO_BYTES);
  return bytes;
}

/**
 * A frame that says how many frames and bytes follow, for players that would guess the duration otherwise.
 *
 * @returns `undefined` when a frame of this bit rate has no room for it
 */
export function infoFrame(kbps: BitrateKbps, frames: number): Buffer | undefined {
  const start = HEADER_BYTES + SIDE_INFO_BYTES;
  const size = frameSize(kbps);
  if (size < start + 16) return undefined;
  const bytes = Buffer.alloc(size);
  header(kbps).copy(bytes);
  bytes.write('Info', start, 'latin1');
  // Bit 0: frames are given; bit 1: bytes are given.
  bytes.writeUInt32BE(3, start + 4);
  bytes.writeUInt32BE(frames, start + 8);
  bytes.writeUInt32BE((frames + 1) * size, start + 12);
  return bytes;
}
