import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { keyboardFindings } from '../look/keyboard-walk.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { filledIn } from './browser-scene.spec.support.js';

const RAIL_WIDTH = 84;

requireOrSkip('chromium')('the frame around the pages', () => {
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;

  before(async () => {
    server = await startBareServer();
    const reader = await server.createUser('reader');
    await server.insertRequest(reader);
    await server.app.services.database.transaction((tx) =>
      tx.insert('request_counts', { userId: reader, status: 'awaiting_approval', count: 1 }),
    );
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('holds the content and the bar above it in the middle of a wide screen', async () => {
    const wide = 2560;
    await page.setViewportSize({ width: wide, height: 1300 });
    await page.goto('/');
    await filledIn(page);

    const edges = await page.evaluate<number[]>(
      `[document.querySelector('main h1'), document.querySelector('header form')].map((one) => Math.round(one.getBoundingClientRect().left))`,
    );
    const avatar = await page.getByRole('button', { name: /^Account/ }).boundingBox();

    expect(edges[0]).to.equal(edges[1]);
    const start = (edges[0] ?? 0) - RAIL_WIDTH;
    const end = wide - (avatar?.x ?? 0) - (avatar?.width ?? 0);
    expect(start).to.be.greaterThan(400);
    expect(Math.abs(start - end)).to.be.lessThan(20);
  });

  it('stays around an address that no page has, and around one below the admin pages', async () => {
    for (const path of ['/nothing/here', '/admin/nothing']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();

      expect(await page.getByRole('navigation', { name: 'Main' }).count(), path).to.equal(1);
    }
  });

  it('leads a phone from the tab to a list of all admin pages, and to what waits on them', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
    // by its whole name: the home page greets an admin who is called so
    await page.getByRole('heading', { level: 1, name: 'Admin', exact: true }).waitFor();

    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).to.deep.equal([
      'Books and requests',
      'People and access',
      'Connections',
      'Server',
    ]);
    await page.getByRole('link', { name: /^Approvals.*1$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  });

  it('changes between admin pages in a sheet of a phone, which names the current one and gives the focus back', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/settings');
    const bar = page.getByRole('navigation', { name: 'Admin' });
    const opener = bar.getByRole('button', { name: 'Choose a page: Settings' });
    await opener.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Choose a page' });
    await sheet.getByRole('link', { name: 'Settings' }).waitFor();

    expect(await sheet.locator('[aria-current="page"]').allInnerTexts()).to.deep.equal(['Settings']);
    await becomes(() => page.evaluate<string | null>('document.activeElement.getAttribute("href")'), '/admin/settings');
    await page.keyboard.press('Escape');
    await becomes(() => page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")'), 'Choose a page: Settings');
    await opener.press('Enter');
    await sheet.getByRole('link', { name: 'Backups' }).click();
    await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor();
    await becomes(() => sheet.count(), 0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).to.equal(0);
  });

  it('leads back from a page below an admin page to that page, and from there to the list', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/library/bin');
    const bar = page.getByRole('navigation', { name: 'Admin' });

    await bar.getByRole('link', { name: 'Back to Library' }).click();
    await bar.getByRole('link', { name: 'Back to Admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Admin' }).waitFor();
  });

  it('has a person’s own pages behind “More” of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'My shelves' }).click();

    await page.getByRole('heading', { level: 1, name: 'My shelves' }).waitFor();
    await becomes(() => page.getByRole('dialog').count(), 0);
  });

  it('leads from the list of sections to one of the settings, without a question about unsaved changes', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/settings');
    await page.getByRole('textbox', { name: 'Public address' }).fill('http://books.example');
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Downloads' }).click();

    await becomes(() => page.evaluate<string>('document.activeElement.id'), 'section-downloads');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
  });

  it('shows the current tab of a list of requests on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/requests?group=closed');
    const row = page.getByRole('navigation', { name: 'Show', exact: true });
    await row.getByText('1', { exact: true }).first().waitFor();

    expect(await row.locator('[aria-current]').allInnerTexts()).to.deep.equal(['Closed']);
    await becomes(async () => {
      const box = await row.getByRole('link', { name: 'Closed' }).boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    }, true);
  });

  it('says over a page that the server did not bring it up to date, keeps what it shows, and tries again', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/admin/users');
    const reader = page.getByRole('main').getByText('reader', { exact: true }).first();
    await reader.waitFor();
    const banner = page.getByRole('status').filter({ hasText: 'This page could not be updated. Last updated' });
    expect(await banner.count()).to.equal(0);

    const fault = { status: 503, code: 'unavailable', title: 'Unavailable', detail: 'The database is being moved.' };
    const answer = { status: 500, contentType: 'application/problem+json', body: JSON.stringify(fault) };
    await page.route('**/api/admin/users*', (route) => route.fulfill(answer));
    // what is on its way already is not asked for again when somebody comes back to the page
    const comeBack = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await becomes(() => comeBack().then(() => banner.getByText('The database is being moved.').count()), 1);
    expect(await reader.isVisible()).to.equal(true);

    await banner.getByRole('button', { name: 'Try again' }).click();
    await banner.getByText('The database is being moved.').waitFor();
    await page.unroute('**/api/admin/users*');
    await banner.getByRole('button', { name: 'Try again' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await page.evaluate(`document.activeElement?.id`)).to.equal('content');
  });

  it('shows the last item of a long menu in a low window', async () => {
    await page.setViewportSize({ width: 640, height: 400 });
    await page.goto('/');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('ArrowUp');

    const isOnTop = `(({ activeElement: item }) => {
      const { left, top, width, height } = item.getBoundingClientRect();
      return [item.textContent, item.contains(document.elementFromPoint(left + width / 2, top + height / 2))];
    })(document)`;
    expect(await page.evaluate(isOnTop)).to.deep.equal(['Sign out', true]);
  });

  it('hides nothing from the keyboard on a phone and at 200 percent', async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(viewport);
      for (const path of ['/account', '/admin/mail', '/admin/settings']) {
        await page.goto(path);
        await filledIn(page);
        const { stops, findings } = await keyboardFindings(page);
        expect(stops, path).to.be.greaterThan(9);
        expect(findings, path).to.deep.equal([]);
      }
    }
  });

  it('lets the keyboard skip the navigation, and that of the admin pages too', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/admin/approvals');
    await page.getByRole('article').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');

    expect(await page.evaluate<boolean>('document.activeElement.closest("article") !== null')).to.equal(true);
    expect(admin.problems).to.deep.equal([]);
  });
});
