import type { Locator, Page } from 'playwright-core';
import { BIN_FILLED, becomeForeign } from '../look/bin-states.js';
import { answering, changed, type BrowserState } from '../look/browser-states.js';
import type { LookedAt } from '../look/looked-at.js';
import { PAGES } from '../look/pages.js';
import { inRename } from '../look/rename-states.js';
import { UPLOADS_FILLED } from '../look/upload-states.js';

/** A dialog, drawer, menu or popover of the web UI, and how somebody opens it with the keyboard. */
export interface DialogEntry extends Pick<LookedAt, 'path' | 'as' | 'state'> {
  /** The component that draws it, below `web/src`. */
  readonly file: string;
  /** Brings the page to where the opener is. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Has the focus when it opens, and again once Escape has closed it. */
  readonly opener: (page: Page) => Locator;
  /** Default: Enter. */
  readonly key?: string;
  /** After the key, for what opens from a menu or a first dialog. */
  readonly via?: (page: Page) => Promise<unknown>;
  /** Default: a dialog. */
  readonly role?: 'menu';
  readonly phone?: true;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const exactly = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();
const item = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name }).press('Enter');

/** As a page that is looked at has it. */
function asLookedAt(name: string): Pick<LookedAt, 'path' | 'as' | 'state'> {
  const found = PAGES.find((page) => page.name === name);
  if (!found) throw new Error(`Nothing that is looked at is called ${name}.`);
  const { path, as, state } = found;
  return { path, ...(as ? { as } : {}), ...(state ? { state } : {}) };
}

const BOOK = 'B0DEMO0014';
const ofBook = (change: (book: Record<string, unknown>) => object): BrowserState =>
  changed(`/api/audiobooks/${BOOK}`, (answer) => ({ ...answer, book: change(answer['book'] as Record<string, unknown>) }));
const IGNORED = ofBook((book) => ({ ...book, ignored: true }));
const TWICE = ofBook((book) => ({
  ...book,
  availability: 'available',
  listen: ['Audiobookshelf', 'Plex'].map((name) => ({ server: name, url: `https://${name.toLowerCase()}.example/book` })),
}));
const NO_CLIENT = changed('/api/setup/status', (answer) => {
  const steps = answer['steps'] as { integrations: object };
  return { ...answer, steps: { ...steps, integrations: { ...steps.integrations, downloadClient: 0 } } };
});
const OWN_TARGET = changed('/api/notifications/targets', (answer) => ({
  ...answer,
  items: [
    {
      id: '00000000-0000-4000-8000-000000000002',
      pluginId: 'notify-ntfy',
      pluginName: 'ntfy',
      name: 'Phone',
      settings: {},
      secretsSet: [],
    },
  ],
}));
const LOSSES = changed('/api/admin/library', (answer) => ({
  ...answer,
  losses: [{ integrationId: '1', server: 'Audiobookshelf', libraryId: '1', library: 'Books', known: 40, missing: 30, examples: ['Emma'] }],
}));
const LINKED = answering('/api/user/identities', {
  items: [
    {
      id: '00000000-0000-4000-8000-000000000001',
      provider: { id: 'p', name: 'Pocket ID', offered: true },
      accountName: 'ada',
      linkedAt: new Date().toISOString(),
    },
  ],
});

const notFound: LookedAt['path'] = ({ requests }) => `/requests/${requests.notFound}`;
const available: LookedAt['path'] = ({ requests }) => `/requests/${requests.available}`;
const report: LookedAt['path'] = ({ report: id }) => `/admin/reports/${id}`;

const OF_FRAME: readonly DialogEntry[] = [
  { file: 'components/page/filter-frame.tsx', path: '/admin/requests', opener: exactly('Filter'), phone: true },
  { file: 'components/frame/keys-dialog.tsx', path: '/', opener: (page) => page.locator('main article a').first(), key: '?' },
  { file: 'components/frame/command-palette.tsx', path: '/', opener: (page) => page.locator('main article a').first(), key: 'Control+k' },
  { file: 'components/frame/user-menu.tsx', path: '/', opener: button(/^Account/), role: 'menu' },
  { file: 'components/frame/notification-sheet.tsx', path: '/', as: 'reader', opener: button(/^Notifications/) },
];

