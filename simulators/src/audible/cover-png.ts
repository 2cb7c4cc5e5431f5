import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const SIZE = 300;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

type Rgb = readonly [number, number, number];

function hueToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map((index) => Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share)) as unknown as Rgb;
}

/**
 * A square cover of 300 pixels as PNG: two tones, a disc and a spine whose colors and places follow from the text, so that a book always
 * looks the same.
 */
export function createCoverPng(text: string): Buffer {
  const seed = createHash('sha256').update(text).digest();
  const at = (index: number): number => seed[index] ?? 0;
  const hue = (at(0) * 360) / 256;
  const top = hueToRgb(hue, 0.45, 0.24 + at(1) / 2000);
  const bottom = hueToRgb((hue + 30 + at(2) / 3) % 360, 0.55, 0.5);
  const accent = hueToRgb((hue + 180) % 360, 0.5, 0.72);
  const disc = { x: 90 + (at(3) % 140), y: 90 + (at(4) % 120), r: 36 + (at(5) % 40) };

  const rows = Buffer.alloc(SIZE * (SIZE * 3 + 1));
  for (let y = 0; y < SIZE; y += 1) {
    const tone = mix(top, bottom, y / SIZE);
    for (let x = 0; x < SIZE; x += 1) {
      const inDisc = (x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.r ** 2;
      const inBand = y > 236 && y < 242 && x > 40;
      const color = x < 14 ? mix(tone, [0, 0, 0], 0.35) : inDisc || inBand ? accent : tone;
      const offset = y * (SIZE * 3 + 1) + 1 + x * 3;
      rows.set(color, offset);
    }
  }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
