import type { Page } from 'playwright-core';
import { openBookMenu } from '../browser/book-menu.spec.support.js';
import { changed, emptied, failing, loading } from './browser-states.js';
import { click, fromMore, type LookedAt } from './looked-at.js';

const fromYesterday = (answer: Record<string, unknown>): object => ({
  ...answer,
  stale: true,
  fetchedAt: new Date(Date.now() - 26 * 3_600_000).toISOString(),
});

/** Searches Germany and the United Kingdom as well. */
async function chooseRegions(page: Page): Promise<void> {
  await click('button', /^Regions: /)(page);
  // no message holds the names of countries, which the browser knows
  const names = new Intl.DisplayNames([await page.evaluate<string>('document.documentElement.lang')], { type: 'region' });
  for (const region of ['DE', 'GB']) await page.getByRole('checkbox', { name: names.of(region) }).check();
  await page.keyboard.press('Escape');
  await page
    .getByText(names.of('DE') ?? '')
    .first()
    .waitFor();
}

/** Makes a list of months; the demo's catalogue announces few books. */
function withComingBooks(answer: Record<string, unknown>): object {
  const series = { kind: 'series', id: 's', catalogId: 'B0SERI0001', name: 'Anne of Green Gables' };
  const author = { kind: 'author', id: 'a', catalogId: 'B0AUTH0001', name: 'L. M. Montgomery' };
  const coming = (n: number, releaseDate: string, title: string, part: string, from: object[], request: object | null) => {
    const lists = { authors: [{ name: 'L. M. Montgomery' }], narrators: [], series: [{ name: 'Anne of Green Gables', part }], genres: [] };
    const marks = { ignored: false, reportedIssue: false, libraryItem: null, ebookItem: null, savable: false };
    const book = { asin: `B0DEMO001${n}`, region: 'us', title, ...lists, ...marks, releaseDate, coverUrl: `/api/covers/B0DEMO001${n}` };
    return {
      releaseDate,
      from,
      requested: request !== null,
      subscribed: false,
      book: { ...book, availability: request ? 'requested' : 'none', request },
    };
  };
  const waits = { id: '00000000-0000-4000-8000-000000000001', status: 'awaiting_release', mine: true };
  const items = [
    coming(0, '2030-10-08', "Anne's House of Dreams", '5', [series, author], null),
    coming(1, '2030-10-31', 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(3), '6', [series], waits),
    coming(2, '2030-12-01', '吾輩は猫である', '1', [], waits),
    coming(3, '2031-01-12', 'Rilla of Ingleside', '8', [author], null),
  ];
  return { ...answer, items, total: items.length };
}

