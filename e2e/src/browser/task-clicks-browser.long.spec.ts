import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { seedScene, type SeededScene } from '../look/seeded-scene.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor();

/** A part of a series of which the library lacks many. */
const PART = 'B0MERI0010';
const WANTED = 'B0DEMO0014';

requireOrSkip('chromium')('the commonest tasks', () => {
  let scene: BrowserScene;
  let seeded: SeededScene;
  let page: Page;
  let clicks = 0;

  before(async () => {
    scene = await startBrowserScene();
    seeded = await seedScene(scene, () => undefined);
  });
  after(() => scene?.stop());
  afterEach(() => page?.close());

  async function begin(as: 'admin' | 'reader', path: string): Promise<void> {
    const context = await scene.newContext();
    await context.addCookies([...(await seeded.cookiesOf(as))]);
    page = await scene.open({ in: context });
    await page.goto(path);
    await filledIn(page);
    clicks = 0;
  }

  async function click(locator: Locator): Promise<void> {
    await locator.first().click();
    clicks += 1;
  }

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const card = (asin: string) => page.locator('main article').filter({ has: page.locator(`a[data-book="${asin}"]`) });

  it('ask for a book of a list: two clicks in its sheet', async () => {
    await begin('reader', '/browse/popular');
    await click(card('B0DEMO0003').locator('a[data-book]'));
    await click(page.getByRole('dialog').getByRole('button', { name: /^Request \(needs approval\)/ }));
    await seen(page.getByRole('dialog').getByText('Waiting for approval'));

    expect(clicks).to.equal(2);
  });

  it('ask for a book with a mouse: one click on its cover', async () => {
    await begin('reader', '/search?q=dracula');
    await card(WANTED).hover();
    await click(card(WANTED).locator('[data-card-action]'));
    await seen(card(WANTED).getByText('Needs approval'));

    expect(clicks).to.equal(1);
  });

  it('see where one’s book is: one click', async () => {
    await begin('reader', '/');
    await click(page.getByRole('navigation').getByRole('link', { name: 'Requests' }));
    await seen(page.locator('article').filter({ hasText: 'A Study in Scarlet' }).getByRole('progressbar'));

    expect(clicks).to.equal(1);
  });

  it('approve a request: one click', async () => {
    await begin('admin', '/');
    const row = page.locator('article').filter({ has: button('Approve') });
    const title = (await row.first().getByRole('link').nth(0).textContent()) ?? '';
    await click(row.first().getByRole('button', { name: 'Approve' }));
    await page
      .locator('article')
      .filter({ hasText: title, has: button('Approve') })
      .waitFor({ state: 'detached' });

    expect(clicks).to.equal(1);
  });

  it('take a release against the rules: three clicks on the page of the request, and one less if it only needs a person', async () => {
    await begin('admin', `/requests/${seeded.demo.requests.notFound}`);
    await click(page.locator('li button[aria-expanded="false"]').filter({ hasText: 'Not acceptable' }));
    await click(button('Use it anyway'));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Use it anyway' }));
    await seen(page.getByText('Chosen', { exact: true }));

    expect(clicks).to.equal(3);
  });

  it('listen to a book of the library: one click', async () => {
    await begin('reader', '/book/B0DEMO0001');
    const opened = page.context().waitForEvent('page');
    await click(page.getByRole('link', { name: /^Listen in/ }));
    await (await opened).close();

    expect(clicks).to.equal(1);
  });

  it('request what is missing of a series: three clicks from one of its books', async () => {
    await begin('reader', `/book/${PART}`);
    await click(page.locator('main a[href*="/series/"]'));
    await click(button(/^Request the \d+ missing books$/));
    const send = page.getByRole('dialog').getByRole('button', { name: /^Request \d+ books$/ });
    await seen(send);
    await click(send);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await seen(page.getByText(/books? (was|were|are|have been) requested|requested/));

    expect(clicks).to.equal(3);
  });
});
