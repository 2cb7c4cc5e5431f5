import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

/** From then on the splash says why it is still there. */
const LONG_MS = 5000;

requireOrSkip('chromium')('a server that is long in answering', () => {
  let scene: BrowserScene;

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
  });
  after(() => scene?.stop());

  /** Opens the page while nothing below the path is answered. */
  async function openUnanswered(
    path: RegExp,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; answer: () => Promise<unknown> }> {
    const page = await scene.open(options);
    await page.clock.install();
    const held: (() => Promise<unknown>)[] = [];
    await page.route(path, (route) => void held.push(() => route.continue()));
    await page.goto('/', { waitUntil: 'commit' });
    await becomes(() => Promise.resolve(held.length > 0), true, 'a request that waits');
    // the browser asks ahead of the script that begins to wait
    await becomes(() => page.evaluate('globalThis.lecternBase !== undefined'), true, 'the script has run');
    return { page, answer: () => Promise.all(held.splice(0).map((go) => go())) };
  }

  it('is what the splash speaks of after some seconds, and not before', async () => {
    const { page, answer } = await openUnanswered(/\/api\//);
    const splash = page.locator('#splash');
    await splash.waitFor();
    const atFirst = await splash.innerText();
    await page.clock.fastForward(LONG_MS);
    await splash.getByText('The server has not answered yet.').waitFor();
    // it is no page yet, so it has neither headings nor landmarks
    const findings = await axeFindings(page, 'colors');
    await answer();
    await page.unroute(/\/api\//);
    await splash.waitFor({ state: 'detached' });

    expect(atFirst.trim()).to.equal('Lectern');
    expect(findings).to.deep.equal([]);
    await page.close();
  });

  it('is asked anew by a button, as an installed app has none of the browser', async () => {
    const { page } = await openUnanswered(/\/api\//);
    await page.clock.fastForward(LONG_MS);
    await page.unroute(/\/api\//);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();

    expect(await page.locator('#splash').count()).to.equal(0);
    await page.close();
  });

  it('is spoken of in the reader’s language, even where it sends the page and not the program', async () => {
    const { page } = await openUnanswered(/\/assets\/.*\.js$/, { locale: 'ar' });
    await page.clock.fastForward(LONG_MS);
    const words = page.getByText('لم يستجب الخادم بعد');
    await words.waitFor();

    expect(await words.getAttribute('dir')).to.equal('rtl');
    expect(await words.getAttribute('lang')).to.equal('ar');
    await page.close();
  });
});
