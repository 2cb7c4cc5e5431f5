import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { filledIn, axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { sendSignIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const PHONE = { width: 390, height: 844 };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });
/** The distance between the middle of a label and the middle of its button, in pixels. */
const OFF_CENTER = `[...document.querySelectorAll('.mantine-Button-root')].map((button) => {
  const range = document.createRange();
  range.selectNodeContents(button.querySelector('.mantine-Button-label') ?? button);
  const [outer, inner] = [button.getBoundingClientRect(), range.getBoundingClientRect()];
  return { tag: button.tagName, text: button.textContent, off: Math.abs(outer.top + outer.height / 2 - inner.top - inner.height / 2) };
})`;

requireOrSkip('chromium')('the first visit, on a server with nothing connected', () => {
  let scene: BrowserScene;
  let admin: Page;
  const password = randomBytes(12).toString('base64url');

  async function signIn(page: Page, username: string): Promise<void> {
    await page.goto('/sign-in');
    await sendSignIn(page, { username, password });
  }

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin' }, SPEC);
    await users.create({ username: 'ada', password, role: 'user' }, SPEC);
    admin = await scene.open({ serviceWorkers: 'allow' });
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('leads an admin back into an unfinished setup', async () => {
    await admin.goto('/setup');
    await sendSignIn(admin, { username: 'root', password });
    await seen(admin.getByRole('textbox', { name: 'Library folder' }));

    await admin.goto('/');
    await admin.waitForURL(/\/setup$/);
    await admin.goto('/admin');

    await seen(admin.getByRole('heading', { name: 'Finish setting up Lectern' }));
    await admin.getByRole('link', { name: 'Continue setup' }).click();
    await seen(admin.getByRole('textbox', { name: 'Library folder' }));
  });

  it('says what is missing, and never that all is well', async () => {
    await scene.app.services.settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    const reader = await scene.open({ viewport: PHONE, serviceWorkers: 'allow' });
    await signIn(reader, 'ada');

    await seen(reader.getByText('No catalogue is connected yet'));
    const readerActions = await reader.getByRole('link', { name: 'Connect a catalogue' }).count();
    await admin.goto('/');
    await seen(admin.getByRole('link', { name: 'Connect a catalogue' }));
    await seen(admin.getByRole('heading', { name: 'Finish setting up Lectern' }));
    await admin.goto('/search?q=sherlock');
    await seen(admin.getByText('No catalogue is connected yet'));
    await admin.goto('/admin');
    await seen(admin.getByRole('heading', { name: 'Finish setting up Lectern' }));
    await filledIn(admin);
    const overview = (await admin.locator('main').innerText()).toLowerCase();

    expect(readerActions).to.equal(0);
    expect(overview).not.to.match(/every integration answers|integrations? answers?/);
    await admin.getByRole('button', { name: /^Download client.*Connect$/ }).click();
    const sheet = admin.getByRole('dialog');
    await sheet.getByRole('button', { name: /^Transmission/ }).click();
    await seen(sheet.getByRole('button', { name: 'Test', exact: true }));
    expect(await axeFindings(admin)).to.deep.equal([]);
    await sheet.getByRole('button', { name: 'Close' }).click();
    await becomes(() => admin.getByRole('dialog').count(), 0);
    await seen(admin.getByText('Others have accounts'));
    expect(await axeFindings(reader)).to.deep.equal([]);
    await admin.goto('/');
    await filledIn(admin);
    expect(await axeFindings(admin)).to.deep.equal([]);
    // the search without a catalogue is answered with 503, which the browser logs
    scene.problems.splice(0);
    await reader.context().close();
  });

  it('centers the label of a link that looks like a button, like that of a button', async () => {
    await admin.goto('/');
    await filledIn(admin);
    await seen(admin.getByRole('link', { name: 'Connect a catalogue' }));
    await seen(admin.getByRole('button', { name: 'Do not show this again' }));

    const buttons = await admin.evaluate<{ tag: string; text: string; off: number }[]>(OFF_CENTER);

    expect(buttons.map(({ tag }) => tag)).to.include.members(['A', 'BUTTON']);
    expect(buttons.filter(({ off }) => off > 2)).to.deep.equal([]);
  });

  it('hides the list permanently on request', async () => {
    await admin.getByRole('button', { name: 'Do not show this again' }).click();
    await admin.reload();
    await seen(admin.getByRole('link', { name: 'Connect a catalogue' }));

    await becomes(() => admin.getByRole('heading', { name: 'Finish setting up Lectern' }).count(), 0);
  });

  it('sends scripts, styles and lists compressed', async () => {
    const page = await scene.open();
    await signIn(page, 'ada');
    const encodings = new Map<string, string | undefined>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      encodings.set(pathname, response.headers()['content-encoding']);
    });

    await page.goto('/requests');
    await filledIn(page);
    const html = await fetch(scene.app.url, { headers: { 'accept-encoding': 'br' } });

    const assets = [...encodings].filter(([path]) => /^\/assets\/index-.*\.(js|css)$/.test(path));
    expect(assets).to.have.length.above(1);
    expect(assets.filter(([, encoding]) => encoding !== 'br')).to.deep.equal([]);
    expect(encodings.get('/api/auth/me')).to.equal(undefined);
    expect(html.headers.get('content-encoding')).to.equal('br');
    await page.context().close();
  });

  it('opens without a connection after one visit, and says that there is none', async () => {
    const phone = await scene.open({ viewport: PHONE, serviceWorkers: 'allow' });
    await signIn(phone, 'ada');
    await seen(phone.getByRole('navigation', { name: 'Main' }));
    await phone.evaluate('navigator.serviceWorker.ready');
    await becomes(() => phone.evaluate<boolean>('navigator.serviceWorker.controller !== null'), true, 'the worker takes the page');

    await phone.context().setOffline(true);
    await phone.getByRole('link', { name: 'Search' }).first().click();
    await seen(phone.getByRole('heading', { level: 1, name: 'Search' }).or(phone.getByText('No catalogue is connected yet')));
    const inApp = await phone.locator('main').first().innerText();
    await becomes(async () => (await phone.evaluate<string[]>('caches.keys()')).length, 2, 'the shell and the last answers are kept');
    await phone.reload();
    await seen(phone.getByText(/^No connection\./));
    const findings = await axeFindings(phone);
    await phone.context().setOffline(false);
    await seen(phone.getByRole('navigation', { name: 'Main' }));

    expect(inApp).not.to.contain('on the server');
    expect(findings).to.deep.equal([]);
    const caches = await phone.evaluate<string[]>('caches.keys()');
    expect(caches.filter((name) => /^lectern-shell-[0-9a-f]{16}$/.test(name))).to.have.length(1);
    scene.problems.splice(0);
    await phone.context().close();
  });

  it('distinguishes being offline from having the page of an earlier version', async () => {
    const late = await scene.open();
    await signIn(late, 'ada');
    await seen(late.getByRole('navigation', { name: 'Main' }));
    await late.route(/account-page-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));

    await late.getByRole('link', { name: 'Requests' }).first().hover();
    await late.evaluate(`history.pushState({}, '', '/account'); dispatchEvent(new PopStateEvent('popstate'))`);
    await seen(late.getByText('Lectern was updated'));
    const reload = await late.getByRole('button', { name: 'Reload' }).count();
    await late.context().setOffline(true);
    await late.evaluate(`history.pushState({}, '', '/shelves'); dispatchEvent(new PopStateEvent('popstate'))`);
    await seen(late.getByText('You are offline'));

    expect(reload).to.equal(1);
    scene.problems.splice(0);
    await late.context().close();
  });
});
