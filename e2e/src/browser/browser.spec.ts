import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createLecternApi, signIn, type DemoIntegration } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { becomeScheme, filledIn, runAxe, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { signInByForm } from './sign-in.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

const PLAYABLE = 'A Study in Scarlet';
const password = () => randomBytes(12).toString('base64url');

const seen = (locator: Locator, timeout = 15_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('the web UI in a browser', () => {
  let scene: BrowserScene;
  let admin: Page;
  let reader: Page;
  const secrets = { admin: password(), reader: password() };

  before(async () => {
    scene = await startBrowserScene();
    admin = await scene.open();
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  function integration(pluginId: string): DemoIntegration {
    const found = scene.sims.integrations.find((candidate) => candidate.pluginId === pluginId);
    if (!found) throw new Error(`the demo has no ${pluginId}`);
    return found;
  }

  it('is set up with the one-time token', async () => {
    await admin.goto('/');
    await admin.getByLabel('Setup token').fill('not-the-token');
    await admin.getByLabel('Username').fill('admin');
    await admin.getByLabel('Password', { exact: true }).fill(secrets.admin);
    await admin.getByRole('button', { name: 'Create the account' }).click();
    await seen(admin.getByText('This is not the token that was printed.'));
    // The wrong token is answered with 403, which the browser logs.
    expect(scene.problems.splice(0)).to.have.length(1);

    await admin.getByLabel('Setup token').fill((await scene.app.setupToken()) ?? '');
    await admin.getByRole('button', { name: 'Create the account' }).click();
    await admin.getByRole('textbox', { name: 'Library folder' }).fill(scene.sims.libraryDir);
    await admin.getByRole('textbox', { name: 'Downloads folder' }).fill(scene.sims.downloadDir);
    await admin.getByRole('button', { name: 'Test and save' }).click();
    await seen(admin.locator('li[data-outcome="ok"]'));
    await becomes(() => admin.locator('li[data-outcome="failed"]').count(), 0);
    await admin.getByRole('button', { name: 'Continue' }).click();
    await seen(admin.getByRole('button', { name: 'Add: Indexers' }));
  });

  it('adds an integration through its form, and shows the error beside the wrong field', async () => {
    const { settings } = integration('indexer-prowlarr');
    await admin.getByRole('button', { name: 'Add: Indexers' }).click();
    await admin.getByRole('button', { name: /^Prowlarr/ }).click();
    await admin.getByRole('textbox', { name: 'Address' }).fill(String(settings['baseUrl']));
    const key = admin.getByLabel('API key', { exact: false }).and(admin.locator('input'));
    await key.fill('wrong-key');
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.locator('[data-ok="false"]'));
    await becomes(() => key.getAttribute('aria-invalid'), 'true');

    await key.fill(String(settings['apiKey']));
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.locator('[data-ok="true"]').filter({ hasText: 'Connected' }));
    const indexers = admin.getByRole('combobox', { name: 'Indexers' }).or(admin.getByLabel('Indexers', { exact: true }));
    await indexers.first().click();
    await admin.getByRole('option', { name: 'Story Harbour' }).click();
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Add', exact: true }).click();
    await seen(admin.getByText('Prowlarr').and(admin.locator('span')));

    const api = await signIn(scene.app.url, 'admin', secrets.admin);
    for (const { pluginId, name, settings: values } of scene.sims.integrations) {
      // setup has connected the catalogue
      if (pluginId !== 'indexer-prowlarr' && pluginId !== 'catalog-audible')
        await api.call('POST', '/api/admin/integrations', { pluginId, name, settings: values });
    }
    await admin.reload();
    await admin.getByRole('button', { name: 'Start using Lectern' }).click();
    await seen(admin.getByRole('heading', { level: 1, name: /^Good/ }));
    await api.call('POST', '/api/admin/users', { username: 'reader', password: secrets.reader, displayName: 'Rita Reader', role: 'user' });
  });

  it('shows a saved secret as set, never its value', async () => {
    await admin.goto('/admin/integrations');
    await admin.getByRole('link', { name: 'Edit: Prowlarr' }).click();
    await seen(admin.getByText('Replace', { exact: true }));
    expect(await admin.content()).not.to.contain(String(integration('indexer-prowlarr').settings['apiKey']));
  });

  it('searches as a reader types and lets them request a book', async () => {
    reader = await scene.open();
    await signInByForm(reader, { username: 'reader', password: secrets.reader });
    await reader.keyboard.press('/');
    await reader.keyboard.type('study in sc', { delay: 20 });
    await reader.waitForURL(/\/search\?q=/);
    await reader.waitForURL(/\/search\?q=study/);
    const result = reader.getByRole('main').getByRole('link', { name: PLAYABLE }).first();
    await seen(result);
    // opened before the page has searched for the last letter
    await reader.keyboard.type('a');
    await result.click();
    await reader.getByRole('button', { name: 'Request (needs approval)' }).last().click();
    await seen(reader.getByText('Waiting for approval'));
    await reader.getByRole('link', { name: 'View request' }).click();
    await reader.waitForURL(/\/requests\/[0-9a-f-]{36}/);
    await seen(reader.getByRole('heading', { level: 1, name: PLAYABLE }));
  });

  it('lets an admin set the search terms', async () => {
    await admin.goto(new URL(reader.url()).pathname);
    await seen(admin.getByText('Searching for the title and author.'));
    await admin.getByRole('button', { name: 'Change search terms' }).click();
    await typeInFocus(admin, 'scarlet doyle unabridged');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await seen(admin.getByText('Searching for “scarlet doyle unabridged” instead'));
    await seen(admin.getByText('set the search terms to “scarlet doyle unabridged”'));
    await admin.reload();
    await admin.getByRole('button', { name: 'Change search terms' }).click();
    const terms = admin.getByRole('textbox', { name: 'Search for' });
    await becomes(() => terms.inputValue(), 'scarlet doyle unabridged');
  });

  it('shows the present search terms in a form that opened with the answer of an earlier visit', async () => {
    const { pathname } = new URL(admin.url());
    const ofRequest = `/api${pathname}`;
    const kept = () =>
      admin.evaluate<string>(
        "caches.open('lectern-answers').then((cache) => cache.match('/kept-answers')).then((found) => found?.text() ?? '')",
      );
    await becomes(async () => (await kept()).includes('"customSearchTerms":"scarlet doyle unabridged"'), true);
    await admin.goto('about:blank');
    const api = await signIn(scene.app.url, 'admin', secrets.admin);
    await api.call('PATCH', `/api/admin${pathname}/search-terms`, { customSearchTerms: 'changed meanwhile', searchNow: false });
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await admin.route(`**${ofRequest}`, async (route) => {
      await held;
      await route.continue();
    });
    await admin.goto(new URL(pathname, scene.app.url).href);
    await admin.getByRole('button', { name: 'Change search terms' }).click();
    const terms = admin.getByRole('textbox', { name: 'Search for' });
    await becomes(() => terms.inputValue(), 'scarlet doyle unabridged');
    answer();
    await becomes(() => terms.inputValue(), 'changed meanwhile');
    await admin.unroute(`**${ofRequest}`);
  });

  it('refuses search terms that are too long, and returns to title and author', async () => {
    const terms = admin.getByRole('textbox', { name: 'Search for' });
    await terms.fill('x'.repeat(301));
    await becomes(() => terms.getAttribute('aria-invalid'), 'true');
    await becomes(() => admin.getByRole('button', { name: 'Save', exact: true }).isDisabled(), true);
    await terms.fill('');
    await admin.keyboard.press('Enter');
    await seen(admin.getByText('Searching for the title and author.'));
    await becomes(() => reader.getByRole('button', { name: 'Change search terms' }).count(), 0);
  });

  it('shows the stages up to the library live, without a reload, once an admin approves', async () => {
    await reader.evaluate('window.stayed = true');
    const stages = new Set<string>();
    const watch = until(
      async () => {
        const now = await reader
          .locator('ol[aria-label="Progress of the request"] [aria-current="step"]')
          .first()
          .innerText({ timeout: 500 })
          .catch(() => '');
        if (now) stages.add(now.split(/[\n,]/)[0] ?? '');
        return (await reader.getByText('In library', { exact: true }).and(reader.locator('strong')).count()) > 0 ? true : undefined;
      },
      { everyMs: 60, what: 'the request in the library' },
    );
    await admin.goto('/admin');
    await seen(admin.getByRole('heading', { name: 'Needs attention' }));
    await admin.getByRole('button', { name: 'Approve' }).first().click();
    await watch;
    // which of them are caught depends on how fast the machine is
    expect([...stages].join(' ')).to.match(/Searching|Downloading|Importing/);
    expect(await reader.evaluate('window.stayed')).to.equal(true);
    await reader.goto('/');
    await seen(reader.getByText('In library'));
  });

  it('shows the timeline to everybody, and the ranking only to admins', async () => {
    await admin.goto('/admin/requests');
    await admin.getByRole('link', { name: PLAYABLE }).first().click();
    await seen(admin.getByRole('heading', { name: 'Timeline' }));
    await seen(admin.getByRole('heading', { name: 'Why this release' }));
    await seen(admin.getByText('Chosen', { exact: true }));
    await seen(admin.getByText('Not acceptable').first());
    const path = new URL(admin.url()).pathname;
    await reader.goto(path);
    await seen(reader.getByRole('heading', { name: 'Timeline' }));
    await becomes(() => reader.getByRole('heading', { name: 'Why this release' }).count(), 0);
  });

  it('runs a job on request', async () => {
    await admin.goto('/admin/jobs');
    await admin.getByRole('button', { name: 'Run now: Library scan' }).click();
    await seen(admin.getByRole('heading', { name: 'Recent' }).locator('xpath=ancestor::section').getByText('Library scan'));
  });

  it('previews the path template and guards unsaved changes', async () => {
    await admin.goto('/admin/settings');
    const template = admin.getByLabel('Paths of audiobooks');
    // ebooks have a separate template with its own examples
    const samples = admin.getByRole('list', { name: 'Examples' }).filter({ hasText: 'by ear' });
    await template.fill('{author}/{title} by ear');
    await seen(samples.getByText(/by ear$/));
    await template.fill('{nobody}/{title}');
    await samples.waitFor({ state: 'hidden' });
    await becomes(() => template.getAttribute('aria-invalid'), 'true');
    await admin.getByRole('link', { name: 'Jobs' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await admin.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(admin.url()).pathname).to.equal('/admin/settings');
    await admin.getByRole('button', { name: 'Discard' }).click();
    await admin.getByRole('link', { name: 'Jobs' }).click();
    await admin.waitForURL('**/admin/jobs');
  });

  it('opens the palette with Ctrl+K and navigates with it', async () => {
    await admin.goto('/');
    await seen(admin.getByRole('navigation', { name: 'Main' }));
    await admin.keyboard.press('Control+k');
    await admin.getByRole('combobox', { name: 'Go to a page or run an action' }).fill('plugins');
    await admin.keyboard.press('Enter');
    await admin.waitForURL('**/admin/plugins');
    await seen(admin.getByRole('heading', { level: 1, name: 'Plugins' }));
  });

  it('puts the navigation within reach of a thumb on a phone', async () => {
    const state = await reader.context().storageState();
    const phone = await scene.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, storageState: state });
    await phone.goto('/');
    const bar = phone.getByRole('navigation', { name: 'Main' });
    await seen(bar);
    const box = await bar.boundingBox();
    expect(box?.y).to.be.greaterThan(700);
    for (const link of await bar.getByRole('link').all()) {
      if (!(await link.isVisible())) continue;
      expect((await link.boundingBox())?.height, await link.innerText()).to.be.at.least(44);
    }
    expect(await phone.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(390);
    await phone.context().close();
  });

  describe('under axe', () => {
    const PATHS = [
      '/',
      '/search?q=the',
      '/book/B0DEMO0001',
      '/requests',
      '/admin',
      '/admin/requests',
      '/admin/integrations',
      '/admin/integrations/new?plugin=indexer-prowlarr',
      '/admin/plugins',
      '/admin/settings',
      '/admin/jobs',
      '/admin/library',
      '/admin/users',
      '/account',
    ];
    const found: Record<'light' | 'dark', string[]> = { light: [], dark: [] };

    /** Checks both color schemes; the content is the same, so the second look uses only rules that depend on colors. */
    async function look(page: Page, path: string): Promise<void> {
      for (const [colorScheme, findings] of Object.entries(found) as [keyof typeof found, string[]][]) {
        await becomeScheme(page, colorScheme);
        expect(await page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')).to.contain(colorScheme);
        const rules = colorScheme === 'light' ? 'all' : 'colors';
        findings.push(...(await runAxe(page, rules)).map((finding) => `${path} ${finding}`));
      }
    }

    before(async () => {
      const page = await scene.open({ storageState: await admin.context().storageState() });
      for (const path of PATHS) {
        await page.goto(path);
        await filledIn(page);
        await look(page, path);
      }
      await page.context().close();
      const stranger = await scene.open();
      await stranger.goto('/');
      await seen(stranger.getByRole('button', { name: 'Sign in' }));
      await look(stranger, '/sign-in');
      await stranger.context().close();
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has no axe findings on the main pages, ${colorScheme}`, () => {
        expect(found[colorScheme]).to.deep.equal([]);
      });
    }
  });

  // a separate group, so that it runs after the others
  describe('throughout', () => {
    it('logs nothing to the console', async () => {
      expect(scene.problems).to.deep.equal([]);
      const health = await createLecternApi(scene.app.url).call<{ status: string }>('GET', '/api/health');
      expect(health.status).to.equal('ok');
    });
  });
});
