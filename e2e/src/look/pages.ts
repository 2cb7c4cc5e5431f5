import type { SeededDemo } from '@lectern/demo';
import type { Page } from 'playwright-core';
import { changed, emptied, failing, loading, type BrowserState } from './browser-states.js';

/** A page that is looked at, with the steps that bring it into the state worth looking at. */
export interface LookedAt {
  readonly name: string;
  readonly path: string | ((demo: SeededDemo) => string);
  /** The viewer; `bernd` is new and has nothing yet. Default: `admin`. */
  readonly as?: 'admin' | 'reader' | 'bernd' | 'nobody';
  /** Shown in its full length. */
  readonly full?: true;
  readonly state?: BrowserState;
  readonly act?: (page: Page) => Promise<unknown>;
}

const click = (role: 'button' | 'menuitem' | 'checkbox', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().click();
const WRONG_KEY = 'wrong-key-of-the-demo';

/** The first request as it is listed where two more people wait for its book. */
function withOthers([first, ...rest]: object[]): object[] {
  const createdAt = new Date().toISOString();
  const alongside = [
    {
      id: '00000000-0000-4000-8000-000000000001',
      createdAt,
      user: { id: 'a', displayName: 'Zoë Zimmer' },
      note: 'For the long drive in July.',
    },
    { id: '00000000-0000-4000-8000-000000000002', createdAt, user: { id: 'b', displayName: 'Bernd-Alexander Donaudampfschifffahrt' } },
  ];
  return [{ ...first, alongside }, ...rest];
}

/** Makes items look as if the media server had no ASINs; the demo's own files are only seconds long. */
function withLikelyMatches(answer: Record<string, unknown>): object {
  const item = (id: string, title: string, author: string) => {
    const facts = { narrators: ['Juliet Stevenson'], durationMinutes: 996, formats: ['audiobook'], addedAt: '2026-01-01T00:00:00.000Z' };
    return { id, integrationId: id, title, authors: [author], ...facts };
  };
  const book = (asin: string, title: string, author: string, narrator: string) => {
    const lists = { authors: [{ name: author }], narrators: [narrator], series: [], genres: [] };
    return { asin, region: 'us', title, ...lists, durationMinutes: 990, language: 'en', coverUrl: `/api/covers/${asin}` };
  };
  const fit = { score: 100, title: 'same', author: 'same', length: 'same' };
  const suggestions = [
    { book: book('B0DEMO0001', 'The Adventures of Sherlock Holmes', 'Arthur Conan Doyle', 'Juliet Stevenson'), ...fit },
    {
      book: book('B0DEMO0002', 'The Adventures of Sherlock Holmes: Twelve Cases', 'Arthur Conan Doyle', 'Anna Bentinck'),
      ...fit,
      title: 'without-subtitle',
      length: 'near',
      score: 75,
    },
  ];
  const items = [
    { item: item('1', 'The Adventures of Sherlock Holmes (Unabridged)', 'Arthur Conan Doyle'), suggestions },
    { item: item('2', 'Donaudampfschifffahrtsgesellschaftskapitänswitwe '.repeat(8), 'N. N.'), suggestions: [] },
    { item: item('3', '吾輩は猫である', '夏目 漱石'), suggestions: [{ ...suggestions[0], author: 'unknown' }] },
  ];
  return { ...answer, items, total: 13, waiting: 212 };
}

const MEMBERS: readonly LookedAt[] = [
  { name: 'home', path: '/', full: true },
  { name: 'home-new', path: '/', as: 'bernd' },
  { name: 'home-arrange', path: '/', act: click('button', 'Arrange') },
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
  { name: 'search-error', path: '/search?q=the', state: failing('/api/audiobooks/search') },
  { name: 'search-loading', path: '/search?q=the', state: loading('/api/audiobooks/search') },
  { name: 'book-sheet', path: '/?book=B0DEMO0014' },
  { name: 'book', path: '/book/B0DEMO0001', full: true },
  { name: 'book-japanese', path: '/book/B0DEMO0036', as: 'reader' },
  { name: 'request-dialog', path: '/book/B0DEMO0001', act: click('button', 'More options') },
  { name: 'request-dialog-member', path: '/?book=B0DEMO0014', as: 'reader', act: click('button', 'More options') },
  { name: 'requests', path: '/requests', as: 'reader', full: true },
  { name: 'requests-empty', path: '/requests', as: 'bernd' },
  { name: 'request-available', path: ({ requests }) => `/requests/${requests.available}`, full: true },
  { name: 'request-downloading', path: ({ requests }) => `/requests/${requests.downloading}`, full: true },
  { name: 'request-waiting', path: ({ requests }) => `/requests/${requests.waiting}`, full: true },
  { name: 'request-denied', path: ({ requests }) => `/requests/${requests.denied}`, as: 'reader' },
  { name: 'request-not-found', path: ({ requests }) => `/requests/${requests.notFound}`, full: true },
  { name: 'notifications', path: '/', as: 'reader', act: click('button', /^Notifications/) },
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
  { name: 'author', path: '/authors/B0AUTH0001' },
  { name: 'browse-popular', path: '/browse/popular' },
  { name: 'browse-empty', path: '/browse/new-releases', state: emptied('/api/audiobooks/new-releases') },
  { name: 'browse-categories', path: '/browse/categories', full: true },
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  { name: 'register', path: '/sign-in/register', as: 'nobody' },
];

const ADMINS: readonly LookedAt[] = [
  { name: 'admin', path: '/admin', full: true },
  { name: 'admin-safe-mode', path: '/admin', state: changed('/api/admin/plugins/mode', (answer) => ({ ...answer, safeMode: true })) },
  { name: 'approvals', path: '/admin/approvals', act: (page) => page.getByRole('checkbox').first().click() },
  {
    name: 'approvals-together',
    path: '/admin/approvals',
    state: changed('/api/requests', (answer) => ({ ...answer, items: withOthers(answer['items'] as object[]) })),
    act: click('button', /other people wait/),
  },
  { name: 'approvals-empty', path: '/admin/approvals', state: emptied('/api/requests') },
  { name: 'all-requests', path: '/admin/requests' },
  { name: 'integrations', path: '/admin/integrations', full: true },
  { name: 'integrations-empty', path: '/admin/integrations', state: emptied('/api/admin/integrations') },
  { name: 'integration-pick', path: '/admin/integrations/new', full: true },
  {
    name: 'integration-errors',
    path: '/admin/integrations/new?plugin=indexer-prowlarr',
    full: true,
    async act(page) {
      await page.getByRole('textbox', { name: /^Address/ }).fill('http://127.0.0.1:9');
      await page.locator('#settings_apiKey').fill(WRONG_KEY);
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByRole('status').filter({ hasText: '127.0.0.1' }).waitFor();
    },
  },
  {
    name: 'integration-edit',
    path: ({ integration }) => `/admin/integrations/${integration}`,
    full: true,
    act: (page) => page.getByRole('textbox', { name: /^Name/ }).fill('Prowlarr at home'),
  },
  { name: 'integration-unhealthy', path: ({ unhealthy }) => `/admin/integrations/${unhealthy}`, full: true },
  { name: 'plugins', path: '/admin/plugins', full: true },
  { name: 'plugin-install', path: '/admin/plugins/install', full: true },
  { name: 'backups', path: '/admin/backups', full: true },
  { name: 'backups-empty', path: '/admin/backups', state: emptied('/api/admin/backups') },
  { name: 'library', path: '/admin/library' },
  { name: 'library-likely', path: '/admin/library', full: true, state: changed('/api/admin/library/likely-matches', withLikelyMatches) },
  {
    name: 'library-link',
    path: '/admin/library',
    state: changed('/api/admin/library/likely-matches', withLikelyMatches),
    async act(page) {
      await click('button', 'Choose another book: The Adventures of Sherlock Holmes (Unabridged)')(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Link: / })
        .first()
        .waitFor();
    },
  },
  { name: 'users', path: '/admin/users' },
  { name: 'user-edit', path: '/admin/users', act: click('button', 'Edit: bernd') },
  { name: 'api-tokens', path: '/admin/api-tokens' },
  { name: 'jobs', path: '/admin/jobs', full: true },
  { name: 'audit', path: '/admin/audit', full: true },
  { name: 'settings', path: '/admin/settings', full: true },
  {
    name: 'settings-errors',
    path: '/admin/settings',
    async act(page) {
      await page.getByRole('textbox', { name: 'Public address' }).fill('not a url');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('needs a correction').waitFor();
    },
  },
];

export const PAGES: readonly LookedAt[] = [...MEMBERS, ...ADMINS];

/** Pages of a server that nobody has set up, in the order in which people meet them. */
export const SETUP_PAGES: readonly LookedAt[] = [{ name: 'setup', path: '/setup', as: 'nobody' }];
