import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { packQuickly, startStubRegistry, type StubRegistry } from '@lectern/core/testing';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';
import { send } from '../security/route-walk.spec.support.js';

const SPEC = { name: 'spec' };
const LAMP = 'lectern-plugin-lamp';
const README = `# Lamp

Blinks when a book is there. <b onclick="steal()">Not a tag</b>

![tracker](https://tracker.example/pixel.png)

| Setting | Means |
| ------- | ----- |
| File    | where it blinks |

[the manual](https://example.org/manual) [a trap](javascript:alert(1))
`;

const RULES = `
import { definePlugin } from '@lectern/plugin-api';
export default definePlugin({
  create: () => ({ provides: {}, hooks: { 'request.submitting': async () => undefined }, check: async () => ({ ok: true }) }),
});
`;

const lamp = packQuickly({
  name: 'lamp',
  version: '1.2.0',
  pkg: { repository: 'https://example.org/someone/lamp' },
  lectern: { displayName: 'Lamp' },
  files: { 'README.md': README, 'CHANGELOG.md': '# Changes\n\n## 1.2.0\n\n- blinks twice\n' },
});
const rules = packQuickly({
  name: 'rules',
  lectern: { id: 'rules-house', displayName: 'House rules', provides: [] },
  entry: RULES,
  files: { 'settings.schema.json': '{"type":"object","additionalProperties":false,"properties":{}}' },
});
const pager = packQuickly({
  name: 'pager',
  lectern: { displayName: 'Pager' },
  files: {
    'settings.schema.json': JSON.stringify({
      type: 'object',
      additionalProperties: false,
      properties: { token: { type: 'string', format: 'password', writeOnly: true, title: 'Token' } },
    }),
  },
});

requireOrSkip('chromium')('what an admin sees of plugins that are foreign, only add rules or are gone', () => {
  let registry: StubRegistry;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;

  before(async () => {
    registry = await startStubRegistry();
    registry.publish(lamp);
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_PLUGIN_REGISTRY: registry.url });
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await registry?.close();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${admin?.problems.join('\n')}\n${server?.log().slice(-3000)}`);
  });

  const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 60_000 });
  const install = (tarball: Uint8Array) => server.app.services.pluginManager.install({ kind: 'upload', tarball }, SPEC);
  const list = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  async function connect(pluginId: string, name: string, settings: object): Promise<void> {
    const headers = { ...bearer(admin.session), 'content-type': 'application/json' };
    const body = JSON.stringify({ pluginId, name, settings });
    const answer = await send(`${server.url}/api/admin/integrations`, { method: 'POST', headers, body });
    expect(answer.status, answer.text).to.be.lessThan(300);
  }

  /** Shows the author's README as text: nothing in it runs, and nothing is fetched for it. */
  async function showsReadme(): Promise<void> {
    await dialog().locator('summary', { hasText: 'README' }).click();
    const readme = dialog().getByRole('region', { name: 'README' });
    await seen(readme.getByText('Blinks when a book is there.'));
    await seen(readme.getByRole('cell', { name: 'where it blinks' }));
    expect(await readme.getByRole('link', { name: 'the manual' }).getAttribute('href')).to.equal('https://example.org/manual');
    expect(await readme.locator('img, b, script, [onclick], a[href^="javascript"]').count()).to.equal(0);
    await dialog().locator('summary', { hasText: 'Changes' }).click();
    await seen(dialog().getByText('blinks twice'));
    expect(await dialog().getByRole('link', { name: 'Source code' }).getAttribute('href')).to.equal('https://example.org/someone/lamp');
    expect(await axeFindings(page)).to.deep.equal([]);
  }

  it('is the text of a package and where it is from, before anything is installed', async () => {
    await page.goto('/admin/plugins/install');
    await page.getByRole('searchbox', { name: 'What should it connect to?' }).fill('lamp');
    await page.getByRole('button', { name: `Install: ${LAMP}` }).click();

    await seen(dialog().getByText('Lamp · Notifiers'));
    await seen(dialog().getByText('The registry does not say where it was built.'));
    await showsReadme();
    expect(server.app.services.host.plugin('notify-lamp')).to.equal(undefined);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('is the same on the card of an installed plugin', async () => {
    await install(lamp.tarball);
    await page.goto('/admin/plugins');
    const card = page.getByRole('article').filter({ hasText: LAMP });
    await seen(card.getByText('From a file · Notifiers · not used · Source code'));
    await card.getByRole('button', { name: 'More about Lamp' }).click();
    await page.getByRole('menuitem', { name: 'About' }).click();

    await seen(dialog().getByText(`${LAMP} 1.2.0`));
    await seen(dialog().getByText('From a file'));
    await showsReadme();
  });

  it('is a list of what only adds rules, with a way to each', async () => {
    await install(rules.tarball);
    await connect('rules-house', 'Quiet hours', {});
    await page.goto('/admin/integrations');

    await seen(list('Rules and other helpers').getByText('Quiet hours'));
    expect(await axeFindings(page)).to.deep.equal([]);
    await list('Rules and other helpers').getByRole('link', { name: 'Edit: Quiet hours' }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Quiet hours' }));
  });

  it('is a list of what has no plugin any more, to be removed with its secrets', async () => {
    await install(pager.tarball);
    for (const name of ['Old pager', 'Older pager']) await connect('notify-pager', name, { token: 'planted' });
    await server.app.services.pluginManager.remove('notify-pager', { settings: false }, SPEC);
    const rows = () =>
      server.app.services.database.read.all<{ name: string; secretsSealed: string | null }>(
        "SELECT name, secrets_sealed FROM integrations WHERE plugin_id = 'notify-pager' ORDER BY name",
      );
    expect((await rows()).map(({ name, secretsSealed }) => [name, secretsSealed !== null])).to.deep.equal([
      ['Old pager', true],
      ['Older pager', true],
    ]);

    await page.goto('/admin/integrations');
    const card = list('Plugin removed').getByRole('article').filter({ hasText: 'Old pager' });
    await seen(card.getByText('The plugin notify-pager is not installed.'));
    expect(await axeFindings(page)).to.deep.equal([]);
    await card.getByRole('button', { name: 'Remove with its secrets: Old pager' }).click();
    await seen(dialog().getByText('Its settings and secrets are deleted.'));
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog().getByRole('button', { name: 'Remove with its secrets' }).click();
    await card.waitFor({ state: 'detached' });

    expect((await rows()).map(({ name }) => name)).to.deep.equal(['Older pager']);
  });

  it('is not a dead end when its trouble is followed from the overview', async () => {
    await page.goto('/admin');
    const trouble = page.getByRole('article').filter({ hasText: 'Older pager' });
    await trouble.getByRole('link', { name: 'Fix' }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Older pager' }));
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.getByRole('button', { name: 'Remove with its secrets: Older pager' }).click();
    await dialog().getByRole('button', { name: 'Remove with its secrets' }).click();
    await page.waitForURL(/\/admin\/integrations$/);

    await becomes(() => page.getByText('Plugin removed').count(), 0);
    expect(admin.problems).to.deep.equal([]);
  });
});