const OF_BOOKS: readonly DialogEntry[] = [
  { file: 'components/book/book-sheet.tsx', path: '/browse/popular', opener: (page) => page.locator('a[data-book]').nth(2) },
  { file: 'components/book/book-menu.tsx', path: `/book/${BOOK}`, opener: exactly('More'), role: 'menu' },
  { file: 'components/book/book-picker.tsx', path: '/book/B0DEMO0004', opener: button('Merge with another book') },
  { file: 'components/book/download-dialog.tsx', path: '/book/B0DEMO0001', opener: button(/^Download \(/) },
  { file: 'components/book/ask-anyway-dialog.tsx', path: `/book/${BOOK}`, state: IGNORED, opener: button('Ignored — request anyway') },
  { file: 'components/book/request-dialog.tsx', path: `/book/${BOOK}`, opener: exactly('More'), via: item('Request with options…') },
  { file: 'components/book/listen-action.tsx', path: `/book/${BOOK}`, state: TWICE, opener: exactly('Listen'), role: 'menu' },
  { file: 'components/candidates/preview-dialog.tsx', path: `/book/${BOOK}`, opener: exactly('More'), via: item('What would be taken?') },
  { file: 'components/report/report-dialog.tsx', path: '/book/B0DEMO0001', opener: exactly('More'), via: item('Report a problem') },
  { file: 'components/follow/follow-dialog.tsx', path: '/series/B0SERI0001', opener: button(/^Follow /) },
  { file: 'components/follow/missing-dialog.tsx', path: '/series/B0SERI0001', opener: button(/^Request the .*missing book/) },
  { file: 'pages/search/region-choice.tsx', path: '/search?q=sherlock%20holmes', opener: button(/^Regions: /) },
  { file: 'pages/releases/request-release.tsx', ...asLookedAt('releases-request'), opener: button(/^Request: /) },
  {
    file: 'pages/home/section-picker.tsx',
    path: '/',
    before: (page) => button('Arrange')(page).click(),
    opener: button('Add a row'),
  },
];

const OF_REQUESTS: readonly DialogEntry[] = [
  { file: 'components/request/deny-dialog.tsx', path: '/admin/approvals', opener: exactly('Deny') },
  { file: 'components/request/request-actions.tsx', path: notFound, opener: button('Cancel request') },
  { file: 'components/request/delete-dialog.tsx', path: available, opener: exactly('More'), via: item('Delete…') },
  { file: 'pages/request/more-actions.tsx', path: available, opener: exactly('More'), role: 'menu' },
  { file: 'pages/request/own-release/add-own-dialog.tsx', path: notFound, opener: exactly('More'), via: item('Add your own…') },
  {
    file: 'components/request/use-choose-release.tsx',
    path: notFound,
    before: (page) => page.locator('li button[aria-expanded="false"]').filter({ hasText: 'Not acceptable' }).first().click(),
    opener: button('Use it anyway'),
  },
  {
    file: 'components/request/many/bulk-dialogs.tsx',
    path: '/admin/approvals',
    before: (page) => page.getByRole('checkbox').first().click(),
    opener: button('Cancel request'),
  },
];

const OF_PEOPLE: readonly DialogEntry[] = [
  { file: 'pages/account/notifications/target-dialog.tsx', path: '/account/notifications', opener: exactly('Add a service') },
  {
    file: 'pages/account/notifications/target-section.tsx',
    path: '/account/notifications',
    state: OWN_TARGET,
    opener: button(/^Remove: Phone$/),
  },
  { file: 'pages/account/api-tokens/new-token-dialog.tsx', path: '/account', opener: button('New token') },
  {
    file: 'components/feedback/show-once.tsx',
    path: '/account',
    opener: button('New token'),
    async via(page) {
      await page.getByRole('dialog').getByRole('textbox').first().fill('A script');
      await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).press('Enter');
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
  { file: 'pages/account/api-tokens/token-section.tsx', path: '/account', opener: button(/^Revoke: /) },
  { file: 'pages/account/identities/identity-section.tsx', path: '/account', state: LINKED, opener: button(/^Unlink: /) },
  { file: 'pages/shelves/shelf-page.tsx', ...asLookedAt('shelf'), opener: button('Remove shelf') },
  { file: 'pages/coming-up/calendar-address.tsx', path: '/coming-up', state: asLookedAtCalendar(), opener: button('Renew') },
  { file: 'pages/admin/users/user-dialog.tsx', path: '/admin/users', opener: button('Edit: bernd') },
  { file: 'pages/admin/users/pending-users.tsx', path: '/admin/users', opener: button(/^Reject: /) },
  {
    file: 'pages/admin/users/user-calendar.tsx',
    path: '/admin/users',
    async before(page) {
      const address = { createdAt: '2026-01-02T08:00:00.000Z' };
      await page.route(/\/api\/admin\/users\/[^/]+\/calendar-address$/, (route) => route.fulfill({ json: { address } }));
      await button('Edit: bernd')(page).click();
    },
    opener: button('Revoke calendar address'),
  },
  { file: 'pages/admin/api-tokens/api-tokens-page.tsx', path: '/admin/api-tokens', opener: button(/^Revoke: /) },
];

function asLookedAtCalendar(): BrowserState {
  return changed('/api/user/calendar-address', (answer) => ({ ...answer, address: { createdAt: '2026-01-02T08:00:00.000Z' } }));
}

const OF_SERVICES: readonly DialogEntry[] = [
  { file: 'pages/admin/integrations/connect-dialog.tsx', path: '/admin', state: NO_CLIENT, opener: button(/^Download client.*Connect$/) },
  { file: 'pages/admin/integrations/integration-page.tsx', ...asLookedAt('integration-edit'), opener: exactly('Delete') },
  { file: 'pages/admin/mail/mail-page.tsx', ...asLookedAt('mail-set-up'), opener: exactly('Remove') },
  { file: 'pages/admin/webhooks/webhook-form.tsx', path: '/admin/webhooks', opener: button('Add webhook') },
  { file: 'pages/admin/webhooks/webhook-row.tsx', ...asLookedAt('webhooks'), opener: button(/^More actions: /), role: 'menu' },
  { file: 'pages/admin/webhooks/webhook-dialogs.tsx', ...asLookedAt('webhooks'), opener: button(/^More actions: /), via: item('Delete') },
  { file: 'pages/admin/plugins/plugin-menu.tsx', path: '/admin/plugins', opener: button(/^More about /), role: 'menu' },
  { file: 'pages/admin/plugins/plugin-texts.tsx', path: '/admin/plugins', opener: button(/^More about /), via: item('About') },
  { file: 'pages/admin/backups/backup-table.tsx', path: '/admin/backups', opener: button(/^Delete/) },
];

const OF_LIBRARY: readonly DialogEntry[] = [
  { file: 'pages/admin/folder-browser.tsx', path: '/admin/library/import', opener: button('Browse') },
  { file: 'pages/admin/bin/bin-row.tsx', path: '/admin/library/bin', state: BIN_FILLED, opener: button('Delete now: The Time Machine') },
  {
    file: 'pages/admin/uploads/upload-row.tsx',
    path: '/admin/library/uploads',
    state: UPLOADS_FILLED,
    opener: button('Cancel the upload: The Time Machine'),
  },
  { file: 'pages/admin/renames/choose-books.tsx', path: '/admin/library/rename', opener: button('Choose books') },
  { file: 'pages/admin/renames/rename-card.tsx', path: '/admin/library/rename', state: inRename('done'), opener: exactly('Undo') },
  { file: 'pages/admin/library/library-tools.tsx', path: '/admin/library', opener: exactly('Tools'), role: 'menu', phone: true },
  { file: 'pages/admin/library/library-losses.tsx', path: '/admin/library', state: LOSSES, opener: button('They are gone') },
  { file: 'pages/admin/reports/replace-dialog.tsx', path: report, opener: exactly('Replace…') },
  { file: 'pages/admin/reports/replace-files-dialog.tsx', path: report, before: becomeForeign, opener: button(/^Replace…: /) },
];

export const DIALOGS: readonly DialogEntry[] = [...OF_FRAME, ...OF_BOOKS, ...OF_REQUESTS, ...OF_PEOPLE, ...OF_SERVICES, ...OF_LIBRARY];

/** What draws no dialog of its own, or one that a server must be in a state for that the demo does not reach. */
export const NOT_OPENED: Readonly<Record<string, string>> = {
  'components/feedback/dialog.tsx': 'the frame of the others',
  'components/feedback/confirm-dialog.tsx': 'the frame of the others',
  'components/controls/action-menu.tsx': 'the frame of the others',
  'components/feedback/sheet.tsx': 'the frame of the others',
  'components/feedback/leave-guard.tsx': 'needs unsaved changes: settings-forms.long.spec.ts',
  'components/account/confirm-identity.tsx': 'confirm-browser.spec.ts closes it by Escape and looks for the focus',
  'pages/account/identities/link-dialog.tsx': 'needs a service to sign in with: oidc-browser.spec.ts',
  'pages/admin/integrations/removed-card.tsx': 'needs an integration whose plugin is gone: plugins-browser.spec.ts',
  'pages/admin/plugins/install-dialog.tsx': 'needs a registry: plugins-by-name-browser.spec.ts',
  'pages/admin/plugins/remove-plugin.tsx': 'needs an installed plugin: plugins-browser.spec.ts',
  'pages/admin/plugins/run-incompatible.tsx': 'needs an installed plugin: plugins-browser.spec.ts',
  'pages/admin/take-in/filing-dialog.tsx': 'needs a folder that was taken in: take-in-browser.spec.ts',
  'pages/admin/take-in/take-in-card.tsx': 'needs a folder that was taken in: take-in-browser.spec.ts',
};
