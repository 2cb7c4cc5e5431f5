import { createHash } from 'node:crypto';

const RATE = 8000;
const SECONDS = 20;

/** A sample to listen to, in place of a voice: 20 seconds of a soft chord, 8-bit mono, whose pitch follows from the text. */
export function createSampleWav(text: string): Buffer {
  const base = 160 + (createHash('sha256').update(text).digest()[0] ?? 0) / 2;
  const length = RATE * SECONDS;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  // PCM, one channel, a byte for each sample
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(length, 40);
  const sound = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) {
    const seconds = at / RATE;
    const swell = Math.sin((Math.PI * seconds) / SECONDS);
    const wave = [1, 1.25, 1.5].reduce((sum, step) => sum + Math.sin(2 * Math.PI * base * step * seconds), 0) / 3;
    sound[at] = 128 + Math.round(60 * swell * wave);
  }
  return Buffer.concat([header, sound]);
}
