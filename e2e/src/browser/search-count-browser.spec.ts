import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { AdminPage } from './admin-page.spec.support.js';
import { listedBook, startListedBooks, type ListedBooks } from './listed-books.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const MANY = 63;
const WORD = 'Zephyrstone';

requireOrSkip('chromium')('the number over the results of a search, in a browser', () => {
  let listed: ListedBooks;
  let admin: AdminPage;

  const cards = () => admin.page.locator('main article, main li').filter({ hasText: WORD }).count();
  const count = () => admin.page.getByRole('status').filter({ hasText: `for “${WORD}”` });

  before(async () => {
    const many = Array.from({ length: MANY }, (_, n) => listedBook(n));
    // the same recording a second time: the server shows one of the two
    const twin = listedBook(MANY, { title: `${WORD} 0`, authors: [{ name: 'Writer 0' }], narrators: ['Reader 0'], durationMinutes: 60 });
    listed = await startListedBooks([twin, ...many]);
    ({ admin } = listed);
  });
  after(() => listed?.stop());

  it('is that of the cards below it, and is open while there may be more', async () => {
    const { page } = admin;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // the page loads the next one on its own, so that is held back until the first was looked at
    await page.route(/\/api\/audiobooks\/search\?.*page=2\b/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/search?q=${WORD}`);
    await count().waitFor();
    // the number is drawn a moment before the cards
    await becomes(
      async () => {
        const shown = await cards();
        return shown > 0 && shown < MANY && (await count().innerText()) === `${shown}+ results for “${WORD}”`;
      },
      true,
      'the number of cards, with more to come',
    );

    release();
    await becomes(
      async () => {
        await page.mouse.wheel(0, 2000);
        return count().innerText();
      },
      `${MANY} results for “${WORD}”`,
      'the count is final',
    );

    expect(await cards()).to.equal(MANY);
    expect(admin.problems).to.deep.equal([]);
  });
});
