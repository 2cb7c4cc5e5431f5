import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('following in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;

  before(async () => {
    ({ scene, account, page } = await startSignedInScene());
    const { items } = await account.api.call<{ items: { asin: string }[] }>('GET', '/api/audiobooks/search?q=study%20in%20scarlet');
    await page.goto(`/book/${items[0]?.asin ?? ''}`);
    await page
      .getByRole('link', { name: /Sherlock Holmes/ })
      .first()
      .click();
    await seen(page.getByRole('heading', { name: 'Sherlock Holmes', level: 1 }));
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const dialog = () => page.getByRole('dialog');
  const followed = () => account.api.call<{ items: { mode: string; startRule: string }[] }>('GET', '/api/user/watched-series');

  it('shows beforehand which books would be requested', async () => {
    await page.getByRole('button', { name: 'Follow Sherlock Holmes' }).click();
    await seen(dialog().getByText('Nothing is requested now.'));

    await dialog().getByRole('radio', { name: 'Everything that is missing' }).check();

    await seen(dialog().getByText(/These \d+ books are requested now:/));
    expect(await axeFindings(page)).to.deep.equal([]);
    expect((await followed()).items).to.deep.equal([]);

    await dialog().getByRole('radio', { name: 'From a certain part on' }).check();
    await dialog().getByLabel('First part').fill('x');
    await seen(dialog().getByText('Enter a number, such as 3 or 2.5.'));
    const follow = dialog().getByRole('button', { name: 'Follow', exact: true });
    expect(await follow.isDisabled()).to.equal(true);

    await dialog().getByLabel('First part').fill('2,5');
    await becomes(() => follow.isEnabled(), true, 'a way to follow from a part that is written with a comma');
  });

  it('follows a series, and changes how', async () => {
    await dialog().getByRole('radio', { name: 'Only tell me' }).check();
    await dialog().getByRole('radio', { name: 'Those that come out from now on' }).check();
    await dialog().getByRole('button', { name: 'Follow', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    const change = page.getByRole('button', { name: 'Following Sherlock Holmes' });
    await seen(change);
    expect((await followed()).items).to.have.length(1);
    expect((await followed()).items[0]).to.include({ mode: 'tell', startRule: 'from_now' });

    await change.click();
    await dialog().getByRole('radio', { name: 'Request it for me' }).check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });

    expect((await followed()).items[0]).to.include({ mode: 'ask' });
  });

  it('ignores a missing book from the list, and takes that back', async () => {
    await page.getByRole('button', { name: /^Request the \d+ missing books$/ }).click();
    const ticks = dialog().getByRole('checkbox');
    await seen(ticks);
    const all = await ticks.count();

    await dialog()
      .getByRole('button', { name: /^Ignore: / })
      .first()
      .click();
    await becomes(() => ticks.count(), all - 1, 'books after one was ignored');

    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(() => ticks.count(), all, 'books after that was undone');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('requests the missing books that are ticked', async () => {
    await page.getByRole('button', { name: /^Request the \d+ missing books$/ }).click();
    const ticks = dialog().getByRole('checkbox');
    await seen(ticks);
    expect(await axeFindings(page)).to.deep.equal([]);
    const chosen = await ticks.count();
    expect(chosen).to.be.greaterThan(1);
    for (let at = 1; at < chosen; at += 1) await ticks.nth(at).uncheck();

    await dialog().getByRole('button', { name: 'Request 1 book' }).click();

    await dialog().waitFor({ state: 'hidden' });
    await seen(page.getByText(/1 requested/));
    const { total } = await account.api.call<{ total: number }>('GET', '/api/requests');
    expect(total).to.equal(1);
  });

  it('lists what one follows beside the shelves, where it ends and is undone', async () => {
    await page.goto('/shelves');
    const section = page.getByRole('region', { name: 'What you follow' });
    await seen(section.getByRole('link', { name: 'Sherlock Holmes' }));
    expect(await axeFindings(page)).to.deep.equal([]);

    await section.getByRole('button', { name: 'Following Sherlock Holmes' }).click();
    await dialog().getByRole('button', { name: 'Stop following' }).click();
    await seen(section.getByText('You do not follow any series or author yet.'));
    expect((await followed()).items).to.deep.equal([]);

    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(section.getByRole('link', { name: 'Sherlock Holmes' }));
  });
});
