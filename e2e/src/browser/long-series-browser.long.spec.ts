import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';
import { listedBook, startListedBooks, type ListedBooks } from './listed-books.spec.support.js';

/** More than one call may request, and more than one page of the series holds. */
const PARTS = 60;
const SERIES = 'B0SERIES01';

requireOrSkip('chromium')('a series of sixty parts in the browser', () => {
  let listed: ListedBooks;
  let page: Page;

  before(async () => {
    const author = [{ name: 'Wren Zephyr' }];
    listed = await startListedBooks(
      Array.from({ length: PARTS }, (_, n) =>
        listedBook(n + 1, { authors: author, series: [{ id: SERIES, name: 'Zephyrstone', part: String(n + 1) }] }),
      ),
    );
    ({ page } = listed.admin);
  });
  after(() => listed?.stop());

  const parts = () => page.locator('main ol > li');
  const dialog = () => page.getByRole('dialog');

  it('requests all that is missing in portions that the server takes', async () => {
    const portions: number[] = [];
    await page.route('**/api/requests/batch', async (route) => {
      const response = await route.fetch();
      portions.push(((await response.json()) as { items: object[] }).items.length);
      await route.fulfill({ response });
    });
    await page.goto(`/series/${SERIES}`);
    await becomes(() => parts().count(), PARTS);
    await page.getByRole('button', { name: `Request the ${PARTS} missing books` }).click();
    await dialog()
      .getByRole('button', { name: `Request ${PARTS} books` })
      .click();
    await page.getByText(`${PARTS} books were requested.`).waitFor({ timeout: 60_000 });

    expect(portions).to.deep.equal([50, 10]);
    await page.getByText(`${PARTS} requested`).waitFor();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('leaves out the parts that the library has, if wanted, and keeps that in the address', async () => {
    // the first three parts as they are once they are in the library
    const isThere = ({ asin }: { asin: string }) => Number(asin.slice(1)) <= 3;
    await page.route(/\/api\/series\/[^/]+\/books/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { items: { asin: string }[] };
      const items = answer.items.map((item) => (isThere(item) ? { ...item, availability: 'available' } : item));
      await route.fulfill({ response, json: { ...answer, items } });
    });
    await page.route('**/api/user/watched-series/preview', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { parts: { asin: string }[] };
      await route.fulfill({
        response,
        json: { ...answer, parts: answer.parts.map((p) => (isThere(p) ? { ...p, state: 'available' } : p)) },
      });
    });
    await page.reload();
    await becomes(() => parts().count(), PARTS);

    await page.getByRole('checkbox', { name: `Not in the library (${PARTS - 3})` }).check();
    await becomes(() => parts().count(), PARTS - 3);
    expect(await parts().first().innerText()).to.contain('Zephyrstone 4');
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.reload();
    await becomes(() => parts().count(), PARTS - 3);
    await page.getByRole('checkbox', { name: /^Not in the library/ }).uncheck();
    await becomes(() => parts().count(), PARTS);
    await page.unrouteAll();
  });

  it('goes on by itself after pages of a list that have nothing to show, and by a button', async () => {
    const asked = new Set<number>();
    await page.route(/\/api\/audiobooks\/search\?/, async (route) => {
      const url = new URL(route.request().url());
      const at = Number(url.searchParams.get('page'));
      asked.add(at);
      url.searchParams.set('page', '1');
      const response = await route.fetch({ url: url.href });
      const answer = (await response.json()) as { items: object[] };
      // what is not out, or is known already, may be all that a page of the catalogue has
      await route.fulfill({ response, json: { ...answer, page: at, items: at < 3 ? [] : answer.items, hasMore: at < 3 } });
    });
    await page.goto('/search?q=Zephyrstone');
    const more = page.getByRole('button', { name: 'Show more' });
    // not how often: the requests made above are still being worked on, and their changes may have the list read again
    await becomes(() => Promise.resolve(asked.has(2)), true, 'the page after the empty first one');
    await more.waitFor();
    expect(await page.getByText('No books found').count()).to.equal(0);
    expect(await page.getByRole('article').count()).to.equal(0);
    expect(asked.has(3)).to.equal(false);

    await more.click();
    await page.getByRole('article').first().waitFor();
    expect(asked.has(3)).to.equal(true);
    expect(await more.count()).to.equal(0);
    await page.unrouteAll();
  });
});
