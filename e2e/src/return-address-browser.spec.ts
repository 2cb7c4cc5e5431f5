import { findPart, requireOrSkip, startAudiobookshelfSimulator, type AudiobookshelfSimulator } from '@lectern/demo';
import { expect } from 'chai';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startBareServer, type BareServer } from './bare-server.spec.support.js';
import { becomes } from './becomes.spec.support.js';
import { seriousFindings } from './browser-scene.spec.support.js';

const KEY = 'planted-api-key-0004';

requireOrSkip('chromium')('the page of a media server, in the browser', function () {
  this.timeout(90_000);
  let server: BareServer;
  let abs: AudiobookshelfSimulator;
  let browser: Browser;
  let page: Page;
  let id: string;

  before(async () => {
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    await server.app.ready;
    const session = await server.session(await server.createUser('admin', 'admin'));
    const users = [{ username: 'Reader', password: 'x' }];
    abs = await startAudiobookshelfSimulator({ apiKey: KEY, libraries: [], users, openid: { redirectUris: [], username: () => 'Reader' } });
    const { settings, integrations } = server.app.services;
    await settings.update({ server: { publicUrl: server.url }, setup: { completedAt: new Date().toISOString() } }, { name: 'spec' });
    const answers = { baseUrl: abs.url, apiKey: KEY, allowSignIn: true, signInWith: 'password' };
    const wanted = { pluginId: 'media-audiobookshelf', name: 'Audiobookshelf', enabled: true, settings: answers };
    ({ id } = await integrations.create(wanted, { name: 'spec' }));
    browser = await chromium.launch({ executablePath: findPart('chromium'), args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ baseURL: server.url, locale: 'en-US', viewport: { width: 1280, height: 900 } });
    await context.addCookies([
      { name: 'lectern_access', value: session.accessToken, url: server.url },
      { name: 'lectern_csrf', value: session.csrfToken, url: server.url },
    ]);
    context.setDefaultTimeout(15_000);
    page = await context.newPage();
  });
  after(async () => {
    await browser?.close();
    await abs?.close();
    await server?.stop();
  });

  it('shows the return address where people sign in by being sent away, and only there', async () => {
    const address = page.getByRole('textbox', { name: 'Return address' });
    const told = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/providers'));
    await page.goto(`/admin/integrations/${id}`);
    await told;
    await page.getByRole('heading', { name: 'Audiobookshelf', level: 1 }).waitFor();
    expect(await address.count()).to.equal(0);

    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('combobox', { name: /^How they sign in/ }).click();
    await page.getByRole('option', { name: 'At the OpenID provider of Audiobookshelf' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await address.waitFor();
    await becomes(() => address.inputValue(), `${server.url}/sign-in/return/${id}`);
    expect(await seriousFindings(page)).to.deep.equal([]);
  });
});
