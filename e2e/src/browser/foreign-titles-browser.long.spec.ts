import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, filledIn } from './browser-scene.spec.support.js';

/** Its last character is the leftmost where the title keeps its own direction, and the rightmost where it does not. */
const HEBREW = 'סיפור על אהבה וחושך (חלק 2)!';
const ASIN = 'W000000001';
const at = new Date().toISOString();

/** Of each place that shows the title: '' where its end is at the left of the character before it, or else what is written there. */
const DIRECTIONS = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node; (node = walker.nextNode()); ) {
    const start = node.data.indexOf(${JSON.stringify(HEBREW)});
    if (start < 0) continue;
    const box = (n) => {
      const range = document.createRange();
      range.setStart(node, n);
      range.setEnd(node, n + 1);
      return range.getBoundingClientRect();
    };
    const [end, before] = [box(start + ${HEBREW.length - 1}), box(start + ${HEBREW.length - 2})];
    const isSameLine = Math.abs(end.top - before.top) < 4;
    if (end.width > 0 && isSameLine) found.push(end.left < before.left ? '' : node.data);
  }
  return found;
})()`;

requireOrSkip('chromium')('titles that are written from right to left, and books without an author', () => {
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let request = '';

  before(async () => {
    server = await startBareServer();
    const { database, integrations } = server.app.services;
    const reader = await server.createUser('reader');
    request = await server.insertRequest(reader, ASIN);
    const settings = { webhookUrl: 'http://127.0.0.1:9/api/webhooks/1/walk', allowOtherHost: true };
    const input = { pluginId: 'notify-discord', name: 'Shelf', enabled: false, settings };
    const { id: integrationId } = await integrations.create(input, { name: 'spec' });
    await database.transaction(async (tx) => {
      await tx.run("UPDATE requests SET title = ?, author = ''", [HEBREW]);
      await tx.insert('request_counts', { userId: reader, status: 'awaiting_approval', count: 1 });
      const about = { title: HEBREW, authors: '["עמוס עוז"]', narrators: '[]', hasCover: false, path: '/book', seenScan: 's' };
      const item = { id: randomUUID(), integrationId, libraryId: 'l', itemId: 'i', missingScans: 0, addedAt: at, updatedAt: at };
      await tx.insert('library_items', { ...item, ...about });
    });
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('keep their direction in lists, on covers and in sentences', async () => {
    const seen: string[] = [];
    const paths = ['/', '/admin/approvals', '/admin/requests', '/admin/library', `/requests/${request}`];
    for (const path of [...paths, `/admin/requests?search=${encodeURIComponent(`${HEBREW}!`)}`]) {
      await page.goto(path);
      await filledIn(page);
      await becomes(async () => (await page.evaluate<string[]>(DIRECTIONS)).length > 0, true, `${path} shows the title`);
      for (const wrong of await page.evaluate<string[]>(DIRECTIONS)) if (wrong) seen.push(`${path}: ${wrong}`);
    }

    expect(seen).to.deep.equal([]);
  });

  it('leave no empty link where the author would be', async () => {
    const findings: string[] = [];
    for (const path of ['/', '/admin/approvals', '/admin/requests', `/requests/${request}`]) {
      await page.goto(path);
      await filledIn(page);
      await page.getByText(HEBREW).first().waitFor();
      for (const finding of await axeFindings(page)) findings.push(`${path}: ${finding}`);
      expect(await page.locator('a[href$="/authors?name="]').count(), path).to.equal(0);
    }

    expect(findings).to.deep.equal([]);
    expect(admin.problems).to.deep.equal([]);
  });
});
