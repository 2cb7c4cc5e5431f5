import { requireOrSkip } from '@lectern/testbed';
import { API_VERSION } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { packQuickly, startStubRegistry, type StubRegistry } from '@lectern/core/testing';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';

const NAME = '@someone/lectern-plugin-x';
const sample = (version: string, api = '^1.0.0') =>
  packQuickly({ version, pkg: { name: NAME }, lectern: { id: 'notify-x', displayName: 'Lamp', api } });

requireOrSkip('chromium')('a plugin whose name is typed, in the browser', () => {
  let registry: StubRegistry;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;

  before(async () => {
    registry = await startStubRegistry();
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) registry.publish(sample(version));
    for (const version of ['1.4.0', '2.0.0']) registry.publish(sample(version, '^9.0.0'));
    registry.publish(packQuickly({ name: 'plain', pkg: { lectern: undefined } }));
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_PLUGIN_REGISTRY: registry.url });
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await registry?.close();
  });

  const card = () => page.getByRole('article').filter({ hasText: NAME });
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor({ state: 'visible', timeout: 60_000 });
  const onCard = (text: string | RegExp) => card().getByText(text).first().waitFor({ state: 'visible', timeout: 60_000 });
  const field = () => page.getByRole('textbox', { name: 'Package name' });
  const plugin = () => server.app.services.host.plugin('notify-x');

  async function lookUp(spec: string): Promise<void> {
    await field().fill(spec);
    await field().press('Enter');
  }

  it('is looked up before anything is installed, with what is wrong said at the field', async () => {
    await page.goto('/admin/plugins/install');
    const wrong: [string, RegExp][] = [
      ['left-pad', /“left-pad” is not the name of a plugin/],
      ['lectern-plugin-none', /has no package lectern-plugin-none/],
      [`${NAME}@1.x || no`, /“1\.x \|\| no” is neither a version, a range of versions nor a tag/],
      [`${NAME}@^3`, /has no @someone\/lectern-plugin-x \^3; it has 2\.0\.0, 1\.4\.0, 1\.3\.0/],
      ['lectern-plugin-plain', /is not a plugin: its package\.json has no “lectern”/],
    ];
    for (const [spec, message] of wrong) {
      await lookUp(spec);
      await page.getByRole('alert').filter({ hasText: message }).waitFor();
      expect(await field().getAttribute('aria-invalid'), spec).to.equal('true');
      expect(await page.getByRole('dialog').count(), spec).to.equal(0);
    }
    expect(await axeFindings(page)).to.deep.equal([]);
    await field().fill(NAME);
    await becomes(() => page.getByRole('alert').count(), 0);
  });

  it('is installed as the newest of a range that runs here', async () => {
    await lookUp(`${NAME}@^1.2`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Lamp · Notifiers').waitFor();
    await dialog.getByText('^1.2 currently means 1.3.0.').waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();

    await seen('Lamp 1.3.0 is installed');
    await onCard('Ready');
    await onCard(`${NAME} 1.3.0`);
    expect(plugin()).to.include({ version: '1.3.0', state: 'ready' });
  });

  it('says which plugin API it wants and which is here, and runs all the same when an admin says so', async () => {
    await server.app.services.pluginManager.remove('notify-x', { settings: true }, { name: 'spec' });
    await page.goto('/admin/plugins/install');
    await lookUp(`${NAME}@2`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Install it even though it is made for plugin API ^9.0.0' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Install', exact: true }).isDisabled()).to.equal(true);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await onCard('At your own risk');
    await onCard(/an admin allowed it to run anyway/);
    await onCard('^9.0.0');

    await card().getByRole('button', { name: 'More about Lamp' }).click();
    await page.getByRole('menuitem', { name: 'Run only when compatible' }).click();
    await onCard('Incompatible');
    await onCard('It is made for another plugin API, so it is not loaded.');
    await becomes(async () => (await card().locator('dd').allTextContents()).join(), `^9.0.0,${API_VERSION}`);
    expect(await axeFindings(page)).to.deep.equal([]);
    expect(plugin()?.state).to.equal('incompatible');

    await card().getByRole('button', { name: 'Run it anyway: Lamp' }).click();
    await page.getByRole('dialog').getByText(`It is made for plugin API ^9.0.0; this Lectern has ${API_VERSION}.`).waitFor();
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Run it anyway', exact: true }).click();
    await onCard('At your own risk');
    await becomes(async () => plugin()?.state, 'ready');
    const { items } = await server.app.services.audit.list({ page: 1, limit: 10, targetType: 'plugin' });
    expect(items.slice(0, 2).map(({ action, actorName }) => [action, actorName])).to.deep.equal([
      ['plugin.compatibility_ignored', 'admin'],
      ['plugin.compatibility_required', 'admin'],
    ]);
  });

  it('rests in safe mode, which every admin page says until the server is started without it', async () => {
    await server.restart({ LECTERN_SAFE_MODE: 'true' });
    for (const path of ['/admin', '/admin/settings', '/admin/plugins']) {
      await page.goto(path);
      await seen('Safe mode: Lectern runs no plugins');
      await seen('LECTERN_SAFE_MODE');
    }
    await onCard('Stopped in safe mode');
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Go to the plugins' }).click();
    await page.waitForURL('**/admin/plugins');
    await page.goto('/requests');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByText('Safe mode: Lectern runs no plugins').count()).to.equal(0);

    await server.restart({ LECTERN_SAFE_MODE: 'false' });
    await page.goto('/admin/plugins');
    await onCard('Ready');
    await becomes(() => page.getByText('Safe mode: Lectern runs no plugins').count(), 0);
    expect(admin.problems).to.deep.equal([]);
  });
});
