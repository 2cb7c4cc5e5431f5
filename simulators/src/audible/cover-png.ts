import { createHash } from 'node:crypto';
import { createPng, hueToRgb, mix } from './png.js';

const SIZE = 300;

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

  return createPng(SIZE, (x, y) => {
    const tone = mix(top, bottom, y / SIZE);
    const inDisc = (x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.r ** 2;
    const inBand = y > 236 && y < 242 && x > 40;
    return x < 14 ? mix(tone, [0, 0, 0], 0.35) : inDisc || inBand ? accent : tone;
  });
}
