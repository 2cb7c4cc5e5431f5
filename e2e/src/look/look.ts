// Looks at every page of a demo that has been lived in: `npm run look -- --help`
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext } from 'playwright-core';
import { runAxe, filledIn, type BrowserScene } from '../browser/browser-scene.spec.support.js';
import { putInto } from './browser-states.js';
import { giveForeignTitles } from './foreign-titles.js';
import { inLanguage } from './in-language.js';
import { keyboardFindings } from './keyboard-walk.js';
import type { LookedAt } from './looked-at.js';
import { PAGES, SETUP_PAGES } from './pages.js';
import { seedScene, type SeededScene } from './seeded-scene.js';
import { withScene } from './with-scene.js';

const HELP = `npm run look -- [names of pages] [options]

  --out <folder>     screenshots go there; without it none are taken
  --axe              runs axe on every page, and ends with 1 if it finds anything
  --width <list>     default 1440,1024,390
  --scheme <list>    default dark,light
  --zoom 200         as a browser shows the page at that many percent
  --keyboard         walks every page by Tab, and names each stop that is out of view, covered or unmarked
  --foreign          books have long titles, titles of other scripts and titles from right to left
  --locale de        the language of the browser; en-XA is the pseudo-locale: words that stay plain are in no catalogue
  --list             names the pages, and ends`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    axe: { type: 'boolean', default: false },
    width: { type: 'string', default: '1440,1024,390' },
    scheme: { type: 'string', default: 'dark,light' },
    zoom: { type: 'string', default: '100' },
    keyboard: { type: 'boolean', default: false },
    foreign: { type: 'boolean', default: false },
    locale: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const complaints: string[] = [];
function complain(text: string): void {
  complaints.push(text);
  console.log(text);
}

/** Time for pictures, colors and opening lists to settle. */
const SETTLED_MS = 400;

async function look(
  context: BrowserContext,
  scene: BrowserScene,
  seeded: SeededScene | undefined,
  page: LookedAt,
  shot: string,
): Promise<void> {
  const { name, path, as = 'admin', full = false, state, act } = page;
  await context.clearCookies();
  if (seeded) await context.addCookies([...(await seeded.cookiesOf(as))]);
  const tab = await scene.open({ in: context });
  try {
    const states = state ? [state].flat() : [];
    const hasAsked = await Promise.all(states.map((one) => putInto(tab, one)));
    await tab.goto(typeof path === 'string' ? path : seeded ? path(seeded.demo) : '/');
    // the page never fills in while its answer is held back
    if (name.endsWith('-loading')) await tab.getByRole('navigation').first().waitFor();
    else await filledIn(tab);
    await act?.(await inLanguage(tab, values.locale ?? 'en'));
    await tab.waitForTimeout(SETTLED_MS);
    for (const [index, { path: asked }] of states.entries())
      if (hasAsked[index]?.() === false) complain(`${shot}: the page did not ask for ${asked}`);
    const wider = await tab.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (wider > 0) complain(`${shot}: ${wider} px wider than the window`);
    // bars that stay in view would lie across the middle of a long picture
    if (full) await tab.evaluate('scrollTo(0, 0)');
    if (values.out !== undefined) await tab.screenshot({ path: join(values.out, `${shot}.png`), fullPage: full });
    if (values.keyboard) {
      const { stops, findings } = await keyboardFindings(tab);
      console.log(`${shot}: ${stops} stops`);
      for (const finding of findings) complain(`${shot}: ${finding}`);
    }
    if (values.axe) for (const finding of await runAxe(tab)) complain(`${shot}: ${finding}`);
  } catch (error) {
    complain(`${shot}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
  } finally {
    await tab.close();
  }
}

const PSEUDO_LOCALE = 'en-XA';
const isPseudo = values.locale === PSEUDO_LOCALE;

async function lookAtAll(scene: BrowserScene, seeded: SeededScene | undefined, pages: readonly LookedAt[]): Promise<void> {
  for (const scheme of values.scheme.split(',')) {
    for (const width of values.width.split(',').map(Number)) {
      const isPhone = width < 600;
      const zoom = Number(values.zoom) / 100;
      const context = await scene.newContext({
        viewport: { width: Math.round(width / zoom), height: Math.round((isPhone ? 844 : 900) / zoom) },
        deviceScaleFactor: zoom,
        colorScheme: scheme === 'light' ? 'light' : 'dark',
        ...(values.locale === undefined || isPseudo ? {} : { locale: values.locale }),
        ...(isPhone ? { hasTouch: true, isMobile: true } : {}),
      });
      // a browser cannot ask for it, and nobody's own language replaces it
      if (isPseudo) await context.addInitScript(`localStorage.setItem('lectern-locale', '${PSEUDO_LOCALE}')`);
      if (values.foreign) await giveForeignTitles(context);
      for (const page of pages) await look(context, scene, seeded, page, `${page.name}-${width}-${scheme}`);
      await context.close();
    }
  }
}

function wanted(pages: readonly LookedAt[]): readonly LookedAt[] {
  return positionals.length === 0 ? pages : pages.filter(({ name }) => positionals.includes(name));
}

async function main(): Promise<number> {
  if (values.help) console.log(HELP);
  if (values.list) console.log([...SETUP_PAGES, ...PAGES].map(({ name }) => name).join('\n'));
  if (values.help || values.list) return 0;
  if (values.out !== undefined) await mkdir(values.out, { recursive: true });
  await withScene(async (scene) => {
    await lookAtAll(scene, undefined, wanted(SETUP_PAGES));
    if (wanted(PAGES).length > 0) await lookAtAll(scene, await seedScene(scene, console.log), wanted(PAGES));
  });
  console.log(complaints.length === 0 ? 'Nothing to complain of.' : `${complaints.length} complaints.`);
  return complaints.length === 0 ? 0 : 1;
}

process.exitCode = await main();
