import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { guardAgainstCrashes, npmPack, packQuickly, startStubRegistry, type StubRegistry } from '@lectern/core/testing';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';
import { send } from '../security/route-walk.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const NAME = 'lectern-plugin-sample';

/** Waits in a page until ten frames, each with the timers that were due, are over. */
const frames = `(async () => {
  for (let n = 0; n < 10; n += 1) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
})()`;

requireOrSkip('chromium')('plugins in the browser', () => {
  let registry: StubRegistry;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let session: OpenSession;

  before(async () => {
    registry = await startStubRegistry();
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_PLUGIN_REGISTRY: registry.url });
    admin = await openAdminPage(server);
    ({ page, session } = admin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await registry?.close();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${admin?.problems.join('\n')}\n${server?.log().slice(-3000)}`);
  });

  const seen = (locator: Locator, timeout = 60_000) => locator.first().waitFor({ state: 'visible', timeout });
  const card = () => page.getByRole('article').filter({ hasText: NAME });

  /** Has the server treat an uncaught exception of a plugin as usual, except that the process, which runs the specs, does not exit. */
  function crash(): void {
    const { crashRecords, host } = server.app.services;
    const guarded = Object.assign(new EventEmitter(), { exit: () => undefined });
    const unguard = guardAgainstCrashes(
      {
        records: crashRecords,
        attribute: (error) => host.attribute(error),
        versionOf: (id) => host.plugin(id)?.version ?? 'unknown',
        redact: (text) => text,
        onCrash: () => undefined,
      },
      guarded,
    );
    const error = new Error('planted');
    error.stack = `Error: planted\n    at send (${pathToFileURL(entryOf('1.0.0')).href}:8:1)`;
    guarded.emit('uncaughtException', error);
    unguard();
  }

  const entryOf = (version: string) => join(server.dataDir, 'plugins/notify-sample', version, 'node_modules', NAME, 'index.js');

  it('are found, installed, and used in a request', async () => {
    registry.publish(await npmPack({ version: '1.0.0' }));
    await page.goto('/admin/plugins');
    await page.getByRole('link', { name: 'Install a plugin' }).click();
    await page.getByRole('searchbox', { name: 'What should it connect to?' }).fill('sample');
    await page.getByRole('button', { name: `Install: ${NAME}` }).click();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Install', exact: true }).click();
    await seen(page.getByText('Sample sample 1.0.0 is installed'));
    await seen(card().getByText('Ready'));
    expect(await axeFindings(page)).to.deep.equal([]);

    const file = join(server.dataDir, 'told');
    await card().getByRole('link', { name: 'Add an integration: Sample sample' }).click();
    await page.getByRole('textbox', { name: /^File/ }).fill(file);
    await page
      .getByRole('button', { name: 'Add', exact: true })
      .or(page.getByRole('button', { name: 'Save', exact: true }))
      .first()
      .click();
    await page.waitForURL(/\/admin\/integrations(?!\/new)/);

    const { items } = JSON.parse((await send(`${server.url}/api/admin/integrations`, { headers: bearer(session) })).text) as {
      items: { id: string }[];
    };
    const headers = { ...bearer(session), 'content-type': 'application/json' };
    const subscriptions = await send(`${server.url}/api/admin/notifications/subscriptions`, { headers: bearer(session) });
    const { events } = JSON.parse(subscriptions.text) as { events: { id: string }[] };
    const body = JSON.stringify({ events: events.map(({ id }) => id) });
    await send(`${server.url}/api/admin/notifications/subscriptions/${items[0]?.id}`, { method: 'PUT', headers, body });
    const request = await server.insertRequest(session.userId);
    const denied = await send(`${server.url}/api/admin/requests/${request}/deny`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ reason: 'not today' }),
    });
    expect(denied.status, denied.text).to.be.lessThan(300);
    let told = '';
    for (let n = 0; n < 200 && told === ''; n += 1) {
      told = await readFile(file, 'utf8').catch(() => '');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(told).to.not.equal('');
  });

  it('are updated, and say that a restart is needed', async () => {
    registry.publish(packQuickly({ version: '1.1.0' }));
    await send(`${server.url}/api/admin/plugins/updates?fresh=true`, { headers: bearer(session) });
    await page.goto('/admin/plugins');

    await card().getByRole('button', { name: 'Update: Sample sample' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click();

    await seen(page.getByText('Restart Lectern to use the new version of Sample sample.'));
    await seen(card().getByText('1.0.0 (after a restart: 1.1.0)'));
    await server.restart();
    await page.reload();
    await seen(card().getByText(`${NAME} 1.1.0`, { exact: true }));
    await seen(card().getByText('Ready'));
  });

  it('can be rolled back, after confirmation', async () => {
    const more = card().getByRole('button', { name: 'More about Sample sample' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Go back to 1.0.0' }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('Go back to Sample sample 1.0.0?'));
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Go back', exact: true }).click();

    await dialog.waitFor({ state: 'detached' });
    await seen(card().getByText('1.1.0 (after a restart: 1.0.0)'));
    await server.restart();
    await page.reload();
    await seen(card().getByText(`${NAME} 1.0.0`, { exact: true }));
    await seen(card().getByText('Ready'));
  });

  it('are kept from starting if they crashed the server twice, until they are released', async () => {
    crash();
    await server.restart();
    expect(server.app.services.host.plugin('notify-sample')?.state, 'after one crash').to.equal('ready');
    crash();
    await server.restart();
    await page.reload();

    await seen(card().getByText('In quarantine'));
    await seen(card().getByText(/It crashed Lectern twice within ten minutes, so it is not started: Error: planted/));
    expect(await axeFindings(page)).to.deep.equal([]);
    await card().getByRole('button', { name: 'Release: Sample sample' }).click();
    await seen(card().getByText('Ready'));
    await becomes(() => card().getByText('In quarantine').count(), 0);
    await server.restart();
    await page.reload();
    await seen(card().getByText('Ready'));
  });

  it('are refused as a file, with the reason beside it', async () => {
    await page.goto('/admin/plugins/install');
    const bad = packQuickly({ name: 'bad', pkg: { scripts: { postinstall: 'x' } } }).tarball;

    await page.locator('input[type=file]').setInputFiles({ name: 'bad.tgz', mimeType: 'application/gzip', buffer: bad });
    await page.getByRole('button', { name: 'Upload and install' }).click();

    await seen(page.getByRole('alert').getByText(/wants to run something when it is installed \(postinstall\)/));
  });

  it('say plainly that the registry is unreachable', async () => {
    registry.faults.status = 503;
    await page.goto('/admin/plugins/install');
    await page.getByRole('searchbox', { name: 'What should it connect to?' }).fill('anything');

    await seen(page.getByText('Can’t reach the plugin registry'));
    delete registry.faults.status;
  });

  it('stand still from the moment they are shown', async () => {
    const plugins = page.waitForResponse('**/api/admin/plugins');
    // answers later than all the others do
    await page.route('**/api/admin/jobs', async (route) => {
      await plugins;
      await page.evaluate(frames);
      await route.continue();
    });
    await page.addInitScript(`
      globalThis.tops = new Set();
      const look = () => {
        const card = [...document.querySelectorAll('article')].find((one) => one.textContent.includes('${NAME}'));
        if (card) globalThis.tops.add(Math.round(card.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      look();`);

    await page.goto('/admin/plugins');
    await seen(page.getByRole('heading', { name: 'Installing' }));
    await seen(card());
    await page.evaluate(frames);

    expect(await page.evaluate('[...globalThis.tops]')).to.have.length(1);
    await page.unroute('**/api/admin/jobs');
  });

  it('have a menu and dialogs that take the first key, and leave the focus where it was put', async () => {
    const chosen = await page.evaluate<string[]>(`(async () => {
      const appears = (selector) => new Promise((resolve) => {
        const look = () => { const found = document.querySelectorAll(selector); if (found.length > 0) resolve(found); return found.length > 0; };
        if (look()) return;
        const observer = new MutationObserver(() => { if (look()) observer.disconnect(); });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      const focused = [];
      const button = document.querySelector('button[aria-label="More about Sample sample"]');
      button.focus();
      button.click();
      await appears('[role=menuitem]');
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', bubbles: true, cancelable: true }));
      await ${frames};
      focused.push(document.activeElement.textContent);
      const items = [...document.querySelectorAll('[role=menuitem]')];
      const remove = items.at(-1);
      remove.focus();
      remove.click();
      const dialogButtons = [...await appears('[role=dialog] button')];
      dialogButtons.at(-1).focus();
      await ${frames};
      focused.push(document.activeElement.textContent);
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await ${frames};
      focused.push(document.activeElement.getAttribute('aria-label'));
      return focused;
    })()`);

    expect(chosen).to.deep.equal(['Disable', 'Remove', 'More about Sample sample']);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await seen(card().getByRole('button', { name: 'Update: Sample sample' }));
    for (const key of ['Escape', 'Tab']) {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
      await page.keyboard.press(key);
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await page.evaluate(frames);
      const after = await page.evaluate<string>('document.activeElement.ariaLabel');
      expect(after, key).to.equal(key === 'Escape' ? 'More about Sample sample' : 'Update: Sample sample');
    }
  });

  it('are disabled, enabled and removed with the keyboard alone', async () => {
    await page.goto('/admin/plugins');
    const more = card().getByRole('button', { name: 'More about Sample sample' });
    await more.focus();
    await page.keyboard.press('Enter');
    await seen(page.getByRole('menuitem', { name: 'Disable' }));
    await page.getByRole('menuitem', { name: 'Disable' }).focus();
    await page.keyboard.press('Enter');
    await seen(card().getByText('Disabled'));
    await card().getByRole('button', { name: 'Enable: Sample sample' }).press('Enter');
    await seen(card().getByText('Ready'));
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await card().waitFor({ state: 'detached' });

    expect(admin.problems).to.deep.equal([]);
  });
});
