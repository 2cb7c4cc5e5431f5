import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';
import { openProfile } from './shared-chromium.spec.support.js';
import { send } from '../security/route-walk.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });
const gone = (locator: Locator) => locator.first().waitFor({ state: 'detached', timeout: 90_000 });

requireOrSkip('chromium')('tokens of everybody, history and the API page in a browser', () => {
  let server: BareServer;
  const contexts: BrowserContext[] = [];
  let session: OpenSession;
  let page: Page;
  const problems: string[] = [];

  async function profile(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const context = await openProfile({ baseURL: server.url, viewport: { width: 1280, height: 900 }, ...options });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    return context;
  }

  async function signedIn(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    const context = await profile(options);
    await context.addCookies([
      { name: 'lectern_access', value: session.accessToken, url: server.url },
      { name: 'lectern_csrf', value: session.csrfToken, url: server.url },
    ]);
    return watched(await context.newPage());
  }

  function watched(opened: Page): Page {
    opened.on('pageerror', (error) => problems.push(`${opened.url()}: ${error.message}`));
    opened.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 403')) problems.push(`${opened.url()}: ${message.text()}`);
    });
    return opened;
  }

  /** Kept where `SHOTS` names a folder: on a desktop and on a phone, dark and light. */
  async function shoot(path: string, name: string, prepare: (shown: Page) => Promise<unknown>): Promise<void> {
    const folder = process.env['SHOTS'];
    if (folder === undefined) return;
    for (const [kind, options] of [
      ['desktop', { colorScheme: 'light' }],
      ['phone', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
    ] as const) {
      const shown = await signedIn(options);
      await shown.goto(path);
      await prepare(shown);
      await shown.screenshot({ path: join(folder, `${name}-${kind}.png`) });
      await shown.context().close();
    }
  }

  before(async () => {
    server = await startBareServer();
    session = await server.session(await server.createUser('root', 'admin'));
    await server.createUser('ada');
    await server.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, { name: 'spec' });
    page = await signedIn();
  });
  after(async () => {
    for (const context of contexts) await context.close();
    await server?.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${problems.join('\n')}\n${server?.log().slice(-2000)}`);
  });

  it('creates a token for somebody, shows whose it is and when it was used, and revokes it', async () => {
    await page.goto('/admin/api-tokens');
    await seen(page.getByText('There are no tokens'));
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Owner').first().click();
    await page.getByRole('option', { name: 'ada' }).click();
    await gone(dialog.getByLabel('change what admins can change'));
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Her phone');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const shown = page.getByRole('textbox', { name: 'Token' });
    await seen(shown);
    const token = await shown.inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Her phone' });
    await seen(row.getByText('never used'));
    await seen(row.filter({ hasText: /ada[^]*see books/ }));
    expect(await axeFindings(page)).to.deep.equal([]);
    await shoot('/admin/api-tokens', 'tokens', (shown) => seen(shown.getByText('Her phone')));

    const headers = { authorization: `Bearer ${token}` };
    expect(JSON.parse((await send(`${server.url}/api/auth/me`, { headers })).text)).to.have.nested.property('user.username', 'ada');
    await row.getByRole('button', { name: 'Revoke: Her phone, ada' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await gone(row);
    expect((await send(`${server.url}/api/auth/me`, { headers })).status).to.equal(401);
    await page.getByText('Expired or revoked', { exact: true }).click();
    await seen(row.getByText('revoked'));
    await becomes(() => row.getByText('never used').count(), 0);
    expect(await row.getByRole('button').count()).to.equal(0);

    await page.getByPlaceholder('Everybody').click();
    await page.getByRole('option', { name: 'root' }).click();
    await gone(row);
    expect(new URL(page.url()).search)
      .to.match(/person=[^&]+/)
      .and.match(/ended=true/);
    await page.reload();
    await seen(page.getByText('No token has expired or been revoked'));
    expect(await page.getByRole('radio', { name: 'Expired or revoked' }).isChecked()).to.equal(true);
  });

  it('filters the history, and exports what is shown', async () => {
    await page.goto('/admin/audit');
    await seen(page.getByText('Changed the settings'));
    await page.getByLabel('About', { exact: true }).first().click();
    await page.getByRole('option', { name: 'API tokens' }).click();
    await gone(page.getByText('Changed the settings'));
    await seen(page.getByText(/^Created an API token/));
    await page.getByLabel('Person', { exact: true }).first().click();
    await page.getByRole('option', { name: 'root' }).click();
    await page.getByRole('button', { name: /^Created an API token/ }).click();
    await seen(page.getByText('Only what was done to “Her phone”'));
    await becomes(() => page.getByRole('row').count(), 3, 'a head, made and revoked');
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.reload();
    await seen(page.getByText('Only what was done to “Her phone”'));
    await becomes(() => page.getByRole('row').count(), 3, 'what the address says');
    await shoot('/admin/audit', 'history', async (shown) => {
      await seen(shown.getByText('Changed the settings'));
      await shown.getByRole('button', { name: /^Created an API token/ }).click();
      await seen(shown.getByText('Only what was done'));
    });

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const actions = file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3]);
    expect(actions).to.deep.equal(['api_token.revoked', 'api_token.created']);

    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await seen(page.getByText('No entries match'));
    await page.getByRole('button', { name: 'Show everything' }).click();
    await seen(page.getByText('Changed the settings'));
  });

  it('keeps the history as long as the settings say', async () => {
    await page.goto('/admin/settings');
    const days = page.getByLabel('Days to keep them');
    await becomes(() => days.inputValue(), '365');

    await page.getByRole('switch', { name: 'Delete old entries' }).click({ force: true });
    await gone(days);
    await page.getByRole('button', { name: 'Save' }).click();

    await becomes(async () => (await server.app.services.settings.get()).audit.keepDays, null);
  });

  it('calls the API with a pasted token on its own page, within the policy', async () => {
    const made = await send(`${server.url}/api/admin/api-tokens`, {
      method: 'POST',
      headers: { ...bearer(session), 'content-type': 'application/json' },
      body: JSON.stringify({ userId: session.userId, name: 'Docs', scopes: ['read'] }),
    });
    const { token } = JSON.parse(made.text) as { token: string };
    // somebody who is signed in to nothing
    const docs = watched(await (await profile()).newPage());
    await docs.goto('/api/docs');
    await docs.getByRole('button', { name: 'Authorize' }).first().click();
    await seen(docs.getByText('An API token. Create one under'));
    await docs.locator('.auth-container').filter({ hasText: 'apiToken' }).locator('input').fill(token);
    await docs.getByRole('button', { name: 'Apply credentials' }).last().click();
    await docs.locator('.modal-ux .btn-done').first().click();
    await gone(docs.getByText('An API token. Create one under'));

    const call = async (group: string, path: string): Promise<Locator> => {
      await docs.locator(`.opblock-tag[data-tag="${group}"]`).click();
      const operation = docs
        .locator('.opblock')
        .filter({ has: docs.locator(`[data-path="${path}"]`) })
        .first();
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      return operation;
    };
    const allowed = await call('auth', '/api/auth/me');
    await seen(allowed.locator('.live-responses-table').getByText('"username"'));
    await seen(allowed.getByText('API tokens need the scope'));
    expect(await allowed.locator('.live-responses-table').innerText()).to.match(/200[^]*root/);
    if (process.env['SHOTS']) await docs.screenshot({ path: join(process.env['SHOTS'], 'docs.png') });
    expect(problems).to.deep.equal([]);
  });
});
