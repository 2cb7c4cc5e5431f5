import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}.png`), fullPage: true });
}

requireOrSkip('chromium')('backups in a browser', () => {
  let scene: BrowserScene;
  let admin: Page;
  const password = randomBytes(12).toString('base64url');

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users, settings } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin' }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    admin = await scene.open();
    await signIn(admin, { username: 'root', password });
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('are made, downloaded and deleted by an admin', async () => {
    await admin.goto('/admin/backups');
    await seen(admin.getByText('There is no backup yet.'));
    await shoot(admin, 'backups-empty');

    await admin.getByRole('button', { name: 'Back up now' }).click();
    await seen(admin.getByText('Manual'));
    await shoot(admin, 'backups-one');
    expect(await axeFindings(admin)).to.deep.equal([]);
    const [saved] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('link', { name: 'Download the backup of' }).click(),
    ]);
    const file = await saved.path();
    const [kept] = await scene.app.services.backups.list();
    expect(saved.suggestedFilename()).to.equal(kept?.name);
    expect((await stat(file)).size).to.equal(kept?.bytes);

    await admin.getByRole('button', { name: 'Delete the backup of' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await seen(admin.getByText('There is no backup yet.'));
    const { items } = await scene.app.services.audit.list({ page: 1, limit: 10 });

    expect(await scene.app.services.backups.list()).to.deep.equal([]);
    expect(items.map(({ action }) => action)).to.include.members(['backup.asked', 'backup.downloaded', 'backup.deleted']);
  });

  it('are kept as many as the settings say', async () => {
    await admin.goto('/admin/backups');
    await admin.getByRole('textbox', { name: 'How many to keep' }).fill('3');
    await admin.getByRole('button', { name: 'Save' }).click();

    await becomes(async () => JSON.stringify((await scene.app.services.settings.get()).backups), JSON.stringify({ daily: true, keep: 3 }));
  });

  it('stand beside a file for a report', async () => {
    await admin.goto('/admin/backups');
    const [saved] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('link', { name: 'Download support file' }).click()]);
    const bundle = JSON.parse(await readFile(await saved.path(), 'utf8')) as Record<string, unknown>;

    expect(saved.suggestedFilename()).to.match(/^lectern-support-\d{8}T\d{9}Z\.json$/);
    expect(bundle).to.include.keys('config', 'log', 'failedJobs', 'integrations');
  });

  it('can be looked after on a phone, in the dark', async () => {
    await scene.app.services.backups.create('daily');
    await scene.app.services.backups.create('before-upgrade');
    const phone = await scene.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await signIn(phone, { username: 'root', password });

    await phone.goto('/admin/backups');
    await seen(phone.getByText('Before an upgrade'));
    await shoot(phone, 'backups-phone-dark');
    const overflow = await phone.evaluate<number>('document.documentElement.scrollWidth');

    expect(overflow).to.be.at.most(390);
    expect(await axeFindings(phone)).to.deep.equal([]);
    await phone.context().close();
  });
});
