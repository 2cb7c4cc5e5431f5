import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

async function shot(page: Page, name: string): Promise<void> {
  if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}.png`) });
}

requireOrSkip('chromium')('the sheet of a book', () => {
  let scene: BrowserScene;
  let page: Page;

  before(async () => {
    ({ scene, page } = await startSignedInScene());
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(page?.url(), scene?.problems.join('\n'));
  });

  const sheet = () => page.getByRole('dialog', { name: 'Book' });
  const titleOfSheet = () => sheet().locator('#book-title').textContent();
  const titlesOf = (list: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${list} a[data-book]')].map((one) => one.lastElementChild.textContent)`);
  const focusedTitle = () => page.evaluate<string | undefined>(`document.activeElement?.lastElementChild?.textContent`);

  async function openFirst(): Promise<string[]> {
    await page.goto('/search?q=the');
    const feed = 'main [role="feed"]';
    await page.locator(`${feed} a[data-book]`).nth(3).waitFor();
    const titles = await titlesOf(feed);
    await page.locator(`${feed} a[data-book]`).first().click();
    await becomes(titleOfSheet, titles[0]);
    return titles;
  }

  it('walks the list that it was opened from, by buttons and by arrow keys, and gives the focus to the book it ended at', async () => {
    const titles = await openFirst();
    const before = page.getByRole('button', { name: 'Previous book of the list' });
    expect(await before.getAttribute('aria-disabled')).to.equal('true');

    await page.getByRole('button', { name: 'Next book of the list' }).click();
    await becomes(titleOfSheet, titles[1]);
    await page.keyboard.press('ArrowRight');
    await becomes(titleOfSheet, titles[2]);
    await page.keyboard.press('ArrowLeft');
    await becomes(titleOfSheet, titles[1]);
    await before.click();
    await becomes(titleOfSheet, titles[0]);
    await page.keyboard.press('ArrowLeft');
    expect(await titleOfSheet()).to.equal(titles[0]);
    await page.keyboard.press('ArrowRight');
    await becomes(titleOfSheet, titles[1]);

    await page.keyboard.press('Escape');
    await sheet().waitFor({ state: 'detached' });
    await becomes(focusedTitle, titles[1]);
  });

  it('closes with Back, however far somebody walked', async () => {
    await openFirst();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.goBack();
    await sheet().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).to.equal('/search');
  });

  it('plays a sample from this server, and stops when another book is opened', async () => {
    await openFirst();
    await sheet().getByRole('button', { name: 'Play sample' }).click();
    const player = sheet().locator('audio');
    await player.waitFor();
    expect(new URL((await player.getAttribute('src')) ?? '', page.url()).origin).to.equal(new URL(page.url()).origin);
    await becomes(() => page.evaluate<number>(`Math.round(document.querySelector('audio')?.duration)`), 20);
    await shot(page, 'sheet-sample');
    await sheet().getByRole('button', { name: 'Stop sample' }).click();
    expect(await player.count()).to.equal(0);
    await sheet().getByRole('button', { name: 'Play sample' }).click();
    await player.waitFor();
    await page.getByRole('button', { name: 'Next book of the list' }).click();
    await player.waitFor({ state: 'detached' });
  });

  it('shows the stages of a request, and takes it back at once', async () => {
    await openFirst();
    await sheet()
      .getByRole('button', { name: /^Request/ })
      .first()
      .click();
    await sheet().getByRole('list', { name: 'Stages' }).or(sheet().locator('ol[aria-label]')).first().waitFor();
    await shot(page, 'sheet-requested');
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByText(/was cancelled|Cancelled/)
      .first()
      .waitFor();
  });

  it('shows the other parts of the series and more by the author', async () => {
    await page.goto('/');
    await page.goto('/search?q=Meridian');
    await page.locator('main [role="feed"] a[data-book]').first().click();
    await sheet()
      .getByText(/^Book \d/)
      .nth(1)
      .waitFor();
    await sheet().locator('section article').first().scrollIntoViewIfNeeded();
    await shot(page, 'sheet-more');
    const other = sheet().locator('section article:not([data-open="true"]) a[data-book]').first();
    const title = await other.locator(':scope > :last-child').textContent();
    await other.click();
    await becomes(titleOfSheet, title);
  });

  it('is reached by arrow keys from the search, and a book is requested by Ctrl and Enter', async () => {
    await page.goto('/search?q=the');
    await page.locator('main [role="feed"] article').nth(4).waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    const titles = await titlesOf('main [role="feed"]');
    expect(await focusedTitle()).to.equal(titles[0]);
    await page.keyboard.press('ArrowRight');
    expect(await focusedTitle()).to.equal(titles[1]);
    await page.keyboard.press('ArrowDown');
    const below = await focusedTitle();
    expect(titles.indexOf(below ?? '')).to.be.above(2);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await focusedTitle()).to.equal(titles[2]);
    await page.keyboard.press('Control+Enter');
    await page.getByText(`“${titles[2]}”`).first().waitFor();
    expect(await sheet().count()).to.equal(0);
  });

  it('remembers searches of this browser until somebody clears them', async () => {
    await page.goto('/search?q=winter');
    await page.locator('main [role="feed"] article').first().waitFor();
    await becomes(() => page.evaluate<boolean>(`(localStorage.getItem('lectern-searches') ?? '').includes('winter')`), true);
    await page.goto('/search');
    await page.getByRole('link', { name: 'winter' }).waitFor();
    await shot(page, 'search-recent');
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'winter' }).click();
    await page.waitForURL(/q=winter/);
    await page.goto('/search');
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await page.getByRole('link', { name: 'winter' }).waitFor({ state: 'detached' });
  });
});
