import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme, filledIn } from './browser-scene.spec.support.js';
import { openProfile } from './shared-chromium.spec.support.js';

const SHOT = process.env['SHOT'];
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

requireOrSkip('chromium')('notifications, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let readerId: string;
  let stranger: BrowserContext;

  before(async () => {
    server = await startBareServer();
    readerId = await server.createUser('Reader');
    admin = await openAdminPage(server);
    stranger = await openProfile({ baseURL: server.url, viewport: PHONE });
    stranger.setDefaultTimeout(30_000);
  });
  after(async () => {
    await stranger?.close();
    await admin?.close();
    await server?.stop();
  });

  const services = () => server.app.services;

  /** Pictures of a page at both sizes in both colors, and what axe finds on it at both sizes. */
  async function looked(page: Page, name: string): Promise<string[]> {
    const found: string[] = [];
    for (const [size, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      for (const scheme of ['light', 'dark'] as const) {
        await becomeScheme(page, scheme);
        found.push(...(await axeFindings(page, scheme === 'light' ? 'all' : 'colors')));
        if (SHOT) await page.screenshot({ path: `${SHOT}/${name}-${size}-${scheme}.png`, fullPage: true });
      }
    }
    await page.setViewportSize(DESKTOP);
    await becomeScheme(page, 'light');
    return found;
  }

  const rowOf = async (id: string): Promise<never> =>
    (await services().database.read.get<never>('SELECT * FROM requests WHERE id = ?', [id])) as never;
  const statusOf = async (id: string) =>
    (await services().database.read.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [id]))?.status;

  async function waiting(note: string | null = null): Promise<string> {
    const id = await server.insertRequest(readerId);
    await services().database.transaction((tx) => tx.run('UPDATE requests SET note = ? WHERE id = ?', [note, id]));
    return id;
  }
  async function tell(id: string): Promise<void> {
    const row = await rowOf(id);
    await services().database.transaction((tx) => services().notifications.requestEvent(tx, 'request_pending_approval', row, ''));
  }
  async function linkOf(id: string, action: 'approve' | 'deny'): Promise<string> {
    const row = await rowOf(id);
    const made = await services().database.transaction((tx) => services().decisionLinks.forRequest(tx, admin.session.userId, row));
    return made?.[action] ?? 'none';
  }

  it('are listed by day and book, and decided about where they stand', async () => {
    const { page } = admin;
    const [first, second] = [await waiting('For the long drive.'), await waiting()];
    for (const id of [first, second]) await tell(id);
    await page.goto('/notifications');
    await filledIn(page);
    await page.getByText('2 are new.').waitFor();

    const findings = await looked(page, 'centre');
    const approve = page.getByRole('button', { name: /^Approve: Approval needed/ });
    await approve.nth(1).click();
    await becomes(() => statusOf(first), 'pending');
    await becomes(() => approve.count(), 1);
    await page.getByRole('button', { name: /^Deny: / }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('We have it.');
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
    await becomes(() => statusOf(second), 'denied');
    await becomes(() => approve.count(), 0);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('You have read all of them.').waitFor();

    expect(findings).to.deep.equal([]);
    expect(admin.problems).to.deep.equal([]);
  });

  it('are read on to the end', async () => {
    const { page } = admin;
    const userId = admin.session.userId;
    await services().database.transaction(async (tx) => {
      for (let n = 0; n < 70; n += 1) {
        const at = new Date(Date.now() - n * 3_600_000).toISOString();
        const id = `0190${String(9999 - n).padStart(4, '0')}-0000-7000-8000-000000000000`;
        await tx.insert('notifications', {
          id,
          userId,
          event: 'integration_recovered',
          title: `Shelf ${n} works again`,
          lines: '[]',
          dedupeKey: id,
          createdAt: at,
          readAt: at,
        });
      }
    });
    await page.goto('/notifications');
    await page.getByText('Shelf 0 works again').waitFor();
    await becomes(async () => {
      await page.keyboard.press('End');
      return page.getByText('These are all of them.').count();
    }, 1);

    expect(await page.getByText('Shelf 69 works again').count()).to.equal(1);
  });

  it('open from the bell, which leads to all of them and to the settings', async () => {
    const { page } = admin;
    await page.goto('/');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: 'All notifications' }).waitFor();
    const findings = await looked(page, 'bell');
    await sheet.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/account/notifications');

    expect(findings).to.deep.equal([]);
  });

  it('come by the ways that a person chooses, and a choice that is refused is taken back', async () => {
    const { page } = admin;
    await page.goto('/account/notifications');
    await filledIn(page);
    const table = page.getByRole('table', { name: 'Events and ways' });
    await page.getByText('E-mail is not set up.').waitFor();
    const mail = table.getByRole('checkbox', { name: 'A request waits for approval: E-mail' });
    const findings = await looked(page, 'ways');
    expect(await mail.isDisabled()).to.equal(true);

    await page.getByRole('switch', { name: 'Do not disturb me at certain hours' }).click();
    await page.getByLabel('From', { exact: true }).fill('21:30');
    await page.getByLabel('Until', { exact: true }).focus();
    const saved = async () => {
      const { body } = await answer(page);
      return body.quietHours?.from;
    };
    await becomes(saved, '21:30');
    await page.getByRole('switch', { name: 'Send me a summary of the week' }).click();
    await page.getByRole('combobox', { name: 'Day' }).selectOption({ label: 'Sunday' });
    await becomes(async () => (await answer(page)).body.digest?.weekday, 7);
    findings.push(...(await looked(page, 'ways-all')));

    await page.route('**/api/notifications/preferences', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 'internal', message: 'It is broken.' } })
        : route.continue(),
    );
    await page.getByRole('switch', { name: 'Do not disturb me at certain hours' }).click();
    await page.getByText(/^Your change was not saved/).waitFor();
    await becomes(() => page.getByRole('switch', { name: 'Do not disturb me at certain hours' }).isChecked(), true);
    await page.unroute('**/api/notifications/preferences');

    expect(findings).to.deep.equal([]);
  });

  interface Preferences {
    readonly quietHours: { readonly from: string } | null;
    readonly digest: { readonly weekday: number } | null;
  }
  async function answer(page: Page): Promise<{ body: Preferences }> {
    return { body: (await (await page.request.get('/api/notifications/preferences')).json()) as Preferences };
  }

  it('let an admin decide by a link without signing in, once, and it stays in no history', async () => {
    const id = await waiting('For the long drive.\nPlease?');
    const [approve, deny] = [await linkOf(id, 'approve'), await linkOf(id, 'deny')];
    const page = await stranger.newPage();
    await page.goto(deny);
    await page.getByRole('heading', { name: 'Deny this request?' }).waitFor();
    const findings = await looked(page, 'decide-deny');
    expect(page.url()).to.equal(`${server.url}/decide`);
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Say why, in a few words.').waitFor();
    expect(await statusOf(id)).to.equal('awaiting_approval');
    await page.getByRole('textbox').fill('We have it.');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Denied' }).waitFor();
    expect(await statusOf(id)).to.equal('denied');
    findings.push(...(await looked(page, 'decide-denied')));

    await page.goto('about:blank');
    await page.goto(approve);
    await page.getByRole('heading', { name: 'Nothing left to decide' }).waitFor();
    await page.getByText(/^admin denied it/).waitFor();
    findings.push(...(await looked(page, 'decide-over')));
    await page.goto('about:blank');
    await page.goto('/decide#token=nobody-made-this');
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    findings.push(...(await looked(page, 'decide-invalid')));
    await page.close();

    expect(findings).to.deep.equal([]);
  });

  it('let an admin approve by a link, and say that it has expired where it has', async () => {
    const [id, other] = [await waiting(), await waiting()];
    const page = await stranger.newPage();
    await page.goto(await linkOf(id, 'approve'));
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    expect(await statusOf(id)).to.equal('pending');

    const late = await linkOf(other, 'approve');
    await services().database.transaction((tx) => tx.run('UPDATE decision_links SET expires_at = ?', ['2020-01-01T00:00:00.000Z']));
    await page.goto('about:blank');
    await page.goto(late);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await page.close();

    expect(await statusOf(other)).to.equal('awaiting_approval');
  });
});
