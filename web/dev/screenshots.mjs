/* global localStorage, document */
// Screenshots of every page: node dev/screenshots.mjs <base URL> <output folder> [page names] [--fresh] [--width 390,1440] [--scheme dark,light]
import { mkdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { PAGES as ALL_PAGES, SETUP_PAGES } from './pages.mjs';

const fresh = process.argv.includes('--fresh');
const [base, out, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--fresh');
const PAGES = fresh ? SETUP_PAGES : ALL_PAGES;
const option = (name, fallback) => {
  const index = rest.indexOf(`--${name}`);
  return index < 0 ? fallback : rest.splice(index, 2)[1].split(',');
};
const widths = option('width', ['1440', '1024', '390']).map(Number);
const schemes = option('scheme', ['dark', 'light']);
const [locale] = option('locale', ['']);
const wanted = rest.length > 0 ? PAGES.filter((page) => rest.includes(page.name)) : PAGES;

await mkdir(out, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const scheme of schemes) {
  for (const width of widths) {
    const phone = width < 600;
    const context = await browser.newContext({
      viewport: { width, height: phone ? 844 : 900 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      hasTouch: phone,
      serviceWorkers: 'block',
      locale: 'en-GB',
    });
    if (locale) await context.addInitScript((value) => localStorage.setItem('lectern-locale', value), locale);
    for (const { name, path, session = 'dev-admin', act, full = false } of wanted) {
      await context.clearCookies();
      if (session)
        await context.addCookies(['lectern_session', 'lectern_csrf'].map((cookie) => ({ name: cookie, value: session, url: base })));
      const page = await context.newPage();
      page.on(
        'console',
        (message) => message.type() === 'error' && !/401|404|409|422|503/.test(message.text()) && console.log(`${name}: ${message.text()}`),
      );
      page.on('pageerror', (error) => console.log(`${name}: ${error.message}`));
      await page.goto(base + path, { waitUntil: 'load' });
      await page.waitForTimeout(700);
      try {
        await act?.(page, { phone });
      } catch (error) {
        console.log(`${name} ${width}: ${error.message.split('\n')[0]}`);
      }
      await page.waitForTimeout(350);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (overflow > 0) console.log(`${name} ${width}: ${overflow}px wider than the window`);
      await page.screenshot({ path: `${out}/${name}-${width}-${scheme}.png`, fullPage: full });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
