import { expect } from 'chai';
import { startProwlarrSimulator, type ProwlarrSimulator } from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator } from 'playwright-core';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomeScheme, filledIn, axeFindings } from './browser-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('a service that dies, in a browser', () => {
  let server: BareServer;
  let prowlarr: ProwlarrSimulator;
  let admin: AdminPage;

  const card = () => admin.page.locator('article').filter({ has: admin.page.getByRole('link', { name: 'Prowlarr', exact: true }) });
  const test = () => card().getByRole('button', { name: 'Test: Prowlarr' }).click();
  /** Kept where `SHOTS` names a folder. */
  async function shoot(name: string): Promise<void> {
    const folder = process.env['SHOTS'];
    if (folder !== undefined) await admin.page.screenshot({ path: `${folder}/${name}.png` });
  }

  before(async () => {
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    prowlarr = await startProwlarrSimulator();
    const settings = { baseUrl: prowlarr.url, apiKey: prowlarr.apiKey };
    await server.app.services.integrations.create({ pluginId: 'indexer-prowlarr', name: 'Prowlarr', settings }, { name: 'spec' });
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await prowlarr?.close();
  });

  it('is red with its message after one failed test, and does not count as answering', async () => {
    const { page } = admin;
    await page.goto('/admin/integrations');
    await test();
    await seen(card().getByText('Connected', { exact: true }));

    prowlarr.fail({ kind: 'status', status: 500 });
    await test();
    await seen(card().getByText('Last check failed', { exact: true }));
    const text = await card().innerText();
    const tone = await card().locator('[data-tone]').first().getAttribute('data-tone');
    await shoot('dead-card-desk-light');
    const findings = await axeFindings(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await becomeScheme(page, 'dark');
    await shoot('dead-card-phone-dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await page.goto('/admin');
    await filledIn(page);
    const overview = await page.locator('main').innerText();
    await shoot('dead-overview-phone-dark');

    expect(text).to.contain('500');
    expect(text).to.contain('Since ');
    expect(tone).to.equal('bad');
    expect(findings).to.deep.equal([]);
    expect(overview).to.contain('500');
    expect(overview).not.to.match(/every integration answers|integrations? answers?/i);
  });

  it('is green again after the test that finds it well', async () => {
    const { page } = admin;
    await page.setViewportSize({ width: 1280, height: 900 });
    prowlarr.heal();

    await page.goto('/admin/integrations');
    await test();
    await seen(card().getByText('Connected', { exact: true }));
    await page.goto('/admin');

    await seen(page.getByText('integration answers'));
    expect(admin.problems).to.deep.equal([]);
  });
});
