import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';
import { listedBook, startListedBooks, type ListedBooks } from './listed-books.spec.support.js';

requireOrSkip('chromium')('filters of a list in the browser', () => {
  let listed: ListedBooks;
  let page: Page;

  before(async () => {
    // every fifth is German, and two narrators share the rest
    const books = Array.from({ length: 40 }, (_, n) =>
      listedBook(n, {
        language: n % 5 === 0 ? 'german' : 'english',
        narrators: [n % 2 === 0 ? 'Eva Stimme' : 'Ned Reader'],
        durationMinutes: 60 * (n + 1),
      }),
    );
    listed = await startListedBooks(books);
    ({ page } = listed.admin);
  });
  after(() => listed?.stop());

  const cards = () => page.getByRole('article').count();
  const said = () => page.locator('main p[role="status"]').innerText();
  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const choose = async (name: string, option: string | RegExp) => {
    await field(name).click();
    await page.getByRole('option', { name: option }).click();
  };

  it('narrow the list, say how many are left, and stand in the address', async () => {
    await page.goto('/search?q=Zephyrstone');
    await page.getByText(/results for/).waitFor();
    await choose('Language', 'German (8)');

    await becomes(said, '8 books of 40', 'the count of what is left');
    expect(await cards()).to.equal(8);
    expect(page.url()).to.include('language=de');
    expect(await axeFindings(page)).to.deep.equal([]);

    await choose('Narrator', 'Eva Stimme (4)');
    await becomes(said, '4 books of 40', 'both filters hold');
    await choose('Sort', 'Longest first');
    await becomes(
      () =>
        page
          .getByRole('article')
          .first()
          .innerText()
          .then((text) => /Zephyrstone 30/.test(text)),
      true,
      'the longest is first',
    );
  });

  it('are restored from the address, and cleared by one button', async () => {
    await page.reload();
    await becomes(said, '4 books of 40', 'the address holds the filters');

    await page.getByRole('button', { name: 'Clear filters' }).click();

    await becomes(cards, 40, 'all books are back');
    expect(page.url()).to.not.include('language');
    expect(page.url(), 'the sort stays').to.include('sorted=longest');
  });

  it('say when nothing matches, with the way back', async () => {
    await page.goto('/search?q=Zephyrstone&narrator=Nobody');
    await page.getByText('Nothing matches these filters').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.getByRole('button', { name: 'Clear filters' }).last().click();

    await page.getByRole('article').first().waitFor();
  });

  it('open in a sheet on a phone, from which the focus returns to its button', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/search?q=Zephyrstone');
    const open = page.getByRole('button', { name: 'Filter', exact: true });
    await open.click();
    const sheet = page.getByRole('dialog', { name: 'Filter the list' });
    await sheet.getByRole('combobox', { name: 'Length' }).click();
    await page.getByRole('option', { name: /^Under 5 h/ }).click();
    expect(await axeFindings(page)).to.deep.equal([]);
    await sheet.getByRole('button', { name: 'Show 4 books' }).click();

    await sheet.waitFor({ state: 'hidden' });
    const focused = () => page.evaluate<string>('document.activeElement?.textContent.slice(0, 100) ?? ""');
    await becomes(focused, 'Filter (1)', 'the focus is on the button that opened the sheet');
    await becomes(cards, 4, 'the list is filtered');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('leave the focus on the results after a search is sent', async () => {
    await page.goto('/browse/popular');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Zephyrstone 7');
    await page.keyboard.press('Enter');

    const focused = () => page.evaluate<string>('document.activeElement?.textContent.slice(0, 100) ?? ""');
    await becomes(focused, 'Search results: Zephyrstone 7', 'the focus is on the heading of the results');
    expect(listed.admin.problems).to.deep.equal([]);
  });
});
