import { createHash } from 'node:crypto';
import { createPng, hueToRgb, mix } from './png.js';

const SIZE = 400;

/** A square picture of a person as PNG, head and shoulders in two tones that follow from the name. */
export function createPortraitPng(name: string): Buffer {
  const seed = createHash('sha256').update(name).digest();
  const at = (index: number): number => seed[index] ?? 0;
  const hue = (at(0) * 360) / 256;
  const light = hueToRgb(hue, 0.35, 0.78);
  const dark = hueToRgb(hue, 0.4, 0.55);
  const figure = hueToRgb((hue + 200) % 360, 0.3, 0.24 + at(1) / 2500);
  const head = { y: 150 + (at(2) % 16), width: 58 + (at(3) % 12), height: 74 + (at(4) % 14) };

  return createPng(SIZE, (x, y) => {
    const isHead = ((x - 200) / head.width) ** 2 + ((y - head.y) / head.height) ** 2 < 1;
    const isShoulder = ((x - 200) / 150) ** 2 + ((y - 420) / 165) ** 2 < 1;
    return isHead || isShoulder ? figure : mix(light, dark, y / SIZE);
  });
}
