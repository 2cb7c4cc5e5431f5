import { becomeForeign, BIN_FILLED } from './bin-states.js';
import { UPLOADS_FILLED } from './upload-states.js';
import { changed, emptied, failing, loading } from './browser-states.js';
import { click, clickOnPhone, type LookedAt } from './looked-at.js';
import { inCheckUp } from './check-up-states.js';
import { inRename } from './rename-states.js';
import { TAKE_IN_READY } from './take-in-states.js';

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

/** A blocklist with a release that an admin blocked, and one that the server did. */
function withBlocked(answer: Record<string, unknown>): object {
  const block = { asin: 'B0DEMO0001', book: 'The Adventures of Sherlock Holmes', createdAt: new Date().toISOString(), liftedAt: null };
  const first = {
    ...block,
    id: '1',
    title: 'The.Adventures.of.Sherlock.Holmes.2011.Abridged.MP3.64kbps-CRACKLE',
    indexer: 'Story Harbour',
  };
  const second = { ...block, id: '2', title: 'Sherlock Holmes collection [MKV]', indexer: 'Quiet Cove', reason: 'It has no audio files.' };
  const items = [
    { ...first, reason: 'It was replaced because somebody reported a problem with it.', blockedBy: 'Ada Admin' },
    { ...second, blockedBy: null },
  ];
  return { ...answer, items, total: items.length };
}

/** Pages for admins. */
export const ADMIN_PAGES: readonly LookedAt[] = [
  { name: 'admin', path: '/admin', full: true },
  { name: 'admin-index', path: '/admin/pages', full: true },
  { name: 'admin-sheet', path: '/admin/settings', act: clickOnPhone(/^Choose a page/) },
  { name: 'more', path: '/', act: clickOnPhone('More') },
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
      await page.locator('[data-ok="false"]').waitFor();
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
  { name: 'take-in-empty', path: '/admin/library/take-in' },
  {
    name: 'folder-create',
    path: '/admin/library/take-in',
    async act(page) {
      await click('button', 'Browse')(page);
      await click('button', 'Create folder')(page);
      await page.getByRole('textbox', { name: 'Name of the new folder' }).fill('Audiobooks');
    },
  },
  { name: 'take-in-ready', path: '/admin/library/take-in', full: true, state: TAKE_IN_READY },
  { name: 'take-in-error', path: '/admin/library/take-in', state: failing('/api/admin/take-ins') },
  { name: 'take-in-loading', path: '/admin/library/take-in', state: loading('/api/admin/take-ins') },
  { name: 'check-up-empty', path: '/admin/library/check-up' },
  { name: 'check-up-running', path: '/admin/library/check-up', state: inCheckUp('running') },
  { name: 'check-up-done', path: '/admin/library/check-up', full: true, state: inCheckUp('done') },
  { name: 'check-up-silent', path: '/admin/library/check-up?kind=silent', full: true, state: inCheckUp('done', 'silent') },
  { name: 'check-up-no-asin', path: '/admin/library/check-up?kind=no_asin', full: true, state: inCheckUp('done', 'no_asin') },
  { name: 'check-up-cancelled', path: '/admin/library/check-up', state: inCheckUp('cancelled') },
  { name: 'check-up-error', path: '/admin/library/check-up', state: failing('/api/admin/library/check-up') },
  { name: 'check-up-loading', path: '/admin/library/check-up', state: loading('/api/admin/library/check-up') },
  { name: 'series-gaps', path: '/admin/library/series', full: true },
  { name: 'series-gaps-empty', path: '/admin/library/series', state: emptied('/api/admin/library/series-gaps') },
  { name: 'series-gaps-error', path: '/admin/library/series', state: failing('/api/admin/library/series-gaps') },
  { name: 'series-gaps-loading', path: '/admin/library/series', state: loading('/api/admin/library/series-gaps') },
  { name: 'admin-blocklist', path: '/admin/blocklist', state: changed('/api/admin/blocklist', withBlocked), full: true },
  { name: 'admin-blocklist-empty', path: '/admin/blocklist', state: emptied('/api/admin/blocklist') },
  { name: 'admin-reports', path: '/admin/reports' },
  { name: 'admin-reports-empty', path: '/admin/reports', state: emptied('/api/admin/reports') },
  { name: 'admin-reports-error', path: '/admin/reports', state: failing('/api/admin/reports') },
  { name: 'admin-reports-loading', path: '/admin/reports', state: loading('/api/admin/reports') },
  { name: 'admin-report', path: ({ report }) => `/admin/reports/${report}`, full: true },
  { name: 'admin-report-replace', path: ({ report }) => `/admin/reports/${report}`, act: click('button', 'Replace…') },
  { name: 'admin-report-foreign', path: ({ report }) => `/admin/reports/${report}`, full: true, act: becomeForeign },
  {
    name: 'admin-report-replace-files',
    path: ({ report }) => `/admin/reports/${report}`,
    async act(page) {
      await becomeForeign(page);
      await click('button', /^Replace…: /)(page);
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  { name: 'bin', path: '/admin/library/bin', state: BIN_FILLED, full: true },
  { name: 'bin-delete', path: '/admin/library/bin', state: BIN_FILLED, act: click('button', 'Delete now: The Time Machine') },
  { name: 'bin-empty', path: '/admin/library/bin' },
  { name: 'bin-error', path: '/admin/library/bin', state: failing('/api/admin/library/bin') },
  { name: 'bin-loading', path: '/admin/library/bin', state: loading('/api/admin/library/bin') },
  { name: 'uploads', path: '/admin/library/uploads', state: UPLOADS_FILLED, full: true },
  {
    name: 'uploads-cancel',
    path: '/admin/library/uploads',
    state: UPLOADS_FILLED,
    act: click('button', 'Cancel the upload: The Time Machine'),
  },
  { name: 'uploads-empty', path: '/admin/library/uploads' },
  { name: 'uploads-error', path: '/admin/library/uploads', state: failing('/api/admin/uploads') },
  { name: 'renames-empty', path: '/admin/library/rename' },
  { name: 'renames-ready', path: '/admin/library/rename', full: true, state: inRename('ready') },
  { name: 'renames-running', path: '/admin/library/rename', state: inRename('running') },
  { name: 'renames-done', path: '/admin/library/rename', full: true, state: inRename('done') },
  { name: 'renames-undo', path: '/admin/library/rename', state: inRename('done'), act: click('button', 'Undo') },
  {
    name: 'renames-choose',
    path: '/admin/library/rename',
    async act(page) {
      await click('button', 'Choose books')(page);
      await page.getByRole('dialog').getByRole('checkbox').first().check();
    },
  },
  { name: 'renames-error', path: '/admin/library/rename', state: failing('/api/admin/renames') },
  { name: 'renames-loading', path: '/admin/library/rename', state: loading('/api/admin/renames') },
  { name: 'users', path: '/admin/users' },
  { name: 'user-edit', path: '/admin/users', act: click('button', 'Edit: bernd') },
  {
    name: 'user-calendar',
    path: '/admin/users',
    // only bernd could make one
    async act(page) {
      const createdAt = '2026-01-02T08:00:00.000Z';
      await page.route(/\/api\/admin\/users\/[^/]+\/calendar-address$/, (route) => route.fulfill({ json: { address: { createdAt } } }));
      await click('button', 'Edit: bernd')(page);
      await click('button', 'Revoke calendar address')(page);
    },
  },
  { name: 'api-tokens', path: '/admin/api-tokens' },
  { name: 'jobs', path: '/admin/jobs', full: true },
  { name: 'audit', path: '/admin/audit', full: true },
  { name: 'logs', path: '/admin/logs' },
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
