/* global document */
// Runs axe on every page: node dev/check-accessibility.mjs <base URL> [page names]
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';
import { PAGES } from './pages.mjs';

const [base, ...names] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wanted = names.length > 0 ? PAGES.filter((page) => names.includes(page.name)) : PAGES;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let findings = 0;
for (const [width, scheme] of [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
]) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
    serviceWorkers: 'block',
  });
  for (const { name, path, session = 'dev-admin', act } of wanted) {
    await context.clearCookies();
    if (session)
      await context.addCookies(['lectern_session', 'lectern_csrf'].map((cookie) => ({ name: cookie, value: session, url: base })));
    const page = await context.newPage();
    await page.goto(base + path);
    await page.waitForTimeout(600);
    await act?.(page, { phone: width < 600 }).catch((error) => console.log(`${name}: ${error.message.split('\n')[0]}`));
    await page.waitForTimeout(300);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    for (const violation of violations) {
      findings += 1;
      console.log(`${name} ${width} ${scheme}: ${violation.impact} ${violation.id}: ${violation.help}`);
      for (const node of violation.nodes.slice(0, 3)) console.log(`    ${node.html.slice(0, 140)}  ${node.any[0]?.message ?? ''}`);
    }
    await page.close();
  }
  await context.close();
}
await browser.close();
console.log(`${findings} findings`);
process.exitCode = findings > 0 ? 1 : 0;
