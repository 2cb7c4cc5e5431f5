// Draws the PNG icons of the installed app from the SVG ones: `node web/scripts/draw-icons.mjs`. It needs Chromium; the pictures are committed.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const folder = join(import.meta.dirname, '../public');
const ICONS = [
  { from: 'icon.svg', to: 'icon-192.png', size: 192 },
  { from: 'icon.svg', to: 'icon-512.png', size: 512 },
  { from: 'icon-maskable.svg', to: 'icon-maskable-192.png', size: 192 },
  { from: 'icon-maskable.svg', to: 'icon-maskable-512.png', size: 512 },
  // iOS rounds the corners itself
  { from: 'icon-maskable.svg', to: 'apple-touch-icon.png', size: 180 },
  // the status bar of Android takes the shape alone, in a color of its own
  { from: 'badge.svg', to: 'badge-96.png', size: 96 },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (const { from, to, size } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const svg = await readFile(join(folder, from), 'utf8');
    await page.setContent(`<style>body { margin: 0 } svg { display: block; inline-size: ${size}px; block-size: ${size}px }</style>${svg}`);
    await page.screenshot({ path: join(folder, to), omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
