import { requireOrSkip, startNginx, type Nginx } from '@lectern/testbed';
import type { DemoAccount } from '@lectern/demo';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { OIDC_CLIENT, startRealProvider, type RealProvider } from '../security/oidc-world.spec.support.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { documentedBlock } from './documented-proxy.spec.support.js';
import { sendSignIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const PATH = '/lectern';
const BUTTON = 'Sign in with the household account';
const SPEC = { name: 'spec' };

/** Another service of the host, and a proxy that removes the path. */
const others = (server: string) => `
  location = / { return 200 'another service'; }
  location /removed/ { proxy_pass ${server}/; proxy_set_header Host $http_host; }
`;

requireOrSkip('chromium', 'nginx')('a server below a path, behind the real nginx', () => {
  let scene: BrowserScene;
  let nginx: Nginx;
  let provider: RealProvider;
  let accounts: { admin: DemoAccount; user: DemoAccount };
  let page: Page;
  /** What the browser asked for outside of the path. */
  const strays: string[] = [];

  before(async () => {
    scene = await startBrowserScene({ env: { LECTERN_BASE_PATH: PATH, LECTERN_TRUSTED_PROXIES: '127.0.0.1' } });
    nginx = await startNginx((await documentedBlock(scene.app.url)) + others(scene.app.url));
    accounts = await setUp(scene);
    await scene.app.services.settings.update({ server: { publicUrl: `${nginx.url}${PATH}/` }, signIn: { newAccounts: 'open' } }, SPEC);
    page = await visitor();
  });
  after(async () => {
    await scene?.stop();
    await nginx?.stop();
    await provider?.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  /** A page in a new profile, for which `./` is the path. */
  async function visitor(): Promise<Page> {
    const opened = await scene.open({ baseURL: `${nginx.url}${PATH}/`, serviceWorkers: 'allow' });
    opened.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === nginx.url && !pathname.startsWith(`${PATH}/`)) strays.push(pathname);
    });
    return opened;
  }
  const pathOf = (of: Page) => new URL(of.url()).pathname;
  const main = (of: Page) => of.getByRole('navigation', { name: 'Main' }).first();

  it('leads to the sign-in page, and from there back to the page that was asked for', async () => {
    await page.goto('./requests');
    await page.waitForURL((url) => url.pathname === `${PATH}/sign-in`);
    await sendSignIn(page, accounts.user);
    await page.waitForURL((url) => url.pathname === `${PATH}/requests`);
    await main(page).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ path }) => path.startsWith(`${PATH}/`))).to.deep.equal(cookies.map(() => true));
    expect(cookies.map(({ name }) => name)).to.include.members(['lectern_access', 'lectern_refresh', 'lectern_csrf']);
  });

  it('redirects the path without its slash, and leaves the rest of the host alone', async () => {
    const bare = await fetch(`${nginx.url}${PATH}`, { redirect: 'manual' });
    expect([bare.status, bare.headers.get('location')?.replace(nginx.url, '')]).to.deep.equal([308, `${PATH}/`]);
    const direct = await fetch(`${scene.app.url}${PATH}?a=b`, { redirect: 'manual' });
    expect([direct.status, direct.headers.get('location')]).to.deep.equal([308, `${PATH}/?a=b`]);
    expect(await (await fetch(nginx.url)).text()).to.equal('another service');
    expect((await fetch(`${scene.app.url}/api/health`)).status).to.equal(200);
  });

  it('searches, requests a book, and shows live how it comes', async () => {
    const [book] = scene.sims.playable;
    await accounts.admin.api.call('PATCH', '/api/admin/settings', { requests: { autoApprove: true } });
    await page.goto(`./search?q=${encodeURIComponent(book?.title ?? '')}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: book?.title ?? '' })
      .first()
      .click();
    // the card below the sheet has such a button as well, and is there before the sheet is filled
    const sheet = page.getByRole('dialog', { name: 'Book' });
    await sheet
      .getByRole('button', { name: /^Request/ })
      .first()
      .click();
    await sheet.getByRole('link', { name: 'View request' }).click();
    await page.waitForURL((url) => url.pathname.startsWith(`${PATH}/requests/`));
    await page.evaluate('window.stayed = true');
    await page.locator('strong').getByText('In library', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await page.evaluate('window.stayed')).to.equal(true);
    const cover = page.locator('main img').first();
    await cover.waitFor();
    expect(await cover.getAttribute('src')).to.match(new RegExp(`^${PATH}/api/covers/`));
    await becomes(() => page.evaluate<boolean>(`document.querySelector('main img')?.naturalWidth > 0`), true, 'the cover');
  });

  it('opens a deep address anew, and moves on from it', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.waitForURL((url) => url.pathname === `${PATH}/` || url.pathname === PATH);
    await page.goto('./book/B0NOSUCH99');
    await main(page).waitFor();
    expect(pathOf(page)).to.equal(`${PATH}/book/B0NOSUCH99`);
  });

  it('keeps its pages for times without a connection, within its path', async () => {
    await page.goto('./');
    await filledIn(page);
    const scope = await page.evaluate<string>('navigator.serviceWorker.ready.then(({ scope }) => scope)');
    expect(scope).to.equal(`${nginx.url}${PATH}/`);
    const manifest = await page.evaluate<{ start_url: string }>(
      `fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())`,
    );
    expect(new URL(manifest.start_url, `${nginx.url}${PATH}/manifest.webmanifest`).pathname).to.equal(`${PATH}/`);
    const kept = `caches.match('/kept-answers', { cacheName: 'lectern-answers${PATH}' }).then((found) => found?.text() ?? '')`;
    await becomes(async () => (await page.evaluate<string>(kept)).includes('"sections"'), true, 'the home page is kept');
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/Last updated \d/).waitFor();
    await page.context().setOffline(false);
    await becomes(() => page.getByText(/Last updated/).count(), 0, 'the page is up to date again');
  });

  it('is small on the wire, as without a path', async () => {
    const answer = await fetch(`${nginx.url}${PATH}/requests`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    expect([answer.status, answer.headers.get('content-encoding'), answer.headers.get('cache-control')]).to.deep.equal([
      200,
      'br',
      'no-cache',
    ]);
    const text = await answer.text();
    expect(text).to.contain(`src="${PATH}/boot.js"`);
    expect(text).not.to.match(/(?:href|src)="\/(?!lectern\/)/);
    const again = await fetch(`${nginx.url}${PATH}/`, {
      headers: {
        accept: 'text/html',
        'accept-encoding': 'br',
        'if-none-match': answer.headers.get('etag') ?? '',
        'cache-control': 'max-age=0',
      },
    });
    expect(again.status).to.equal(304);
  });

  it('signs people in by a provider, which sends them back below the path', async () => {
    provider = await startRealProvider();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader' });
    provider.allow(`${nginx.url}${PATH}/sign-in/return/${await addProvider()}`);
    const jane = await visitor();
    await jane.route(/googleapis/, (route) => route.abort());
    await jane.goto('./sign-in');
    await jane.getByRole('button', { name: BUTTON }).click();
    await jane.waitForURL((url) => url.origin === provider.issuer);
    await jane.getByPlaceholder('Enter any login').fill('jane-1');
    await jane.getByPlaceholder('and password').fill('x');
    await jane.getByRole('button', { name: 'Sign-in' }).click();
    await jane.getByRole('button', { name: 'Continue' }).click();
    await main(jane).waitFor();
    expect(pathOf(jane).startsWith(`${PATH}`)).to.equal(true);
    await jane.context().close();
  });

  async function addProvider(): Promise<string> {
    const settings = { issuer: provider.issuer, clientId: OIDC_CLIENT, clientSecret: provider.secret, buttonText: BUTTON };
    const body = { pluginId: 'sign-in-oidc', name: 'Household', settings };
    return (await accounts.admin.api.call<{ integration: { id: string } }>('POST', '/api/admin/integrations', body)).integration.id;
  }

  it('answers apps with a token, and shows its documentation', async () => {
    const made = await accounts.user.api.call<{ token: string }>('POST', '/api/user/api-tokens', { name: 'App', scopes: ['read'] });
    const answer = await fetch(`${nginx.url}${PATH}/api/requests`, { headers: { authorization: `Bearer ${made.token}` } });
    expect(answer.status).to.equal(200);
    await page.goto('./api/docs');
    await page
      .getByRole('heading', { name: /Lectern/ })
      .first()
      .waitFor({ timeout: 90_000 });
    await page.locator('.opblock-tag[data-tag="api tokens"]').click();
    await page.locator('[data-path="/api/user/api-tokens"]').first().waitFor();
    expect(await page.locator('.servers option').allInnerTexts()).to.deep.equal([PATH]);
    const document = (await (await fetch(`${nginx.url}${PATH}/api/openapi.json`)).json()) as { servers: unknown };
    expect(document.servers).to.deep.equal([{ url: PATH }]);
  });

  it('works behind a proxy that removes the path, too', async () => {
    const answer = await fetch(`${nginx.url}/removed/api/health`);
    expect(answer.status).to.equal(200);
  });

  it('signs out to its own sign-in page', async () => {
    await page.goto('./');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === `${PATH}/sign-in`);
    await page.getByLabel('Username').waitFor();
    expect((await page.context().cookies()).map(({ name }) => name)).not.to.include('lectern_refresh');
  });

  it('asks for nothing outside of its path', () => {
    expect(strays.filter((path) => path !== '/favicon.ico')).to.deep.equal([]);
  });
});
