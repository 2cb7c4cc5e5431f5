import { requireOrSkip } from '@lectern/testbed';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { putInto } from '../look/browser-states.js';
import { seedScene, type SeededScene } from '../look/seeded-scene.js';
import { becomes } from '../becomes.spec.support.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { DIALOGS, type DialogEntry } from './dialog-entries.spec.support.js';

const isFocused = async (page: Page, locator: Locator) => (await locator.and(page.locator(':focus')).count()) === 1;

/** Opens it with the keyboard, closes it by Escape. Rejects if the focus is then elsewhere than on what opened it. */
async function comesBack(page: Page, { before, opener, key = 'Enter', via, role }: DialogEntry): Promise<void> {
  await before?.(page);
  const from = opener(page);
  await from.waitFor();
  const shown = role === 'menu' ? page.getByRole('menu') : page.getByRole('dialog');
  const already = await shown.count();
  await from.focus();
  await page.keyboard.press(key);
  await via?.(page);
  await shown.nth(already).waitFor();
  await becomes(() => isFocused(page, from), false, 'what opened it has the focus still');
  await page.keyboard.press('Escape');
  await becomes(() => shown.count(), already, 'open dialogs after Escape');
  await becomes(() => isFocused(page, from), true, 'the focus is back');
}

/** Whether two dialogs open on the very same page. What brings a page to where an opener is changes it. */
function isSamePage(one: DialogEntry, other: DialogEntry): boolean {
  const facts = ({ path, as, phone, state }: DialogEntry) => [String(path), as, phone, state];
  return one.before === undefined && facts(one).every((fact, index) => fact === facts(other)[index]);
}

requireOrSkip('chromium')('dialogs in a browser', () => {
  let scene: BrowserScene;
  let seeded: SeededScene;
  const contexts = new Map<boolean, BrowserContext>();
  /** The page that the last dialog was opened on, and what it was opened for. */
  let last: { readonly page: Page; readonly entry: DialogEntry } | undefined;

  async function contextFor(isPhone: boolean): Promise<BrowserContext> {
    const viewport = isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
    const context = contexts.get(isPhone) ?? (await scene.newContext({ viewport }));
    contexts.set(isPhone, context);
    return context;
  }

  before(async () => {
    scene = await startBrowserScene();
    seeded = await seedScene(scene, () => undefined);
  });
  after(() => scene?.stop());
  afterEach(async function () {
    if (this.currentTest?.isFailed() !== true) return;
    await last?.page.close();
    last = undefined;
  });

  /** The page as an entry wants it. One whose dialog was closed is as it was before, and loading it costs more than all that is looked at. */
  async function pageFor(entry: DialogEntry): Promise<Page> {
    if (last && isSamePage(last.entry, entry)) return last.page;
    await last?.page.close();
    last = undefined;
    const context = await contextFor(entry.phone === true);
    await context.clearCookies();
    await context.addCookies([...(await seeded.cookiesOf(entry.as ?? 'admin'))]);
    const page = await scene.open({ in: context });
    last = { page, entry };
    for (const state of [entry.state ?? []].flat()) await putInto(page, state);
    await page.goto(typeof entry.path === 'string' ? entry.path : entry.path(seeded.demo));
    await filledIn(page);
    return page;
  }

  for (const entry of DIALOGS) {
    it(`give the focus back: ${entry.file}`, async () => {
      const page = await pageFor(entry);
      last = { page, entry };
      await comesBack(page, entry);
    });
  }
});
