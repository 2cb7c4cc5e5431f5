import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('browsing in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    await until(async () => (await popular(1)).total > 24);
    await page.goto('/');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const popular = (limit: number) =>
    account.api.call<{ total: number; items: { title: string }[] }>('GET', `/api/audiobooks/popular?limit=${limit}`);
  const place = () => page.evaluate<number>('Math.round(window.scrollY)');
  const cards = () => page.getByRole('article');

  it('leads from a row of the home page to the whole list, which grows to its end', async () => {
    await page.getByRole('link', { name: 'Show all of Popular now' }).click();
    await seen(page.getByRole('heading', { name: 'Popular', exact: true }).or(cards()));
    expect(await axeFindings(page)).to.deep.equal([]);

    const last = cards().last();
    const isLastOfAll = async () => {
      await page.mouse.wheel(0, 2000);
      const [position, size] = [await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')];
      return size !== null && position === size;
    };
    await until(isLastOfAll, { what: 'the last book' });
    expect(Number(await last.getAttribute('aria-setsize'))).to.be.above(24);
  });

  it('returns from a book to the same place in the list', async () => {
    const before = await place();
    expect(before).to.be.above(300);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();

    await page.goBack();

    await seen(cards());
    await until(async () => Math.abs((await place()) - before) < 4);
  });

  it('shows categories as a tree, and the books of each', async () => {
    await page.getByRole('link', { name: 'Categories' }).click();
    await seen(page.getByRole('link', { name: 'Literature & Fiction' }));
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Classics' }).first().click();

    await seen(page.getByRole('heading', { name: 'Classics' }));
    await seen(cards());
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Literature & Fiction' }).click();
    await seen(page.getByRole('list', { name: 'Within Literature & Fiction' }));
  });

  it('leads from the row of the library to all that came into it', async () => {
    const { items } = await account.api.call<{ items: { asin: string }[] }>('GET', '/api/audiobooks/search?q=A+Study+in+Scarlet');
    await account.api.call('POST', '/api/requests', { asin: items[0]?.asin });
    await until(async () => (await account.api.call<{ total: number }>('GET', '/api/home/recently-added')).total > 0);
    await page.goto('/');
    await page.getByRole('link', { name: 'Show all of New in the library' }).click();

    await seen(page.getByRole('heading', { name: 'New in the library', level: 1 }));
    await seen(cards().getByText('In library'));
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('goes to the popular books or to the home page if a list is unknown', async () => {
    await page.goto('/browse/nonsense');
    await page.waitForURL('**/browse/popular');
    await seen(cards());
    await page.goto('/home/nonsense');
    await page.waitForURL((url) => url.pathname === '/');
  });
});
