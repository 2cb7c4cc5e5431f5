import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme, filledIn } from './browser-scene.spec.support.js';

const FAILED = 308;
const SHOT = process.env['SHOT'];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

requireOrSkip('chromium')('lists of many requests, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let reader: string;

  before(async () => {
    server = await startBareServer();
    reader = await server.createUser('reader');
    const other = await server.createUser('other');
    const { database } = server.app.services;
    const add = async (userId: string, n: number, [type, status, group, title]: readonly string[]): Promise<void> => {
      const id = await server.insertRequest(userId);
      const at = new Date(Date.UTC(2026, 0, 1 + (n % 28), 12, 0, n % 60)).toISOString();
      await database.transaction((tx) =>
        tx.run('UPDATE requests SET type = ?, status = ?, status_group = ?, title = ?, created_at = ?, updated_at = ? WHERE id = ?', [
          ...[type ?? '', status ?? '', group ?? '', `${title} ${n}`],
          ...[at, at, id],
        ]),
      );
    };
    for (let n = 0; n < FAILED; n += 1) await add(reader, n, ['audiobook', 'failed', 'attention', 'Walk']);
    for (let n = 0; n < 3; n += 1) await add(other, n, ['ebook', 'awaiting_approval', 'waiting', 'Sea']);
    await database.transaction(async (tx) => {
      // the lists take their totals from there
      await tx.insert('request_counts', { userId: reader, status: 'failed', count: FAILED });
      await tx.insert('request_counts', { userId: other, status: 'awaiting_approval', count: 3 });
    });
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  /** A picture of the page in both colors. */
  async function look(name: string): Promise<void> {
    if (SHOT === undefined) return;
    await mkdir(SHOT, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(admin.page, scheme);
      await admin.page.screenshot({ path: join(SHOT, `${name}-${scheme}.png`) });
    }
    await becomeScheme(admin.page, 'light');
  }

  const statuses = async (): Promise<Record<string, number>> => {
    const rows = await server.app.services.database.read.all<{ status: string; n: number }>(
      'SELECT status, COUNT(*) AS n FROM requests WHERE user_id = ? GROUP BY status',
      [reader],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
  };

  it('filters by person, kind, status, day and words, all in the address, and keeps that for Back', async () => {
    const { page } = admin;
    await page.goto('/admin/requests');
    await page.getByText('Page 1 of 13').waitFor();
    await look('all-desktop');
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'other' }).click();
    await becomes(() => page.getByRole('article').count(), 3);
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Ebook' }).click();
    await page.getByLabel('From', { exact: true }).fill('2026-01-02');
    await becomes(() => page.getByRole('article').count(), 2);
    await page.getByRole('textbox', { name: 'Search by title or author' }).fill('sea 2');
    await becomes(() => page.getByRole('article').count(), 1);
    await page.waitForURL(/search=sea/);
    const address = new URL(page.url()).searchParams;
    expect([address.get('type'), address.get('firstDay')]).to.deep.equal(['ebook', '2026-01-02']);
    await look('filtered-desktop');
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.getByRole('link', { name: 'Sea 2' }).last().click();
    await page.waitForURL(/requests\/[0-9a-f-]{36}/);
    await page.goBack();
    await becomes(() => page.getByRole('article').count(), 1);
    expect(await page.getByRole('textbox', { name: 'Search by title or author' }).inputValue()).to.equal('sea 2');
    await page.goForward();
    await page.waitForURL(/requests\/[0-9a-f-]{36}/);
    await page.goBack();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL((url) => url.searchParams.get('search') === 'sea 2' && !url.searchParams.has('type'));
  });

  it('keeps the focus on the button that turned to the last page', async () => {
    const { page } = admin;
    await page.goto('/admin/requests?page=12');
    await page.getByText('Page 12 of 13').waitFor();
    await page.getByRole('button', { name: 'Next page' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Page 13 of 13').waitFor();

    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Next page');
  });

  it('selects with the keyboard, one and a range', async () => {
    const { page } = admin;
    await page.goto('/admin/requests?group=attention&sort=createdAt.asc');
    await page.getByText('Page 1 of 13').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('4 selected').waitFor();
    await page.keyboard.press('x');
    await page.getByText('3 selected').waitFor();
    await page
      .getByRole('checkbox')
      .nth(10)
      .click({ modifiers: ['Shift'] });
    await page.getByText('11 selected').waitFor();
    await look('selected-desktop');
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('does one thing to all of them, names the one that was refused and leaves it selected', async () => {
    const { page } = admin;
    await page.goto('/admin/requests?group=attention');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: `Select all ${FAILED}` }).click();
    await page.getByText(`${FAILED} selected`).waitFor();
    const first = await page.getByRole('article').first().getByRole('link', { name: /^Walk/ }).getAttribute('href');
    const refused = first?.split('/').at(-1) ?? '';
    await page.route(`**/api/requests/${refused}/retry`, (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'request_state', status: 409, title: 'No', detail: 'Somebody else was faster.' }),
      }),
    );
    await page.getByRole('region', { name: 'Actions for all selected requests' }).getByRole('button', { name: 'Try now' }).click();
    await page.getByText('1 request could not be changed and stays selected.').waitFor({ timeout: 120_000 });
    await page.getByText('1 selected').waitFor();
    await page.getByText('Somebody else was faster.').waitFor();
    expect(await statuses()).to.deep.equal({ failed: 1, pending: FAILED - 1 });
    await look('refused-desktop');
    await page.unrouteAll();
  });

  it('is stopped in the middle, and what is left stays selected', async () => {
    const { page } = admin;
    await page.goto('/admin/requests?status=pending');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: `Select all ${FAILED - 1}` }).click();
    await page.getByText(`${FAILED - 1} selected`).waitFor();
    let waiting: (() => void)[] = [];
    let isOpen = false;
    await page.route('**/cancel', async (route) => {
      if (!isOpen) await new Promise<void>((go) => waiting.push(go));
      await route.continue();
    });
    await page.getByRole('region').getByRole('button', { name: 'Cancel request' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 307 requests' }).click();
    await becomes(() => Promise.resolve(waiting.length), 4);
    for (const go of waiting.splice(0)) go();
    await becomes(() => Promise.resolve(waiting.length), 4);
    await page.getByText('4 of 307 done').waitFor();
    await look('running-desktop');
    await page.getByRole('button', { name: 'Stop' }).click();
    isOpen = true;
    for (const go of waiting) go();
    waiting = [];
    await page.getByText('299 selected').waitFor();
    const message = page.getByText('Stopped. 299 requests were left alone and stay selected.');
    await message.waitFor();
    const edges = await Promise.all([message.boundingBox(), page.locator('[data-stays]').boundingBox()]);
    expect((edges[0]?.y ?? 0) + (edges[0]?.height ?? 0), 'the message lies above the bar').to.be.at.most(edges[1]?.y ?? 0);
    expect(await statuses()).to.include({ cancelled: 8, pending: 299 });
    await page.unrouteAll();
    expect(admin.problems).to.deep.equal([]);
  });

  it('works on a phone', async () => {
    const { page } = admin;
    await page.setViewportSize(PHONE);
    await page.goto('/admin/requests?status=pending');
    await page.getByText('Page 1 of 12').waitFor();
    await look('all-phone');
    await page.getByRole('button', { name: 'Filter (1)' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Person' }).waitFor();
    await look('sheet-phone');
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Show 299 requests' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Select all 299' }).click();
    await page.getByText('299 selected').waitFor();
    await look('selected-phone');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.equal(PHONE.width);
    await page.setViewportSize(DESKTOP);
  });

  it('saves what a filter leaves as a file', async () => {
    const { page } = admin;
    await page.goto('/admin/requests?type=ebook');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()]);

    expect(download.suggestedFilename()).to.equal('lectern-requests.csv');
  });

  it('lets a person filter and select among their own, and offers what they may do', async () => {
    const { page } = admin;
    await server.insertRequest(admin.session.userId);
    await server.app.services.database.transaction((tx) =>
      tx.insert('request_counts', { userId: admin.session.userId, status: 'awaiting_approval', count: 1 }),
    );
    await page.goto('/requests');
    await page.getByRole('article').waitFor();
    expect(await page.getByRole('checkbox').count()).to.equal(0);
    await page.getByRole('button', { name: 'Select several' }).click();
    await page.getByRole('checkbox').check();
    await page.getByText('1 selected').waitFor();
    await look('own-desktop');
    await page.setViewportSize(PHONE);
    await look('own-phone');
    await page.setViewportSize(DESKTOP);
    await page.goto('/requests?type=ebook');
    await page.getByText('No request matches these filters').waitFor();
    await page.goto('/admin/library?matched=no&order=title');
    await filledIn(page);
    await look('library-desktop');
    await page.goto('/admin/users?role=user');
    await filledIn(page);
    await look('users-desktop');
    expect(await axeFindings(page)).to.deep.equal([]);
  });
});
