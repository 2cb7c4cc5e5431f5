import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAudibleSimulator, startTransmissionSimulator, type Simulator } from '@lectern/simulators';
import { encodeBencode, requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

const SPEC = { name: 'spec' };
const HASH = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a';
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('bringing a release of one’s own, in a browser', () => {
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let transmission: Simulator;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let dir: string;
  let book: (typeof catalog.books)[number];
  let requestId: string;

  const dialog = () => page.getByRole('dialog').first();
  const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
  const titled = () => `${book.authors[0]?.name} - ${book.title} [M4B]`;
  /** What the request has taken. */
  async function grabbed(): Promise<string | undefined> {
    const sql = 'SELECT release FROM download_history WHERE request_id = ?';
    const row = await server.app.services.database.read.get<{ release: string }>(sql, [requestId]);
    return row && (JSON.parse(row.release) as { title: string }).title;
  }
  async function torrent(name: string, files: readonly string[]): Promise<string> {
    const path = join(dir, `${name}.torrent`);
    const length = Math.round(((book.durationMinutes ?? 0) * 480_000) / files.length);
    const info = { name, 'piece length': 16384, pieces: Buffer.alloc(20, 7), files: files.map((file) => ({ length, path: [file] })) };
    await writeFile(path, encodeBencode({ info }));
    return path;
  }
  async function open(): Promise<void> {
    await page.goto(`/requests/${requestId}`);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Add your own…' }).click();
    await seen(dialog().getByRole('tab', { name: 'Magnet link' }));
  }

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-own-'));
    catalog = await startAudibleSimulator();
    const found = catalog.books.find(({ releaseInDays, durationMinutes = 0 }) => releaseInDays === undefined && durationMinutes > 300);
    if (!found) throw new Error('the catalogue has too few books');
    book = found;
    transmission = await startTransmissionSimulator({ downloadDir: '/nowhere' });
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const { integrations } = server.app.services;
    const store = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings: store }, SPEC);
    await integrations.create({ pluginId: 'client-transmission', name: 'Transmission', settings: { baseUrl: transmission.url } }, SPEC);
    admin = await openAdminPage(server);
    ({ page } = admin);
    requestId = await server.insertRequest(admin.session.userId, book.asin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await transmission?.close();
    await catalog?.close();
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  it('says at the field what is wrong with a text', async () => {
    await open();
    const field = dialog().getByRole('textbox', { name: 'Magnet link' });

    await button(dialog(), 'Check it').click();
    await seen(dialog().getByText('Paste a magnet link.'));
    await field.fill('https://tracker.example/file.torrent');
    await page.keyboard.press('Tab');
    await button(dialog(), 'Check it').click();
    await seen(dialog().getByText('This is an address.'));
    await field.fill('magnet:?dn=Nothing');
    await button(dialog(), 'Check it').click();
    await seen(dialog().getByText('The magnet link names no torrent'));
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
  });

  it('says what is wrong with a file', async () => {
    await open();
    await dialog().getByRole('tab', { name: 'Torrent or NZB' }).click();
    const input = dialog().locator('input[type=file]');

    await input.setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') });
    await seen(dialog().getByText('“cover.jpg” is neither a .torrent nor an .nzb file.'));
    await input.setInputFiles(await torrent('Wrong', ['Setup.exe']));
    await seen(dialog().getByText(/holds a program/));
  });

  it('is usable by everybody, also on a phone', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(page, scheme);
      await open();
      for (const tab of ['Magnet link', 'Torrent or NZB']) {
        await dialog().getByRole('tab', { name: tab }).click();
        await seen(dialog().getByRole('tabpanel', { name: tab }));
        expect(await axeFindings(page), `${tab}, ${scheme}`).to.deep.equal([]);
      }
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows a file with its conditions, and asks whether the person means one that fails', async () => {
    await open();
    await dialog().getByRole('tab', { name: 'Torrent or NZB' }).click();
    await dialog()
      .locator('input[type=file]')
      .setInputFiles(await torrent('Somebody Else - Another Book', ['01.m4b']));

    await seen(dialog().getByText('Not acceptable'));
    await button(dialog(), 'Use it anyway').click();
    await seen(page.getByRole('dialog', { name: 'Use a release that failed a condition?' }));
    await page.keyboard.press('Escape');
    expect(await grabbed()).to.equal(undefined);
  });

  it('takes a magnet link by keyboard alone', async () => {
    await open();
    await typeInFocus(page, `magnet:?xt=urn:btih:${HASH}&dn=${encodeURIComponent(titled())}`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await seen(dialog().getByText('Acceptable', { exact: true }));

    await button(dialog(), 'Use this release').focus();
    await page.keyboard.press('Enter');

    await becomes(grabbed, titled(), 'not taken');
    expect(admin.problems).to.deep.equal([]);
  });
});
