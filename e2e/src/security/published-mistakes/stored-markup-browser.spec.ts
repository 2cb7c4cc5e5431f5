import { randomBytes, randomUUID } from 'node:crypto';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { startBrowserScene, type BrowserScene } from '../../browser/browser-scene.spec.support.js';
import { signIn } from '../../browser/sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const MARKUP = '<img src=x class=planted onerror="window.planted=1"><script>window.planted=1</script>';
const ASIN = 'B0PLANTED1';

requireOrSkip('chromium')('markup in what pages show', () => {
  let scene: BrowserScene;
  let page: Page;
  let requestId: string;

  /** Bypasses all code that cleans input, so that the pages alone are tested. */
  async function plant(userId: string): Promise<void> {
    const { database, integrations } = scene.app.services;
    const at = new Date().toISOString();
    requestId = randomUUID();
    await database.transaction(async (tx) => {
      await tx.insert('audiobooks', {
        asin: ASIN,
        region: 'us',
        title: MARKUP,
        subtitle: MARKUP,
        description: MARKUP,
        publisher: MARKUP,
        fetchedAt: at,
        authors: JSON.stringify([{ name: MARKUP }]),
        narrators: JSON.stringify([MARKUP]),
        seriesList: JSON.stringify([{ name: MARKUP, part: '1' }]),
        series: MARKUP,
        genres: JSON.stringify([MARKUP]),
      });
      await tx.insert('requests', {
        id: requestId,
        userId,
        asin: ASIN,
        region: 'us',
        type: 'audiobook',
        title: MARKUP,
        author: MARKUP,
        note: MARKUP,
        status: 'awaiting_approval',
        statusGroup: 'waiting',
        version: 1,
        statusSince: at,
        origin: 'manual',
        createdAt: at,
        updatedAt: at,
        reason: JSON.stringify({ code: 'awaiting_approval', message: MARKUP, todo: MARKUP }),
      });
      await tx.insert('request_events', { id: randomUUID(), requestId, at, event: 'created', message: MARKUP });
      await tx.insert('notifications', {
        id: randomUUID(),
        userId,
        event: 'request_available',
        title: MARKUP,
        lines: JSON.stringify([MARKUP]),
        dedupeKey: MARKUP,
        createdAt: at,
      });
    });
    const settings = { webhookUrl: 'https://discord.com/api/webhooks/1/x' };
    await integrations.create({ pluginId: 'notify-discord', name: MARKUP, settings, enabled: false }, { name: MARKUP });
  }

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
    const password = randomBytes(12).toString('base64url');
    const { users, settings, apiTokens } = scene.app.services;
    const { id } = await users.create({ username: 'root', password, role: 'admin', displayName: MARKUP }, SPEC);
    await users.create({ username: 'ada', password, role: 'user', displayName: MARKUP }, { name: MARKUP });
    await apiTokens.create({ userId: id, name: MARKUP, scopes: ['read'] }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    await plant(id);
    page = await scene.open();
    await signIn(page, { username: 'root', password });
  });
  after(() => scene?.stop());

  it('stays text in titles, names and notes', async () => {
    let shown = 0;
    for (const path of [
      '/',
      `/book/${ASIN}`,
      `/search?q=${encodeURIComponent(MARKUP)}`,
      '/requests',
      `/requests/${requestId}`,
      '/account',
      '/admin',
      '/admin/approvals',
      '/admin/requests',
      '/admin/integrations',
      '/admin/users',
      '/admin/api-tokens',
      '/admin/audit',
      '/admin/logs',
    ]) {
      await page.goto(path);
      await page.getByRole('main').first().waitFor({ state: 'visible', timeout: 30_000 });
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);

      expect(await page.evaluate('window.planted'), `script ran on ${path}`).to.equal(undefined);
      expect(await page.locator('img.planted, script:text("planted")').count(), `markup on ${path}`).to.equal(0);
      if ((await page.getByText('class=planted').count()) > 0) shown += 1;
    }
    expect(shown, 'pages that show it, as text').to.be.above(6);
  });
});
