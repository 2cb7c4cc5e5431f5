import { fileURLToPath } from 'node:url';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { putInto } from '../look/browser-states.js';
import type { LookedAt } from '../look/looked-at.js';
import { PAGES } from '../look/pages.js';
import { seedScene, type SeededScene } from '../look/seeded-scene.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

const [WALK, STRUCTURE] = ['keyboard-walk', 'page-structure'].map((name) =>
  fileURLToPath(new URL(`__fixtures__/${name}.js`, import.meta.url)),
);
/** A long list is walked as far as this; what comes before the last stop has been reached. */
const MOST_STEPS = 70;
/** So many presses of the key are one step; the page keeps the diary by itself. */
const AT_ONCE = 8;
/** Places that wait to be filled. */
const WAITING = '.mantine-Skeleton-root, [aria-busy="true"]';
/** States with less on them than another state of the same page. */
const LESS = /-(?:loading|error|empty|none|stale|silent|no-asin|running|missing|forbidden|cancelled|without-picture|few|safe-mode)$/;
/** The Tab key closes a menu; a form that was refused moves the focus by itself. */
const OTHERWISE = new Set(['user-menu', 'book-menu', 'settings-errors']);
/** The navigation is the same on all pages; it is walked on these. */
const WITH_FRAME = new Set(['home', 'home-reader', 'admin', 'sign-in', 'register']);

/** Walks the uppermost layer of a page once around. Returns what is wrong with its stops. */
async function walk(page: Page, isFrameWalked: boolean): Promise<string[]> {
  const expected = await page.evaluate<number>(`keyboardWalk.begin(${isFrameWalked})`);
  let isRound = false;
  for (let step = 0; step < Math.min(expected + 12, MOST_STEPS) && !isRound; step += AT_ONCE) {
    for (let press = 0; press < AT_ONCE; press += 1) await page.keyboard.press('Tab');
    isRound = await page.evaluate<boolean>('keyboardWalk.isRound()');
  }
  return page.evaluate<string[]>(`keyboardWalk.end(${isRound})`);
}

requireOrSkip('chromium')('every page', () => {
  let scene: BrowserScene;
  let seeded: SeededScene;
  const contexts = new Map<string, Promise<BrowserContext>>();
  const ahead = new Map<LookedAt, Promise<Page>>();

  before(async () => {
    scene = await startBrowserScene();
    seeded = await seedScene(scene, () => undefined);
  });
  after(() => scene?.stop());

  async function newContext(): Promise<BrowserContext> {
    const context = await scene.newContext();
    for (const path of [WALK, STRUCTURE]) await context.addInitScript({ path });
    return context;
  }

  async function contextOf(who: NonNullable<LookedAt['as']>): Promise<BrowserContext> {
    // kept while it opens: a page and the next one ask at the same time
    const opening = contexts.get(who) ?? newContext();
    contexts.set(who, opening);
    const context = await opening;
    await context.addCookies([...(await seeded.cookiesOf(who))]);
    return context;
  }

  async function opened({ name, path, as = 'admin', state, act }: LookedAt): Promise<Page> {
    const page = await scene.open({ in: await contextOf(as) });
    for (const one of [state ?? []].flat()) await putInto(page, one);
    await page.goto(typeof path === 'string' ? path : path(seeded.demo));
    if (/-loading$/.test(name)) await page.locator(WAITING).first().waitFor();
    else await filledIn(page);
    await act?.(page);
    return page;
  }

  /** Opens a page, and begins to open the next one, which mostly waits. */
  function take(looked: LookedAt): Promise<Page> {
    const page = ahead.get(looked) ?? opened(looked);
    const next = PAGES[PAGES.indexOf(looked) + 1];
    if (next) {
      const opening = opened(next);
      // it fails where it is taken
      opening.catch(() => undefined);
      ahead.set(next, opening);
    }
    return page;
  }

  for (const looked of PAGES) {
    const isWalked = !LESS.test(looked.name) && !OTHERWISE.has(looked.name);
    it(`${isWalked ? 'has its parts named, and each control in the way of the Tab key' : 'has its parts named'}: ${looked.name}`, async () => {
      const page = await take(looked);
      try {
        const parts = await page.evaluate<string[]>('pageStructure.faults()');
        const stops = isWalked ? await walk(page, WITH_FRAME.has(looked.name)) : [];

        expect([...parts, ...stops].join('\n')).to.equal('');
      } finally {
        await page.close();
      }
    });
  }
});
