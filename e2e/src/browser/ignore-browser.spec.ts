import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { fromBookMenu } from './book-menu.spec.support.js';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('ignoring books in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let asin = '';
  let title = '';

  before(async () => {
    ({ scene, account, page } = await startSignedInScene());
    [asin, title] = [scene.sims.playable[0]?.asin ?? '', scene.sims.playable[0]?.title ?? ''];
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  const requestButton = () => page.getByRole('button', { name: /^Request (audiobook|\(needs approval\))/ });

  it('is undone from its message', async () => {
    await page.goto(`/book/${asin}`);
    await fromBookMenu(page, 'Ignore');
    await seen(button('Ignored — request anyway'));
    await becomes(focused, 'More', 'the menu gives the focus back before its item acts');
    expect(await axeFindings(page)).to.deep.equal([]);

    await button('Undo').click();

    await seen(requestButton());
    const { total } = await account.api.call<{ total: number }>('GET', '/api/user/ignored-audiobooks');
    expect(total).to.equal(0);
  });

  it('asks before the book is requested, and requests it only after confirmation', async () => {
    await fromBookMenu(page, 'Ignore');
    await button('Ignored — request anyway').click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText(`You ignored “${title}”`));
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await becomes(focused, 'Ignored — request anyway', 'the focus is back where the dialog was opened');
    const before = await account.api.call<{ total: number }>('GET', '/api/requests');
    expect(before.total).to.equal(0);

    await button('Ignored — request anyway').click();
    await dialog.getByRole('button', { name: 'Request anyway' }).click();

    await seen(page.getByRole('link', { name: 'View request' }));
    await becomes(focused, 'View request', 'what takes the place of the pressed button takes its focus');
  });

  it('asks even if the book was ignored in another tab', async () => {
    const other = scene.sims.playable[1]?.asin ?? '';
    await page.goto(`/book/${other}`);
    await seen(requestButton());
    await page.route('**/api/requests', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'ignored', status: 409, title: 'Conflict' }),
      }),
    );

    await requestButton().click();

    await seen(page.getByRole('dialog').getByRole('button', { name: 'Request anyway' }));
    await page.unroute('**/api/requests');
    await page.keyboard.press('Escape');
  });

  it('is listed in the account, where it can be ended', async () => {
    await page.goto('/account');
    const section = page.getByRole('region', { name: 'Ignored books' });
    await seen(section.getByRole('link', { name: title }));
    expect(await axeFindings(page)).to.deep.equal([]);

    await section.getByRole('button', { name: `Stop ignoring: ${title}` }).click();

    await seen(section.getByText('You are not ignoring any books.'));
    await seen(button('Undo'));
  });
});
