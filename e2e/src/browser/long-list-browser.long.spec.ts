import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { listedBook, startListedBooks, type ListedBooks } from './listed-books.spec.support.js';

const MANY = 1_000;
/** A list is on the page as a whole up to here. */
const MOST_CARDS = 120;

/** A book as the API shows it. */
function shownBook(n: number): object {
  return {
    asin: `B${String(n).padStart(9, '0')}`,
    region: 'us',
    title: `Zephyrstone ${n}${' and the keepers of the light'.repeat(n % 4)}`,
    authors: [{ name: `Writer ${n}` }],
    narrators: [`Reader ${n}`],
    series: [],
    genres: [],
    durationMinutes: 60 + n,
    coverUrl: null,
    availability: 'none',
    request: null,
    ignored: false,
    reportedIssue: false,
    libraryItem: null,
    listen: [],
    ebookItem: null,
    savable: false,
  };
}

requireOrSkip('chromium')('a list of a thousand books in the browser', () => {
  let listed: ListedBooks;
  let page: Page;
  let mostCards = 0;

  before(async () => {
    listed = await startListedBooks([listedBook(0)]);
    ({ page } = listed.admin);
    // the catalogue itself delivers 500 results at most
    await page.route(/\/api\/audiobooks\/search\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [at, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const items = Array.from({ length: MANY }, (_, n) => shownBook(n)).slice((at - 1) * limit, at * limit);
      return route.fulfill({ json: { items, page: at, limit, total: MANY, hasMore: at * limit < MANY } });
    });
    await page.addInitScript(
      'globalThis.longTasks = []; new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map((e) => Math.round(e.duration)))).observe({ type: "longtask", buffered: true });',
    );
  });
  after(() => listed?.stop());

  const cards = () => page.getByRole('article').count();
  const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)');
  const longTasks = () => page.evaluate<number[]>('globalThis.longTasks.splice(0)');

  it('has only the rows near the view on the page, however far it is scrolled', async () => {
    await page.goto('/search?q=Zephyrstone');
    await page.getByText(/results for/).waitFor();
    await until(async () => {
      await page.mouse.wheel(0, 20_000);
      mostCards = Math.max(mostCards, await cards());
      return (await page.locator('main p[role="status"]').innerText()) === `${MANY.toLocaleString('en-US')} results for “Zephyrstone”`;
    });
    const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
    console.log(
      `      loading ${MANY}: at most ${mostCards} cards, ${nodes} elements at the end, long tasks of ${String(await longTasks())} ms`,
    );

    await page.evaluate('window.scrollTo(0, 0)');
    await longTasks();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    for (let y = 0; y < height; y += 700) {
      await page.mouse.wheel(0, 700);
      mostCards = Math.max(mostCards, await cards());
    }
    const tasks = await longTasks();
    console.log(
      `      scrolling through ${height} px: long tasks of ${String(tasks)} ms, over 200 ms: ${tasks.filter((ms) => ms > 200).length}`,
    );

    expect(mostCards).to.be.within(1, MOST_CARDS);
    await becomes(() => page.locator(`[aria-posinset="${MANY}"]`).count(), 1, 'the last book is there');
    expect(await page.locator('[aria-posinset]').last().getAttribute('aria-setsize')).to.equal(String(MANY));
  });

  it('returns to the same place, with the same books', async () => {
    await page.evaluate('window.scrollTo(0, 12000)');
    await becomes(async () => (await scrolled()) > 11_000, true, 'the page has scrolled');
    const inView = () =>
      page.evaluate<string>('document.elementFromPoint(640, 500)?.closest("article")?.getAttribute("aria-posinset") ?? ""');
    await becomes(async () => (await inView()) !== '', true, 'the rows there are drawn');
    const [before, place] = [await inView(), await scrolled()];
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();

    await page.goBack();

    await becomes(async () => Math.abs((await scrolled()) - place) < 4, true, 'the page is where it was');
    await becomes(inView, before, 'the same book is there');
  });

  it('keeps the focused book on the page while it is out of view, and its order for the keyboard', async () => {
    await page.evaluate('window.scrollTo(0, 0)');
    await page.locator('[aria-posinset="3"] a').first().focus();
    await page.mouse.wheel(0, 9_000);
    await becomes(async () => (await scrolled()) > 5_000, true, 'the page has scrolled');

    const focused = () => page.evaluate<string>('document.activeElement?.closest("article")?.getAttribute("aria-posinset") ?? "none"');
    expect(await focused()).to.equal('3');
    await page.keyboard.press('Shift+Tab');
    await becomes(focused, '2', 'the book before it is the one before it');
    const positions = await page.evaluate<number[]>(
      '[...document.querySelectorAll("[aria-posinset]")].map((one) => Number(one.getAttribute("aria-posinset")))',
    );
    expect(positions).to.deep.equal(positions.toSorted((a, b) => a - b));
    expect(listed.admin.problems).to.deep.equal([]);
  });
});
