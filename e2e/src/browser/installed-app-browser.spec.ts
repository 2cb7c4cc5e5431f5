import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { startUpgradingProxy } from './changed-worker.spec.support.js';
import { signInByForm } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const PHONE = { width: 390, height: 844 };
/** What is kept about the person in this browser, as text. */
const KEPT = `caches.match('/kept-answers', { cacheName: 'lectern-answers' }).then((kept) => kept?.text() ?? '')`;
const keptAnswers = (page: Page) => page.evaluate<string>(KEPT);

requireOrSkip('chromium')('the installed app', () => {
  let scene: BrowserScene;
  let accounts: Awaited<ReturnType<typeof setUp>>;

  before(async () => {
    scene = await startBrowserScene();
    accounts = await setUp(scene);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
    scene?.problems.splice(0);
  });

  /** Somebody who is signed in, with the shell and the home page kept. */
  async function openKept(who: keyof typeof accounts = 'user'): Promise<Page> {
    const page = await scene.open({ viewport: PHONE, serviceWorkers: 'allow' });
    await signInByForm(page, accounts[who]);
    await filledIn(page);
    await page.evaluate('navigator.serviceWorker.ready');
    await becomes(async () => (await keptAnswers(page)).includes('"sections"'), true, 'the home page is kept');
    return page;
  }

  it('shows the last pages without a connection, and says when they were last updated', async () => {
    const page = await openKept();
    await page.getByRole('link', { name: 'Requests' }).first().click();
    await filledIn(page);
    await becomes(async () => (await keptAnswers(page)).includes('["requests","list"'), true, 'the list is kept');
    const before = await page.locator('main').innerText();

    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/Last updated \d/).waitFor();
    const after = await page.locator('main').innerText();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { name: 'Popular now' }).waitFor();
    await page.getByText(/Last updated \d/).waitFor();

    expect(after).to.contain(before);
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.context().setOffline(false);
    await becomes(() => page.getByText(/Last updated/).count(), 0, 'the page is up to date again');
    await page.context().close();
  });

  const waiting = (page: Page) => page.getByText(/is waiting to be requested/);
  const requests = async () => Number((await scene.app.services.database.read.get<{ n: number }>('SELECT COUNT(*) AS n FROM requests'))?.n);

  /** Asks for the first book of the home page without a connection. */
  async function askOffline(page: Page): Promise<void> {
    const request = page.getByRole('button', { name: /^Request/ }).first();
    await request.waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await request.dispatchEvent('click');
    await page.getByText(/^You are offline/).waitFor();
  }

  it('keeps a request that is made without a connection, also while the page is closed, and sends it when it is back', async () => {
    const page = await openKept();
    const before = await requests();
    await askOffline(page);

    await page.reload();
    await waiting(page).waitFor();
    expect(await requests()).to.equal(before);
    await page.context().setOffline(false);

    await becomes(requests, before + 1, 'it is requested');
    await becomes(() => waiting(page).count(), 0);
    await page.context().close();
  });

  it('keeps a request for as long as the server cannot deal with it', async () => {
    const page = await openKept();
    const before = await requests();
    await askOffline(page);
    const refused: string[] = [];
    await page.route('**/api/requests', (route, request) => {
      if (request.method() !== 'POST' || refused.length === 3) return route.fallback();
      const status = [502, 503, 429][refused.length];
      refused.push(request.url());
      return route.fulfill({ status, headers: { 'retry-after': '1' }, body: '<html>Bad gateway</html>' });
    });

    await page.context().setOffline(false);

    await becomes(requests, before + 1, 'it is requested');
    expect(refused).to.have.length(3);
    await becomes(() => waiting(page).count(), 0);
    await page.context().close();
  });

  it('keeps a request for its person when their session has ended meanwhile, and for nobody else', async () => {
    const page = await openKept();
    const before = await requests();
    await askOffline(page);

    await page.context().clearCookies();
    await page.context().setOffline(false);
    await page.getByLabel('Username').waitFor();
    expect(await requests()).to.equal(before);
    await signInByForm(page, accounts.user);

    await becomes(requests, before + 1, 'it is requested');
    await page.context().close();
  });

  it('keeps nothing of admins’ pages', async () => {
    const page = await openKept('admin');
    for (const path of ['/admin/users', '/admin/requests', '/admin/approvals']) {
      await page.goto(path);
      await filledIn(page);
    }
    await page.goto('/requests');
    await filledIn(page);
    await becomes(async () => (await keptAnswers(page)).includes('["requests","list"'), true);

    expect(await keptAnswers(page)).not.to.match(/"queryKey":\["(admin|api-tokens|own-sessions|own-identities|calendar-address)"/);
    expect(await keptAnswers(page)).not.to.contain('"scope":"all"');
    await page.context().close();
  });

  it('forgets the person when they sign out', async () => {
    const page = await openKept();

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in/);

    expect(await page.evaluate<string[]>('caches.keys()')).not.to.include('lectern-answers');
    await page.context().close();
  });

  it('forgets the person when their session was ended elsewhere', async () => {
    const page = await openKept();
    await page.context().clearCookies();

    await page.reload();
    await page.waitForURL(/\/sign-in/);

    expect(await keptAnswers(page)).to.equal('');
    await page.context().close();
  });

  it('shows nothing of the person before to the next one', async () => {
    const page = await openKept('admin');
    const found = await scene.app.services.users.findByUsername(accounts.user.username);
    const { accessToken, csrfToken } = await scene.app.services.auth.openSession(found?.id ?? '', {
      address: '127.0.0.1',
      userAgent: 'spec',
    });
    await page.context().clearCookies();
    await page.context().addCookies([
      { name: 'lectern_access', value: accessToken, url: scene.app.url },
      { name: 'lectern_csrf', value: csrfToken, url: scene.app.url },
    ]);

    const since = Date.now();
    await page.goto('/');
    await filledIn(page);
    await becomes(async () => (await keptAnswers(page)).includes(`"userId":"${found?.id}"`), true);

    const { answers } = JSON.parse(await keptAnswers(page)) as {
      answers: { queryKey: string[]; data: { id: string }; updatedAt: number }[];
    };
    expect(answers.filter(({ updatedAt }) => updatedAt < since)).to.deep.equal([]);
    expect(answers.filter(({ queryKey }) => queryKey[0] === 'me').map(({ data }) => data.id)).to.deep.equal([found?.id]);
    await page.context().close();
  });

  it('says that a new version is here and reloads into it, and nothing of one that the page has already', async () => {
    const proxy = await startUpgradingProxy(scene.app.url);
    const page = await scene.open({ baseURL: proxy.url, viewport: PHONE, serviceWorkers: 'allow' });
    await signInByForm(page, accounts.user);
    await page.evaluate('navigator.serviceWorker.ready');
    await becomes(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), true);
    const news = page.getByText('A new version of Lectern is available.');
    const shownBefore = await news.count();

    proxy.upgrade('f'.repeat(16));
    await page.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())');
    await news.waitFor();
    const findings = await axeFindings(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    await news.waitFor({ state: 'detached' });
    await filledIn(page);

    expect(shownBefore).to.equal(0);
    expect(findings).to.deep.equal([]);
    const shells = async () => (await page.evaluate<string[]>('caches.keys()')).filter((name) => name.startsWith('lectern-shell-')).join();
    expect(await shells()).to.equal('lectern-shell-ffffffffffffffff');

    proxy.upgrade('e'.repeat(16));
    // an answer that takes longer than the worker waits would bring the old page
    await becomes(async () => {
      await page.reload();
      return page.locator('meta[name="lectern-version"]').getAttribute('content');
    }, 'eeeeeeeeeeeeeeee');
    await page.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())');
    await becomes(shells, 'lectern-shell-eeeeeeeeeeeeeeee');
    expect(await news.count()).to.equal(0);
    await page.context().close();
    await proxy.close();
  });

  it('counts unread notifications on its icon', async () => {
    const page = await scene.open();
    await page.addInitScript(`
      globalThis.badges = [];
      Object.assign(Navigator.prototype, { setAppBadge: async (count) => badges.push(count), clearAppBadge: async () => badges.push(0) });
    `);
    let unread = 3;
    await page.route('/api/notifications', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), unread } });
    });

    await signInByForm(page, accounts.user);
    await becomes(() => page.evaluate<number>('badges.at(-1)'), 3);
    unread = 0;
    await page.reload();

    await becomes(() => page.evaluate<number>('badges.at(-1)'), 0);
    await page.context().close();
  });

  it('reads the book from a shared link, whose address it never opens', async () => {
    const page = await scene.open({ viewport: PHONE, serviceWorkers: 'allow' });
    await signInByForm(page, accounts.user);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));

    await page.goto(`/share?${new URLSearchParams({ text: 'https://www.audible.com/pd/Book/B0DEMO0001?ref=share' }).toString()}`);
    await page.getByText('names the book B0DEMO0001').waitFor();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const findings = await axeFindings(page);
    await page.goto(`/share?${new URLSearchParams({ url: 'https://www.goodreads.com/book/show/1-the-fast-one' }).toString()}`);
    await page.getByRole('link', { name: 'Search for it' }).click();
    await page.waitForURL(/\/search\?q=the(?:\+|%20)fast(?:\+|%20)one/);
    await page.goto('/share?url=https%3A%2F%2Fexample.org');
    await page.getByRole('heading', { name: 'No book found in what you shared' }).waitFor();

    expect([...asked]).to.deep.equal([scene.app.url]);
    expect(findings).to.deep.equal([]);
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.context().close();
  });

  it('describes itself to browsers that install it, with icons of the sizes it names', async () => {
    const manifest = (await (await fetch(`${scene.app.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    const page = await (await fetch(scene.app.url)).text();

    const touchIcon = /rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? '';
    const pictures = [...manifest.icons.filter(({ type }) => type === 'image/png'), { src: touchIcon, sizes: '180x180', purpose: 'ios' }];
    for (const { src, sizes } of pictures) {
      const answer = await fetch(new URL(src, scene.app.url));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(answer.headers.get('content-type'), src).to.equal('image/png');
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).to.equal(sizes);
    }
    expect(pictures.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).to.include.members([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  });
});