/** Pages for everybody who is signed in. */
export const MEMBER_PAGES: readonly LookedAt[] = [
  { name: 'home', path: '/', full: true },
  { name: 'home-reader', path: '/', as: 'reader' },
  { name: 'home-new', path: '/', as: 'bernd' },
  {
    name: 'home-arrange',
    path: '/',
    async act(page) {
      await click('button', 'Arrange')(page);
      await page.getByRole('button', { name: 'Add a row' }).waitFor();
    },
  },
  {
    name: 'home-add-row',
    path: '/',
    async act(page) {
      await click('button', 'Arrange')(page);
      await click('button', 'Add a row')(page);
      await page.getByRole('dialog').getByRole('list').waitFor();
    },
  },
  { name: 'home-loading', path: '/', state: loading('/api/home') },
  { name: 'home-error', path: '/', state: failing('/api/home') },
  { name: 'search-empty', path: '/search' },
  { name: 'search', path: '/search?q=the', full: true },
  { name: 'search-none', path: '/search?q=zzzz' },
  // the browser keeps the answers to “the”, and shows those
  { name: 'search-error', path: '/search?q=house', state: failing('/api/audiobooks/search') },
  {
    name: 'search-loading',
    path: '/search?q=house',
    state: loading('/api/audiobooks/search'),
    act: (page) => page.getByRole('status').filter({ hasText: 'Still trying…' }).waitFor(),
  },
  { name: 'book-sheet', path: '/?book=B0DEMO0014' },
  { name: 'book', path: '/book/B0DEMO0001', full: true },
  { name: 'book-loading', path: '/book/B0DEMO0001', state: loading('/api/audiobooks/B0DEMO0001') },
  {
    name: 'book-editions',
    path: '/book/B0DEMO0004',
    full: true,
    act: (page) => page.getByRole('region', { name: 'One recording' }).waitFor(),
  },
  {
    name: 'book-merge',
    path: '/book/B0DEMO0004',
    async act(page) {
      await click('button', 'Merge with another book')(page);
      await page.getByRole('dialog').getByRole('textbox').fill('Sherlock Holmes');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Merge: / })
        .first()
        .waitFor();
    },
  },
  { name: 'book-sheet-reader', path: '/?book=B0DEMO0014', as: 'reader' },
  { name: 'book-menu', path: '/?book=B0DEMO0014', act: openBookMenu },
  { name: 'book-japanese', path: '/book/B0DEMO0036', as: 'reader' },
  {
    name: 'preview-dialog',
    path: '/book/B0DEMO0001',
    async act(page) {
      await fromMore('What would be taken?')(page);
      await page
        .getByRole('dialog')
        .getByRole('status')
        .filter({ hasText: /would be taken (now|later)/ })
        .waitFor();
    },
  },
  { name: 'request-dialog', path: '/book/B0DEMO0001', act: fromMore('Request with options…') },
  { name: 'request-dialog-member', path: '/?book=B0DEMO0014', as: 'reader', act: fromMore('Request with options…') },
  { name: 'requests', path: '/requests', as: 'reader', full: true },
  { name: 'requests-empty', path: '/requests', as: 'bernd' },
  { name: 'request-available', path: ({ requests }) => `/requests/${requests.available}`, full: true },
  { name: 'request-downloading', path: ({ requests }) => `/requests/${requests.downloading}`, full: true },
  { name: 'request-waiting', path: ({ requests }) => `/requests/${requests.waiting}`, full: true },
  { name: 'request-denied', path: ({ requests }) => `/requests/${requests.denied}`, as: 'reader' },
  { name: 'request-not-found', path: ({ requests }) => `/requests/${requests.notFound}`, full: true },
  { name: 'notifications', path: '/', as: 'reader', act: click('button', /^Notifications/) },
  { name: 'notifications-all', path: '/notifications', as: 'reader', full: true },
  { name: 'account-notifications', path: '/account/notifications', full: true },
  { name: 'user-menu', path: '/', act: click('button', /^Account/) },
  {
    name: 'palette',
    path: '/',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('ma');
    },
  },
  { name: 'account', path: '/account', full: true },
  { name: 'token-new', path: '/account', act: click('button', 'New token') },
  { name: 'shelves', path: '/shelves', as: 'reader', full: true },
  { name: 'shelves-empty', path: '/shelves', as: 'bernd' },
  { name: 'shelf', path: ({ shelves }) => `/shelves/${shelves[0]}`, as: 'reader', full: true },
  {
    name: 'shelf-correct',
    path: ({ shelves }) => `/shelves/${shelves[0]}`,
    as: 'reader',
    async act(page) {
      await click('button', /^Not this book\?: /)(page);
      await page.getByRole('dialog').getByText('Lectern found').waitFor();
    },
  },
  {
    name: 'shelf-correct-admin',
    path: ({ shelves }) => `/shelves/${shelves[0]}`,
    as: 'reader',
    state: changed('/api/auth/me', (answer) => ({ ...answer, user: { ...(answer['user'] as object), role: 'admin' } })),
    async act(page) {
      await click('button', /^Not this book\?: /)(page);
      await page
        .getByRole('dialog')
        .getByRole('checkbox', { name: /^For everyone/ })
        .waitFor();
    },
  },
  { name: 'shelf-pick', path: '/shelves/new', as: 'reader' },
  { name: 'shelf-new', path: '/shelves/new?site=shelf-goodreads', as: 'reader', full: true },
  { name: 'not-found', path: '/nothing/here' },
  { name: 'series', path: '/series/B0SERI0001', full: true },
  {
    name: 'follow',
    path: '/series/B0SERI0001',
    async act(page) {
      await click('button', /^Follow /)(page);
      await page.getByRole('dialog').getByRole('radio', { name: 'Everything that is missing' }).check();
      await page
        .getByRole('dialog')
        .getByText(/requested now/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'series-missing',
    path: '/series/B0SERI0001',
    async act(page) {
      await click('button', /^Request the .*missing book/)(page);
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  { name: 'series-long', path: '/series/B0SERI0008', as: 'reader', full: true },
  { name: 'reports', path: '/reports', as: 'reader' },
  { name: 'reports-empty', path: '/reports', as: 'bernd' },
  { name: 'report', path: ({ report }) => `/reports/${report}`, as: 'reader', full: true },
  { name: 'report-dialog', path: '/book/B0DEMO0001', act: fromMore('Report a problem') },
  { name: 'coming-up', path: '/coming-up', full: true, state: changed('/api/user/coming-up', withComingBooks) },
  { name: 'coming-up-empty', path: '/coming-up', as: 'bernd' },
  { name: 'coming-up-loading', path: '/coming-up', state: loading('/api/user/coming-up') },
  {
    name: 'coming-up-error',
    path: '/coming-up',
    state: failing('/api/user/coming-up'),
    // a failed call is repeated first
    act: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'coming-up-address',
    path: '/coming-up',
    // an address that an earlier look made stays
    async act(page) {
      await page.getByRole('button', { name: /^(Make an address|Renew)$/ }).click();
      const address = page.getByRole('dialog').getByRole('textbox', { name: 'Address' });
      await address.or(page.getByRole('dialog').getByRole('button', { name: 'Renew' })).waitFor();
      if (!(await address.isVisible())) await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
      await address.waitFor();
    },
  },
  { name: 'coming-up-renew', path: '/coming-up', act: click('button', 'Renew') },
  { name: 'author-prolific', path: '/authors/B0AUTH0030', full: true },
  { name: 'author', path: '/authors/B0AUTH0001', full: true },
  { name: 'author-without-picture', path: '/authors/B0AUTH0011' },
  { name: 'author-stale', path: '/authors/B0AUTH0001', state: changed('/api/authors/B0AUTH0001/books', fromYesterday) },
  { name: 'series-stale', path: '/series/B0SERI0001', state: changed('/api/series/B0SERI0001/books', fromYesterday) },
  { name: 'narrator', path: '/narrator?name=Eleanor%20Whitcombe' },
  {
    name: 'search-names',
    path: '/search?q=arthur%20conan%20doyle',
    act: (page) => page.getByRole('heading', { name: 'Authors' }).waitFor(),
  },
  { name: 'search-regions', path: '/search?q=sherlock%20holmes', act: chooseRegions, full: true },
  {
    name: 'search-region-silent',
    path: '/search?q=sherlock%20holmes',
    act: chooseRegions,
    state: changed('/api/audiobooks/search', (answer) => ({
      ...answer,
      regions: ((answer['regions'] ?? []) as { id: string }[]).map((region) =>
        region.id === 'de' ? { ...region, outcome: 'failed' } : region,
      ),
    })),
  },
  { name: 'home-recently-added', path: '/home/recently-added' },
  { name: 'home-continue-series', path: '/home/continue-series' },
  { name: 'home-list-empty', path: '/home/continue-series', state: emptied('/api/home/continue-series') },
  { name: 'browse-popular', path: '/browse/popular' },
  {
    name: 'browse-filters',
    path: '/browse/popular?maxLength=599',
    async act(page) {
      const sheet = page.getByRole('button', { name: /^Filter \(/ });
      await page.getByText(/^\d+ books? of/).waitFor();
      if (await sheet.isVisible()) await sheet.click();
      else await page.getByRole('combobox', { name: 'Narrator' }).click();
    },
  },
  { name: 'browse-none-matches', path: '/browse/popular?language=de&narrator=Nobody&sorted=newest' },
  { name: 'browse-empty', path: '/browse/new-releases', state: emptied('/api/audiobooks/new-releases') },
  { name: 'browse-categories', path: '/browse/categories', full: true },
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  { name: 'register', path: '/sign-in/register', as: 'nobody' },
];
