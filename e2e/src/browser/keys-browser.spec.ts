import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

requireOrSkip('chromium')('the keys and the palette', () => {
  let scene: BrowserScene;
  let page: Page;
  const findings: string[] = [];

  before(async () => {
    ({ scene, page } = await startSignedInScene({ as: 'admin' }));
    await page.goto('/');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(page?.url(), scene?.problems.join('\n'));
  });

  const pathIs = (path: string) => page.waitForURL((url) => url.pathname === path);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const focused = () => page.evaluate<string>(`document.activeElement?.closest('article')?.querySelector('a')?.textContent ?? ''`);

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }

  async function runFromPalette(words: string): Promise<void> {
    await press('Control+k');
    const box = page.getByRole('combobox', { name: 'Go to a page or run an action' });
    await box.fill(words);
    await becomes(() => page.getByRole('option', { selected: true }).count(), 1);
    await press('Enter');
    await box.waitFor({ state: 'detached' });
  }

  it('open pages by g and a letter', async () => {
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
    for (const [key, path] of Object.entries({
      r: '/requests',
      c: '/coming-up',
      l: '/shelves',
      b: '/browse/popular',
      a: '/admin',
      h: '/',
    })) {
      await press('g', key);
      await pathIs(path);
    }
  });

  it('go through the books of a page by j and k, and open one with Enter', async () => {
    await page.locator('main article').nth(2).waitFor();
    const titles = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main article')].map((one) => one.querySelector('a').textContent)`,
    );
    await press('j');
    expect(await focused()).to.equal(titles[0]);
    await press('j', 'j', 'k');
    expect(await focused()).to.equal(titles[1]);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await press('j');
    expect(await page.getByRole('dialog').count(), 'the sheet keeps its own keys').to.equal(1);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('are listed by the question mark', async () => {
    await press('?');
    await dialog('Keyboard shortcuts').waitFor();
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/keys.png` });
    await press('Escape');
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' });
  });

  it('stay letters in a field', async () => {
    await press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('gr?jk');
    expect(await page.locator('input[type=search]').inputValue()).to.equal('gr?jk');
    expect(await dialog('Keyboard shortcuts').count()).to.equal(0);
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor();
  });

  it('can be switched off in a browser, the palette not', async () => {
    await runFromPalette('shortcuts');
    await page.getByRole('switch', { name: 'Use single keys' }).uncheck();
    await press('Escape');
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' });
    await press('g', 'r', '?', '/');
    expect(await page.locator('input[type=search]:focus').count()).to.equal(0);
    expect(new URL(page.url()).pathname).to.equal('/');
    await runFromPalette('shortcuts');
    await page.getByRole('switch', { name: 'Use single keys' }).check();
    await press('Escape');
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' });
    await press('g', 'r');
    await pathIs('/requests');
  });

  it('run actions from the palette', async () => {
    await runFromPalette('appearance dark');
    await becomes(() => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme'), 'dark');
    await runFromPalette('appearance light');
    await runFromPalette('backup now');
    await page.getByText('The backup is being made.').waitFor();
    await runFromPalette('scan');
    await page.getByText('The library is being scanned.').waitFor();
    await runFromPalette('add integration');
    await pathIs('/admin/integrations/new');
    await runFromPalette('my shelves');
    await pathIs('/shelves');
    await runFromPalette('sign out');
    await pathIs('/sign-in');
  });

  it('have no axe findings', () => {
    expect(findings).to.deep.equal([]);
  });
});
