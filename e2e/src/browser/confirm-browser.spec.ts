import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page, Route } from 'playwright-core';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';
import { BARE_PASSWORD, startBareServer, type BareServer } from '../bare-server.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('confirming that it is you in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;

  const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' });
  async function shoot(name: string): Promise<void> {
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/confirm-${name}.png` });
  }
  /** The sign-in was an hour ago. */
  async function age(): Promise<void> {
    const past = new Date(Date.now() - 3_600_000).toISOString();
    await server.app.services.database.transaction((tx) => tx.run('UPDATE refresh_sessions SET authenticated_at = ?', [past]));
  }
  const addressSaved = async () => (await server.app.services.settings.get()).server.publicUrl;

  before(async () => {
    server = await startBareServer();
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  beforeEach(async () => {
    await age();
    await server.forgetAttempts();
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('asks for the password before the public address changes, and then changes it', async () => {
    await page.goto('/admin/settings');
    await page.getByLabel('Public address').fill('https://books.example');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await seen(dialog());
    await shoot('dialog');
    await seen(dialog().locator('input[type=password]:focus'));

    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await seen(dialog().getByText('The current password is wrong.'));
    expect(await addressSaved()).to.equal(null);
    await shoot('wrong');
    await dialog().getByLabel('Your password').fill(BARE_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await seen(page.getByText('Saved', { exact: true }));

    expect(await addressSaved()).to.equal('https://books.example');
    expect(admin.problems).to.deep.equal([]);
  });

  it('shows that it is busy in the middle of its button, also where motion is reduced', async () => {
    await page.goto('/admin/settings');
    await page.getByLabel('Public address').fill('https://other.example');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await seen(dialog());
    const held: Route[] = [];
    await page.route('**/api/auth/confirm', (route) => (route.request().method() === 'POST' ? void held.push(route) : route.continue()));
    await typeInFocus(page, BARE_PASSWORD);
    await page.keyboard.press('Enter');
    const button = dialog().locator('button[data-loading]');
    await seen(button.locator('.mantine-Loader-root'));

    const [outer, inner] = [await button.boundingBox(), await button.locator('.mantine-Loader-root').boundingBox()];
    await held[0]?.abort();
    await page.unrouteAll();

    const middle = (box: typeof outer) => [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const [x = 99, y = 99] = middle(outer).map((at, axis) => Math.abs(at - (middle(inner)[axis] ?? 0)));
    expect([x < 2, y < 2], `${x} and ${y} beside the middle`).to.deep.equal([true, true]);
  });

  it('changes nothing for who closes it, above another dialog, on a phone and in the dark, and asks again', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/admin/users');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const form = page.getByRole('dialog', { name: 'Add a person' });
    await form.getByLabel('Username').fill('newcomer');
    await form
      .getByLabel(/^Password/)
      .first()
      .fill(BARE_PASSWORD);
    const save = form.getByRole('button', { name: /^(Save|Add)/ });
    await save.press('Enter');
    await seen(dialog());
    await shoot('phone-dark');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await seen(form);
    expect(await server.app.services.users.findByUsername('newcomer')).to.equal(undefined);
    await seen(form.locator('button[type=submit]:focus'));

    await save.press('Enter');
    await seen(dialog());
    await typeInFocus(page, BARE_PASSWORD);
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'hidden' });

    expect(await server.app.services.users.findByUsername('newcomer')).to.include({ role: 'user' });
    expect(admin.problems).to.deep.equal([]);
  });
});
