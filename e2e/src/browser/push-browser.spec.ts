import { randomBytes } from 'node:crypto';
import { startWebPushSimulator, type SimulatedBrowser, type WebPushSimulator } from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn, signInByForm } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const PHONE = { width: 390, height: 844 };
const SHOT = process.env['SHOT'];
const ACCOUNT = { username: 'ada', password: randomBytes(12).toString('base64url') };

/**
 * Chromium subscribes at the push service of its maker, which tests do not reach, and its headless shell shows no notifications: there,
 * `Notification.permission` is `denied` whatever was granted. This takes the place of these two alone.
 */
const SUBSCRIBES = (own: SimulatedBrowser['subscription']) => `
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  let kept = localStorage.getItem('stub-subscribed') === null ? null : make();
  function make() {
    return {
      toJSON: () => (${JSON.stringify(own)}),
      unsubscribe: async () => { kept = null; localStorage.removeItem('stub-subscribed'); return true; },
    };
  }
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    localStorage.setItem('stub-subscribed', JSON.stringify([userVisibleOnly, [...applicationServerKey]]));
    return (kept = make());
  };
`;

requireOrSkip('chromium')('notifications on this device', () => {
  let scene: BrowserScene;
  let service: WebPushSimulator;

  before(async () => {
    service = await startWebPushSimulator();
    scene = await startBrowserScene({ env: { LECTERN_STAND_INS: `${service.origin}=${service.url}` } });
    await scene.app.ready;
    const { users, settings } = scene.app.services;
    await users.create({ ...ACCOUNT, role: 'user' }, SPEC);
    await users.create({ username: 'root', password: ACCOUNT.password, role: 'admin' }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
  });
  after(async () => {
    await scene?.stop();
    await service?.close();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
    scene?.problems.splice(0);
  });

  const sectionOf = (page: Page): Locator => page.getByRole('region', { name: 'Notifications on this device' });

  /** A browser whose person is signed in, on the account page, with its worker in place. */
  async function opened(prepare: (context: BrowserContext) => Promise<unknown>, size = PHONE): Promise<Page> {
    const context = await scene.newContext({ viewport: size, serviceWorkers: 'allow' });
    await prepare(context);
    const page = await scene.open({ in: context });
    // each profile signs in, all from one address
    await scene.app.services.rateLimiter.reset('sign-in', '127.0.0.1');
    await signInByForm(page, ACCOUNT);
    await page.evaluate('navigator.serviceWorker.ready');
    await becomes(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'), true, 'the worker serves the page');
    await page.goto('/account/notifications');
    await filledIn(page);
    return page;
  }

  /** A browser that cannot be notified: it needs no worker, which would fetch the whole program once more. */
  async function openedWithoutWorker(script: string): Promise<Page> {
    const context = await scene.newContext({ viewport: PHONE });
    await context.addInitScript(script);
    const page = await scene.open({ in: context });
    await scene.app.services.rateLimiter.reset('sign-in', '127.0.0.1');
    await signIn(page, ACCOUNT);
    await page.goto('/account/notifications');
    await filledIn(page);
    return page;
  }

  const allowed = (context: BrowserContext) => context.grantPermissions(['notifications'], { origin: scene.app.url });
  async function picture(page: Page, name: string): Promise<void> {
    if (SHOT === undefined) return;
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(page, scheme);
      await sectionOf(page).screenshot({ path: `${SHOT}/push-${name}-${scheme}.png` });
    }
  }

  /** The worker of a page, in which showing is replaced by remembering, and focusing, for which a person has to click, by nothing. */
  async function workerOf(page: Page) {
    const worker = page.context().serviceWorkers()[0];
    if (!worker) throw new Error('The page has no worker.');
    await worker.evaluate(`
      self.shown = [];
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => void self.shown.push({ title, ...options });
      WindowClient.prototype.focus = async function () { return this; };
    `);
    return {
      shown: () => worker.evaluate<{ title: string; body: string; data: { path: string } }[]>('self.shown'),
      /** A click on a notification, as the browser tells of one. */
      click: (path: string) =>
        worker.evaluate(`new Promise((done) => {
          const event = new Event('notificationclick');
          event.notification = { data: { path: ${JSON.stringify(path)} }, close() {} };
          event.waitUntil = (work) => work.then(() => done());
          self.dispatchEvent(event);
        })`),
    };
  }

  /** Hands a message to the worker, as the browser does with one from its push service. */
  async function deliver(page: Page, data: string): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const registration = new Promise<string>((found) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        for (const { registrationId, scopeURL } of registrations) if (scopeURL.startsWith(scene.app.url)) found(registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.deliverPushMessage', { origin: scene.app.url, registrationId: await registration, data });
    await session.detach();
  }

  it('are turned on, tried out and turned off', async () => {
    const browser = service.subscribe(await scene.app.services.webPushKeys().then(({ publicKey }) => publicKey));
    const page = await opened(async (context) => {
      await allowed(context);
      await context.addInitScript(SUBSCRIBES(browser.subscription));
    });
    const section = sectionOf(page);

    await picture(page, 'off');
    const whenOff = await axeFindings(page);
    await section.getByRole('button', { name: 'Turn on' }).click();
    await section.getByText('Notifications are on for this device.').waitFor();
    await section.getByText(/^this device ·/).waitFor();
    const subscribed = JSON.parse(await page.evaluate<string>(`localStorage.getItem('stub-subscribed')`)) as [boolean, number[]];
    await section.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way to 1 device.').waitFor();
    await picture(page, 'on');
    const whenOn = await axeFindings(page);
    await page.reload();
    await section.getByRole('button', { name: 'Turn off' }).click();
    await section.getByRole('button', { name: 'Turn on' }).waitFor();

    const { publicKey } = await scene.app.services.webPushKeys();
    expect([whenOff, whenOn]).to.deep.equal([[], []]);
    expect([subscribed[0], Buffer.from(subscribed[1]).toString('base64url')]).to.deep.equal([true, publicKey]);
    expect(browser.messages.map(({ text }) => (JSON.parse(text) as { body: string }).body)).to.deep.equal([
      'Notifications work on this device.',
    ]);
    expect(await section.getByRole('listitem').count()).to.equal(0);
    expect(await page.evaluate(`localStorage.getItem('stub-subscribed')`)).to.equal(null);
    await page.context().close();
  });

  it('go on after the push service has replaced the subscription, told by the worker', async () => {
    const key = (await scene.app.services.webPushKeys()).publicKey;
    const [old, next] = [service.subscribe(key), service.subscribe(key)];
    const page = await opened(async (context) => {
      await allowed(context);
      await context.addInitScript(SUBSCRIBES(old.subscription));
    });
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).click();
    await sectionOf(page)
      .getByText(/^this device ·/)
      .waitFor();
    old.unsubscribe();

    // Chromium renews no subscription on demand: the event is told to the worker as the browser would
    const worker = page.context().serviceWorkers()[0];
    await worker?.evaluate(`new Promise((done, failed) => {
      const as = (one) => ({ options: {}, toJSON: () => one });
      const event = new Event('pushsubscriptionchange');
      event.oldSubscription = as(${JSON.stringify(old.subscription)});
      event.newSubscription = as(${JSON.stringify(next.subscription)});
      event.waitUntil = (work) => work.then(done, failed);
      self.dispatchEvent(event);
    })`);
    await sectionOf(page).getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way to 1 device.').waitFor();

    expect([old.messages.length, next.messages.length]).to.deep.equal([0, 1]);
    await sectionOf(page).getByRole('button', { name: 'Turn off' }).click();
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).waitFor();
    await page.context().close();
  });

  it('come back with the next page if the browser lost its subscription', async () => {
    const browser = service.subscribe((await scene.app.services.webPushKeys()).publicKey);
    const page = await opened(async (context) => {
      await allowed(context);
      await context.addInitScript(SUBSCRIBES(browser.subscription));
    });
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).click();
    await sectionOf(page)
      .getByText(/^this device ·/)
      .waitFor();

    await page.evaluate(`localStorage.removeItem('stub-subscribed')`);
    // the server is told after the browser has subscribed, and a page that is left before tells nobody
    const told = page.waitForResponse(
      (response) => response.request().method() !== 'GET' && response.url().endsWith('/api/web-push/subscriptions'),
    );
    await page.goto('/');
    await becomes(() => page.evaluate<boolean>(`localStorage.getItem('stub-subscribed') !== null`), true, 'it is subscribed again');
    await told;
    await page.goto('/account/notifications');
    await sectionOf(page).getByRole('button', { name: 'Turn off' }).click();
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).waitFor();
    await page.goto('/');
    await filledIn(page);

    expect(await page.evaluate(`localStorage.getItem('stub-subscribed')`), 'it stays off once it was turned off').to.equal(null);
    await page.context().close();
  });

  it('end in the browser when its person signs out', async () => {
    const browser = service.subscribe((await scene.app.services.webPushKeys()).publicKey);
    const page = await opened(async (context) => {
      await allowed(context);
      await context.addInitScript(SUBSCRIBES(browser.subscription));
    });
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).click();
    await sectionOf(page)
      .getByText(/^this device ·/)
      .waitFor();

    await page.goto('/account');
    await page.locator('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(/\/sign-in/);

    const ada = await scene.app.services.users.findByUsername(ACCOUNT.username);
    expect(await page.evaluate(`localStorage.getItem('stub-subscribed')`)).to.equal(null);
    expect(await scene.app.services.webPushDevices.listOf(ada?.id ?? '')).to.deep.equal([]);
    await page.context().close();
  });

  for (const [name, script, words] of [
    ['blocked', `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`, /^Your browser blocks notifications/],
    ['unsupported', 'delete globalThis.PushManager', /^This browser cannot show notifications/],
    ['insecure', `Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })`, /^Browsers allow notifications only over/],
    [
      'home-screen',
      `delete globalThis.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)' })`,
      /^On an iPhone or iPad, add Lectern to the home screen first/,
    ],
  ] as const) {
    it(`say what is in the way where they are ${name}`, async () => {
      const page = await openedWithoutWorker(script);

      await sectionOf(page).getByText(words).waitFor();
      await picture(page, name);

      expect(await sectionOf(page).getByRole('button').count()).to.equal(0);
      expect(await axeFindings(page)).to.deep.equal([]);
      await page.context().close();
    });
  }

  it('stay off when the person does not allow them', async () => {
    const page = await opened((context) =>
      context.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'default' });
        Notification.requestPermission = async () => 'denied';`),
    );

    await sectionOf(page).getByRole('button', { name: 'Turn on' }).click();

    await page.getByText('Your browser did not allow notifications, so they stay off.').waitFor();
    await page.context().close();
  });

  it('are shown by the worker, also if a message cannot be read', async () => {
    const page = await opened(allowed);
    const { shown } = await workerOf(page);

    await deliver(page, JSON.stringify({ title: 'Dune', body: 'It is in the library.', path: '/requests', tag: 'one' }));
    await becomes(async () => (await shown()).length, 1, 'the first is shown');
    await deliver(page, 'no JSON');
    await becomes(async () => (await shown()).length, 2, 'the second is shown');

    expect((await shown()).map(({ title, body, data }) => [title, body, data.path])).to.deep.equal([
      ['Dune', 'It is in the library.', '/requests'],
      ['Lectern', 'Open Lectern to see what is new.', '/'],
    ]);
    await page.context().close();
  });

  it('lead an open page to theirs, which it opens without loading anew', async () => {
    const page = await opened(allowed);
    const { click } = await workerOf(page);
    await page.evaluate('globalThis.isSamePage = true');

    await click('/requests?group=active');
    await page.waitForURL('**/requests?group=active');

    expect(await page.evaluate('globalThis.isSamePage')).to.equal(true);
    await page.context().close();
  });
});
