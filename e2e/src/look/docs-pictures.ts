// Makes the pictures of the documentation: `npm run docs:pictures -- [names]`
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { filledIn, type BrowserScene } from '../browser/browser-scene.spec.support.js';
import { putInto } from './browser-states.js';
import { PICTURES, type Picture } from './documented.js';
import { PAGES } from './pages.js';
import { seedScene, type SeededScene } from './seeded-scene.js';
import { withScene } from './with-scene.js';

const FOLDER = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/** Covers, opening sheets and charts rest by then. */
const SETTLED_MS = 1200;
const QUALITY = 82;

async function take(scene: BrowserScene, seeded: SeededScene, { name, of, width, height, scheme = 'light' }: Picture): Promise<void> {
  const looked = PAGES.find((page) => page.name === of);
  if (!looked) throw new Error(`Nothing that is looked at is called ${of}.`);
  const { path, as = 'admin', state, act } = looked;
  const isPhone = width < 600;
  const context = await scene.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    ...(isPhone ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
  });
  await context.addCookies([...(await seeded.cookiesOf(as))]);
  const tab = await scene.open({ in: context });
  for (const one of [state ?? []].flat()) await putInto(tab, one);
  await tab.goto(typeof path === 'string' ? path : path(seeded.demo));
  await filledIn(tab);
  await act?.(tab);
  // a ring around what was pressed last says nothing in a picture
  await tab.evaluate('document.activeElement?.blur()');
  await tab.waitForTimeout(SETTLED_MS);
  const session = await context.newCDPSession(tab);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const picture = Buffer.from(data, 'base64');
  await writeFile(`${FOLDER}${name}.webp`, picture);
  console.log(`${name}.webp: ${Math.round(picture.length / 1000)} kB`);
  await context.close();
}

const wanted = process.argv.slice(2);
await withScene(async (scene) => {
  const seeded = await seedScene(scene, console.log);
  for (const picture of PICTURES) if (wanted.length === 0 || wanted.includes(picture.name)) await take(scene, seeded, picture);
});
