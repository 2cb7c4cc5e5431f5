// The pages that are looked at, with the steps that bring them into the state worth looking at.
const request = (n) => `/requests/00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const PAGES = [
  { name: 'home', path: '/', full: true },
  { name: 'home-empty', path: '/', session: 'dev-empty' },
  { name: 'search-empty', path: '/search' },
  { name: 'search', path: '/search?q=e', full: true },
  { name: 'search-none', path: '/search?q=zzzz' },
  { name: 'search-error', path: '/search?q=error' },
  { name: 'book-sheet', path: '/?book=B004LECTRN' },
  { name: 'book-long', path: '/book/B000LECTRN', session: 'dev-user' },
  { name: 'book', path: '/book/B009LECTRN', full: true },
  { name: 'book-upcoming', path: '/book/B022LECTRN' },
  { name: 'requests', path: '/requests', full: true },
  { name: 'requests-empty', path: '/requests', session: 'dev-empty' },
  { name: 'request-downloading', path: request(100), full: true },
  { name: 'request-waiting', path: request(102), full: true },
  { name: 'request-warn', path: request(103) },
  { name: 'request-done', path: request(104), full: true },
  { name: 'notifications', path: '/', act: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { name: 'user-menu', path: '/', act: (page) => page.getByRole('button', { name: /^Account/ }).click() },
  {
    name: 'palette',
    path: '/',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(500);
      await page.keyboard.type('ma');
    },
  },
  { name: 'account', path: '/account', full: true },
  { name: 'account-first-password', path: '/account', session: 'dev-user', full: true },
  { name: 'account-link', path: '/account', act: (page) => page.getByRole('button', { name: 'Link Audiobookshelf' }).click() },
  { name: 'token-new', path: '/account', act: (page) => page.getByRole('button', { name: 'New token' }).click() },
  {
    name: 'token-made',
    path: '/account',
    act: async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Wall display');
      await page.getByRole('button', { name: 'Create token' }).click();
    },
  },
  {
    name: 'sign-in-link',
    path: '/sign-in/link#example',
    session: '',
    act: (page) => page.getByRole('button', { name: 'Sign in' }).click(),
  },
  { name: 'audit', path: '/admin/audit', full: true },
  { name: 'shelves', path: '/shelves', full: true },
  { name: 'shelves-empty', path: '/shelves', session: 'dev-empty' },
  { name: 'shelf', path: '/shelves/00000000-0000-4000-8000-000000000901', full: true },
  { name: 'shelf-not-found-books', path: '/shelves/00000000-0000-4000-8000-000000000901?outcome=not_matched', full: true },
  { name: 'shelf-pick', path: '/shelves/new' },
  { name: 'shelf-new', path: '/shelves/new?site=shelf-goodreads', full: true },
  { name: 'admin', path: '/admin', full: true },
  { name: 'admin-empty', path: '/admin', session: 'dev-empty' },
  { name: 'approvals', path: '/admin/approvals', act: (page) => page.getByRole('checkbox').first().click() },
  { name: 'all-requests', path: '/admin/requests' },
  { name: 'integrations', path: '/admin/integrations', full: true },
  { name: 'integrations-empty', path: '/admin/integrations', session: 'dev-empty' },
  { name: 'integration-pick', path: '/admin/integrations/new', full: true },
  { name: 'integration-new', path: '/admin/integrations/new?plugin=indexer-prowlarr', full: true },
  {
    name: 'integration-errors',
    path: '/admin/integrations/new?plugin=indexer-prowlarr',
    full: true,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Address/ }).fill('http://wrong.example');
      await page.locator('#settings_apiKey').fill('longenough');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
    },
  },
  {
    name: 'integration-edit',
    path: '/admin/integrations/00000000-0000-4000-8000-000000000302',
    full: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Advanced' }).click();
      await page.getByRole('textbox', { name: /^Name/ }).fill('Prowlarr at home');
    },
  },
  { name: 'integration-mappings', path: '/admin/integrations/00000000-0000-4000-8000-000000000303', full: true },
  { name: 'plugins', path: '/admin/plugins', full: true },
  { name: 'plugins-safe-mode', path: '/admin/plugins', session: 'dev-safe' },
  { name: 'admin-safe-mode', path: '/admin', session: 'dev-safe' },
  {
    name: 'plugin-run-incompatible',
    path: '/admin/plugins',
    act: (page) => page.getByRole('button', { name: 'Run it all the same: Attic Tapes' }).click(),
  },
  { name: 'plugin-menu', path: '/admin/plugins', act: (page) => page.getByRole('button', { name: 'More about Moon Phases' }).click() },
  {
    name: 'plugin-remove',
    path: '/admin/plugins',
    act: async (page) => {
      await page.getByRole('button', { name: 'More about Attic Tapes' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
    },
  },
  { name: 'plugin-install', path: '/admin/plugins/install', full: true },
  {
    name: 'plugin-install-version',
    path: '/admin/plugins/install',
    act: (page) => page.getByRole('button', { name: 'Install: lectern-plugin-notify-lighthouse' }).click(),
  },
  {
    name: 'plugin-install-by-name',
    path: '/admin/plugins/install',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name of the package' }).fill('@shore/lectern-plugin-notify-lighthouse@^2');
      await page.getByRole('button', { name: 'Look it up' }).click();
    },
  },
  {
    name: 'plugin-install-no-version',
    path: '/admin/plugins/install',
    full: true,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Name of the package' }).fill('lectern-plugin-notify-lighthouse@^9');
      await page.getByRole('button', { name: 'Look it up' }).click();
    },
  },
  {
    name: 'plugin-install-away',
    path: '/admin/plugins/install',
    full: true,
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'What should it connect to?' }).fill('error');
      await page.waitForTimeout(600);
    },
  },
  { name: 'backups', path: '/admin/backups', full: true },
  { name: 'backups-empty', path: '/admin/backups', session: 'dev-empty' },
  { name: 'library', path: '/admin/library' },
  { name: 'users', path: '/admin/users' },
  { name: 'user-edit', path: '/admin/users', act: (page) => page.getByRole('button', { name: 'Edit: ben' }).click() },
  {
    name: 'user-link',
    path: '/admin/users',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit: ben' }).click();
      await page.getByRole('button', { name: 'Make a sign-in link' }).click();
    },
  },
  { name: 'jobs', path: '/admin/jobs', full: true },
  {
    name: 'settings',
    path: '/admin/settings',
    full: true,
    act: (page) => page.getByRole('textbox', { name: 'How books are filed' }).fill('{author}/{series}'),
  },
  { name: 'not-found', path: '/nothing/here' },
  { name: 'sign-in', path: '/sign-in', session: '' },
  { name: 'register', path: '/sign-in/register', session: '' },
  {
    name: 'register-pending',
    path: '/sign-in/register',
    session: '',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'User name' }).fill('jo');
      await page.locator('input[type=password]').fill('correct horse');
      await page.getByRole('button', { name: 'Create account' }).click();
    },
  },
];

/** With a server that is not set up: `node dev/mock-server.mjs <port> --fresh`. */
export const SETUP_PAGES = [
  { name: 'setup-1', path: '/setup', session: '' },
  {
    name: 'setup-2',
    path: '/setup',
    session: '',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Setup token' }).fill('token');
      await page.getByRole('textbox', { name: 'User name' }).fill('anna');
      await page.locator('input[type=password]').fill('correct horse');
      await page.getByRole('button', { name: 'Create the account' }).click();
      await page.getByRole('textbox', { name: 'Library folder' }).fill('/srv/audiobooks');
      await page.getByRole('button', { name: 'Test and save' }).click();
      await page.waitForTimeout(300);
    },
  },
  { name: 'setup-3', path: '/setup', session: 'dev-admin' },
];
