import { randomBytes } from 'node:crypto';
import { requireOrSkip, startNginx, type Nginx } from '@lectern/testbed';
import type { DemoAccount } from '@lectern/demo';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { documentedBlock } from './documented-proxy.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { sendSignIn } from './sign-in.spec.support.js';

const FIRST = '/lectern';
const SECOND = '/books';
const SPEC = { name: 'spec' };

requireOrSkip('chromium', 'nginx')('two servers below paths of one host', () => {
  let first: BrowserScene;
  let second: BrowserScene;
  let nginx: Nginx;
  let accounts: { admin: DemoAccount; user: DemoAccount };
  let profile: BrowserContext;
  let neighbour: Page;
  let reader: Page;

  before(async () => {
    const env = { LECTERN_TRUSTED_PROXIES: '127.0.0.1' };
    first = await startBrowserScene({ env: { ...env, LECTERN_BASE_PATH: FIRST } });
    second = await startBrowserScene({ env: { ...env, LECTERN_BASE_PATH: SECOND } });
    nginx = await startNginx((await documentedBlock(first.app.url, FIRST)) + (await documentedBlock(second.app.url, SECOND)));
    accounts = await setUp(second);
    const changes = { requests: { autoApprove: true }, server: { publicUrl: `${nginx.url}${SECOND}/` } };
    await second.app.services.settings.update(changes, SPEC);
    profile = await second.newContext({ baseURL: nginx.url, acceptDownloads: true });
  });
  after(async () => {
    await first?.stop();
    await second?.stop();
    await nginx?.stop();
  });

  const main = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();
  const asin = () => second.sims.playable[0]?.asin ?? '';

  it('are set up each at its own path', async () => {
    neighbour = await first.open({ in: profile });
    await neighbour.goto(`${FIRST}/`);
    await neighbour.getByLabel('Setup token').fill((await first.app.setupToken()) ?? '');
    await neighbour.getByLabel('Username').fill('admin');
    await neighbour.getByLabel('Password', { exact: true }).fill(randomBytes(12).toString('base64url'));
    await neighbour.getByRole('button', { name: 'Create the account' }).click();
    await neighbour.getByRole('textbox', { name: 'Library folder' }).waitFor();
    expect(new URL(neighbour.url()).pathname).to.match(/^\/lectern\/setup/);
    await neighbour.goto(`${FIRST}/requests`);
    await main(neighbour).waitFor();
  });

  it('keep their sessions apart', async () => {
    reader = await second.open({ in: profile });
    await reader.goto(`${SECOND}/sign-in`);
    await sendSignIn(reader, accounts.user);
    await main(reader).waitFor();
    const nameAt = (page: Page, path: string) =>
      page.evaluate<string>(`fetch('${path}/api/auth/me').then((answer) => answer.json()).then(({ user }) => user.username)`);
    expect([await nameAt(neighbour, FIRST), await nameAt(reader, SECOND)]).to.deep.equal(['admin', accounts.user.username]);
  });

  it('show live what happens at each, with tabs of both open', async () => {
    // the tab of the other server has its stream already, and keeps it
    await becomes(() => neighbour.evaluate<boolean>('navigator.locks.query().then(({ held }) => held.length > 0)'), true, 'its stream');
    await reader.goto(`${SECOND}/requests`);
    await main(reader).waitFor();
    const { request } = await accounts.user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: asin() });
    await reader
      .getByRole('link', { name: second.sims.playable[0]?.title ?? '' })
      .first()
      .waitFor();
    await reader.goto(`${SECOND}/requests/${request.id}`);
    await reader.locator('strong').getByText('In library', { exact: true }).waitFor({ timeout: 60_000 });
  });

  it('renew their sessions each for itself', async () => {
    await neighbour.evaluate(`localStorage.setItem('lectern-refreshed-at${FIRST}', String(Date.now() + 60_000))`);
    await neighbour.evaluate(`localStorage.setItem('lectern-refreshed-at', String(Date.now() + 60_000))`);
    await profile.clearCookies({ name: 'lectern_access', path: `${SECOND}/` });
    await reader.goto(`${SECOND}/requests`);
    await main(reader).waitFor();
    expect(new URL(reader.url()).pathname).to.equal(`${SECOND}/requests`);
  });

  it('save files of books below their path, and send their tokens nowhere else', async () => {
    const { user } = await accounts.user.api.call<{ user: { id: string } }>('GET', '/api/auth/me');
    await accounts.admin.api.call('PATCH', `/api/admin/users/${user.id}`, { permissions: { downloadAccess: true } });
    const strays: string[] = [];
    profile.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith(`${SECOND}/`) && !pathname.startsWith(`${FIRST}/`)) strays.push(pathname);
    });
    await reader.goto(`${SECOND}/book/${asin()}`);
    await reader.getByRole('button', { name: /^Download \(/ }).click();
    const saving = reader.waitForEvent('download');
    await reader
      .getByRole('dialog')
      .getByRole('button', { name: /^All \d+ files as a zip/ })
      .click();
    const saved = await saving;
    expect(new URL(saved.url()).pathname).to.equal(`${SECOND}/api/downloads`);
    expect(await saved.failure()).to.equal(null);
    expect(strays).to.deep.equal([]);
  });

  it('show one return address, which is the one that is used, however the public address ends', async () => {
    const buttonText = 'Sign in with the household account';
    const settings = { issuer: 'https://id.example.org', clientId: 'lectern', clientSecret: 'planted-client-secret', buttonText };
    const wanted = { pluginId: 'sign-in-oidc', name: 'Household', enabled: true, settings };
    const { id } = await second.app.services.integrations.create(wanted, SPEC);
    const admin = await second.open({ baseURL: nginx.url });
    await admin.goto(`${SECOND}/sign-in`);
    await sendSignIn(admin, accounts.admin);
    await main(admin).waitFor();
    await admin.goto(`${SECOND}/admin/integrations/${id}`);
    const shown = await admin.getByRole('textbox', { name: 'Return address' }).inputValue();
    expect(shown).to.equal(`${nginx.url}${SECOND}/sign-in/return/${id}`);
  });
});
