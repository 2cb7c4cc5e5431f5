import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('authors and series in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;

  before(async () => {
    ({ scene, account, page } = await startSignedInScene());
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('lead from a book to its series in order, where a missing part is requested in place', async () => {
    const { items } = await account.api.call<{ items: { asin: string }[] }>('GET', '/api/audiobooks/search?q=study%20in%20scarlet');
    await page.goto(`/book/${items[0]?.asin ?? ''}`);
    await page
      .getByRole('link', { name: /Sherlock Holmes/ })
      .first()
      .click();

    await seen(page.getByRole('heading', { name: 'Sherlock Holmes', level: 1 }));
    const lines = page.getByRole('main').locator('ol > li');
    await seen(lines);
    const numbers = (await lines.allInnerTexts()).map((text) => Number(text.split('\n')[0]));
    expect(numbers.length).to.be.above(2);
    expect(numbers).to.deep.equal([...numbers].sort((a, b) => a - b));
    expect(await axeFindings(page)).to.deep.equal([]);

    await lines
      .first()
      .getByRole('button', { name: /^Request/ })
      .click();

    await seen(lines.first().getByText('Requested'));
    await seen(page.getByText(/1 requested/));
  });

  it('lead from a book to its author and all the author’s books', async () => {
    const { items } = await account.api.call<{ items: { asin: string; authors: { name: string; id?: string }[] }[] }>(
      'GET',
      '/api/audiobooks/search?q=study%20in%20scarlet',
    );
    await page.goto(`/book/${items[0]?.asin ?? ''}`);
    const author = items[0]?.authors.find(({ id }) => id !== undefined);
    await page
      .getByRole('main')
      .getByRole('link', { name: author?.name ?? '' })
      .first()
      .click();

    await seen(page.getByRole('heading', { name: author?.name ?? '', level: 1 }));
    await seen(page.getByRole('article'));
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('lead from a book to its narrator, whose books can be filtered', async () => {
    const { items } = await account.api.call<{ items: { asin: string; narrators: string[] }[] }>(
      'GET',
      '/api/audiobooks/search?q=study%20in%20scarlet',
    );
    const read = items.find(({ narrators }) => narrators.length > 0);
    const name = read?.narrators[0] ?? '';
    await page.goto(`/book/${read?.asin ?? ''}`);
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();

    await seen(page.getByRole('heading', { name, level: 1 }));
    await seen(page.getByRole('article'));
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.goto(`/narrator?name=${encodeURIComponent(name)}&sorted=nonsense&minLength=nonsense`);
    await seen(page.getByRole('article'));
    expect(new URL(page.url()).search).to.not.contain('nonsense');
  });

  it('say that they are unknown', async () => {
    await page.goto('/series/B000000000');
    await seen(page.getByText('Series not found'));
    await page.goto('/authors/B000000000');
    await seen(page.getByText('Author not found'));
  });
});
