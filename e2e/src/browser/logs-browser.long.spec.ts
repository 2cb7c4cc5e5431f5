import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });
const COPIED = 'navigator.clipboard.readText()';
const SCROLLED = `(() => { const { scrollTop, scrollHeight, clientHeight } = document.querySelector('[role=region][aria-label^="Log lines"]');
  return { top: Math.round(scrollTop), isAtEnd: scrollHeight - scrollTop - clientHeight < 4 }; })()`;
const HOSTILE = [
  `<img src=x onerror="document.title='owned'"> <script>document.title='owned'</script>`,
  'x'.repeat(4000),
  `\u202Eright to left \u0627\u0644\u0639\u0631\u0628\u064A\u0629 ${'\u0627'.repeat(300)}`,
];

requireOrSkip('chromium')('the log of the server, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  const log = () => server.app.services.log;
  const line = (text: string | RegExp): Locator => admin.page.getByRole('listitem').filter({ hasText: text });
  const scrolled = () => admin.page.evaluate<{ top: number; isAtEnd: boolean }>(SCROLLED);

  before(async () => {
    server = await startBareServer({ LECTERN_LOG_LEVEL: 'info' });
    admin = await openAdminPage(server);
    await admin.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  async function shoot(name: string): Promise<void> {
    const dir = process.env['SHOT'];
    if (!dir) return;
    for (const [kind, size] of [
      ['desktop', { width: 1280, height: 900 }],
      ['phone', { width: 390, height: 844 }],
    ] as const) {
      await admin.page.setViewportSize(size);
      for (const scheme of ['dark', 'light'] as const) {
        await becomeScheme(admin.page, scheme);
        await admin.page.screenshot({ path: join(dir, `logs-${name}-${kind}-${scheme}.png`) });
      }
    }
    await admin.page.setViewportSize({ width: 1280, height: 900 });
  }

  it('is filtered by level, words, source and request, and the address says how', async () => {
    const { page } = admin;
    const requestId = await server.insertRequest(admin.session.userId);
    log().info({ plugin: 'indexer-prowlarr', integration: 'gone' }, 'asked an indexer');
    log().warn({ requestId, err: new Error('disk is full') }, 'the files of a book were not merged');
    log().error({ job: 'request.search', jobId: 'j1', subject: `request:${requestId}` }, 'job failed for the last time');
    await page.goto('/admin/logs');
    await seen(line('asked an indexer'));

    await page.getByLabel('Level', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Warning and above' }).click();
    await becomes(() => line('asked an indexer').count(), 0);
    await page.getByLabel('Words in the line').fill('FULL disk');
    await becomes(() => page.getByRole('listitem').filter({ hasText: 'job failed' }).count(), 0);
    await seen(line('were not merged'));
    expect(new URL(page.url()).searchParams.get('level')).to.equal('warn');
    await page.reload();
    await seen(line('were not merged'));
    expect(await page.getByLabel('Words in the line').inputValue()).to.equal('FULL disk');

    await page.getByRole('button', { name: 'Show everything' }).click();
    await seen(line('asked an indexer'));
    await page.getByLabel('From', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Prowlarr' }).first().click();
    await becomes(() => line('job failed').count(), 0);
    await seen(line('asked an indexer'));
    await page.getByLabel('Words in the line').fill('nothing has this');
    await seen(page.getByText('No lines match'));
    expect(await axeFindings(page)).to.deep.equal([]);
    await shoot('none');

    await page.goto(`/requests/${requestId}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Log lines of this request' }).click();
    await seen(line('job failed for the last time'));
    await becomes(() => line(/asked an indexer/).count(), 0);
    await line('were not merged').getByRole('link', { name: 'Request' }).click();
    await page.waitForURL(`**/requests/${requestId}`);
  });

  it('unfolds a line by keyboard, and hostile text stays text', async () => {
    const { page } = admin;
    for (const text of HOSTILE) log().warn({ [text.slice(0, 200)]: text, deep: { a: { b: { c: { d: text } } } } }, text);
    await page.goto('/admin/logs');
    const marked = line('<img src=x');
    await seen(marked);
    await marked.locator('summary').focus();
    await page.keyboard.press('Enter');
    await seen(marked.locator('dl'));
    for (const other of [line('xxxx'), line('right to left')]) await other.locator('summary').click();
    expect(await page.title()).to.equal('Log · Lectern');
    expect(await page.locator('img[src=x]').count()).to.equal(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const wide = `[document.documentElement, document.querySelector('[role=region]')].map((e) => e.scrollWidth - e.clientWidth)`;
      expect(await page.evaluate(wide), `${width}`).to.deep.equal([0, 0]);
      const findings = [...(await axeFindings(page))];
      await becomeScheme(page, 'dark');
      findings.push(...(await axeFindings(page, 'colors')));
      await becomeScheme(page, 'light');
      expect(findings).to.deep.equal([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await shoot('hostile');
  });

  it('shows new lines, keeps the place that is read, and pauses', async () => {
    const { page } = admin;
    for (let n = 1; n <= 300; n += 1) log().info({ plugin: 'indexer-prowlarr', n }, `line ${n} of many`);
    log().error({ err: new Error('no route to host'), integration: 'gone', requestId: 'r' }, 'a media server could not be read to the end');
    await page.clock.install();
    await page.goto('/admin/logs');
    await seen(line('line 300 of many'));
    await becomes(async () => (await scrolled()).isAtEnd, true);
    await shoot('tail');
    log().info('came by itself');
    await seen(line('came by itself'));
    await becomes(async () => (await scrolled()).isAtEnd, true);

    await page.getByRole('region', { name: /^Log lines/ }).focus();
    await page.keyboard.press('Home');
    await seen(page.getByRole('button', { name: 'To the newest line' }));
    const earliest = page.getByRole('listitem').first();
    const text = await earliest.locator('summary').innerText();
    const kept = page.getByRole('listitem').filter({ hasText: text.split('\n').at(-1) ?? '' });
    await page.getByRole('button', { name: 'Show earlier lines' }).click();
    await seen(line('line 1 of many').filter({ hasText: 'line 1 of many' }));
    expect((await kept.first().boundingBox())?.y).to.be.greaterThan(0);
    const place = (await scrolled()).top;
    expect(place).to.be.greaterThan(1000);
    log().info('came while something else was read');
    await becomes(() => line('came while something else').count(), 1);
    expect((await scrolled()).top).to.equal(place);
    await page.getByRole('button', { name: 'To the newest line' }).click();
    await becomes(async () => (await scrolled()).isAtEnd, true);
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.match(/^Log lines/);

    const held = line('came while something else').locator('summary');
    await held.focus();
    const end = (await scrolled()).top;
    for (let n = 1; n <= 40; n += 1) log().info(`pushed ${n} up`);
    await becomes(() => line('pushed 40 up').count(), 1);
    expect((await scrolled()).top, 'the line with the focus stays').to.equal(end);
    await page.getByRole('button', { name: 'To the newest line' }).click();
    await becomes(async () => (await scrolled()).isAtEnd, true);

    await page.getByRole('button', { name: 'Pause' }).click();
    await seen(page.getByText('Paused. New lines do not appear.'));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    log().info('came during the pause');
    await page.clock.fastForward(60_000);
    expect(asked.filter((url) => url.includes('/api/admin/logs'))).to.deep.equal([]);
    expect(await line('came during the pause').count()).to.equal(0);
    await page.getByRole('button', { name: 'Continue' }).click();
    await seen(line('came during the pause'));
    await page.getByRole('region', { name: /^Log lines/ }).focus();
    await page.keyboard.press('Home');
    await seen(page.getByRole('button', { name: 'To the newest line' }));
    await shoot('reading');
  });

  it('copies one line, and all that are shown, without secrets', async () => {
    const { page } = admin;
    server.app.services.redactor.addSecret('planted-secret');
    log().warn({ n: 7 }, 'a line with planted-secret to copy');
    log().warn('another one to copy');
    await page.goto('/admin/logs?words=copy');
    const one = line('a line with [redacted] to copy');
    await seen(one);

    await one.getByRole('button', { name: 'Copy this line' }).click();
    await seen(page.getByText('Copied', { exact: true }));
    expect(JSON.parse(await page.evaluate<string>(COPIED))).to.include({ level: 'warn', msg: 'a line with [redacted] to copy', n: 7 });
    await page.getByRole('button', { name: 'Copy these lines' }).click();
    await becomes(async () => (await page.evaluate<string>(COPIED)).split('\n').length, 2);

    // as where the page came by plain HTTP
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await one.getByRole('button', { name: 'Copy this line' }).click();
    await page.goto('/admin/logs');
    await becomes(async () => (await page.evaluate<string>(COPIED)).split('\n').length, 1);
    expect(admin.problems).to.deep.equal([]);
  });
});
