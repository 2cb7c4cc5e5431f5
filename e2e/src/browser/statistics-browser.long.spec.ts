import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const AUTHORS = ['L. M. Montgomery', 'Jules Verne', 'Mary Shelley', 'Bram Stoker', 'L. Frank Baum'];
const NARRATORS = ['Ada Reader', 'Otto Speaker', 'Mina Voice'];
const SERIES = ['Anne of Green Gables', 'Extraordinary Voyages', null, null, 'Oz'];
const ORIGINS = ['manual', 'manual', 'shelf', 'watch-series'];
const HOUR = 3_600_000;
/** Requests of the reader; the admin has half as many. */
const READ = 60;

requireOrSkip('chromium')('statistics in the browser', () => {
  let scene: BrowserScene;
  let accounts: Awaited<ReturnType<typeof setUp>>;
  let reader: Page;
  let admin: Page;
  const findings: string[] = [];

  async function look(page: Page, name: string): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(page, scheme);
      findings.push(...(await axeFindings(page, scheme === 'light' ? 'all' : 'colors')));
      if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}-${scheme}.png`), fullPage: true });
    }
    await becomeScheme(page, 'light');
  }

  const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
  const rowsOf = async (page: Page, name: string) =>
    (await table(page, name).locator('tbody tr').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const figure = (page: Page, what: string) => page.getByRole('listitem').filter({ hasText: what });

  async function addRequest(userId: string, n: number): Promise<void> {
    const { database } = scene.app.services;
    const createdAt = new Date(Date.now() - (n % 30) * 11 * 24 * HOUR - 3 * 24 * HOUR);
    const arrivedAt = n % 10 === 9 ? null : new Date(createdAt.getTime() + (1 + (n % 7) * 5) * HOUR).toISOString();
    const [id, at] = [`${userId.slice(0, 20)}-${n}`, createdAt.toISOString()];
    const book = { asin: `B0STAT00${n % 5}0`, region: 'us', title: `Book ${n % 5}`, author: AUTHORS[n % 5] ?? '' };
    const state = { status: arrivedAt ? 'available' : 'failed', statusGroup: arrivedAt ? 'completed' : 'attention', version: 1 };
    const times = { createdAt: at, updatedAt: at, statusSince: arrivedAt ?? at, arrivedAt };
    const origin = ORIGINS[n % 4] ?? '';
    const indexer = n % 3 === 0 ? 'Paper Trail' : 'Shelf Index';
    await database.transaction(async (tx) => {
      const type = n % 6 === 5 ? 'ebook' : 'audiobook';
      await tx.insert('requests', { id, userId, ...book, ...state, ...times, type, origin, currentDownloadId: `d-${id}` });
      const release = JSON.stringify({ title: book.title, indexer, protocol: 'torrent' });
      const download = { id: `d-${id}`, requestId: id, integrationId: 'direct', state: 'imported', release, releaseKey: id, ours: true };
      await tx.insert('download_history', { ...download, createdAt: at, updatedAt: at });
    });
  }

  before(async () => {
    scene = await startBrowserScene();
    accounts = await setUp(scene);
    const { database } = scene.app.services;
    const at = new Date().toISOString();
    for (const [n, name] of AUTHORS.entries()) {
      const people = { authors: JSON.stringify([{ name }]), narrators: JSON.stringify([NARRATORS[n % 3]]) };
      const book = { asin: `B0STAT00${n}0`, region: 'us', title: `Book ${n}`, durationMinutes: 480 + n * 60, series: SERIES[n] ?? null };
      await database.transaction((tx) => tx.insert('audiobooks', { ...book, ...people, seriesList: '[]', genres: '[]', fetchedAt: at }));
    }
    reader = await scene.open({ viewport: { width: 390, height: 844 } });
    await signIn(reader, accounts.user);
    await reader.goto('/');
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('say to somebody who never asked for a book what will be here', async () => {
    await reader.getByRole('button', { name: /^Account: / }).click();
    await reader.getByRole('menuitem', { name: 'Statistics' }).click();
    await reader.getByText('Nothing in this period').waitFor();
    await reader.getByRole('button', { name: 'Show all time' }).click();

    await reader.getByText('Nothing to count yet').waitFor();
    await reader.getByRole('link', { name: 'Find a book' }).waitFor();
    expect(await reader.getByText('Household').count()).to.equal(0);
    await look(reader, 'statistics-empty-phone');
  });

  it('show a person on a phone what arrived, as bars and as a table', async () => {
    const ids = await scene.app.services.database.read.all<{ id: string; role: string }>('SELECT id, role FROM users');
    const idOf = (role: string) => ids.find((one) => one.role === role)?.id ?? '';
    for (let n = 0; n < READ; n += 1) await addRequest(idOf('user'), n);
    for (let n = 0; n < READ / 2; n += 1) await addRequest(idOf('admin'), n);

    await reader.goto('/statistics');
    await filledIn(reader);

    await figure(reader, 'books arrived').getByText('54', { exact: true }).waitFor();
    await figure(reader, 'of requests succeeded').getByText('90%').waitFor();
    expect(await figure(reader, 'typical wait').innerText()).to.match(/\d+ hr/);
    const chart = reader.getByRole('img', { name: /^Bar chart of the books that arrived: 54 from / });
    await chart.locator('.recharts-bar-rectangle path').first().waitFor();
    await reader.getByText('Show as a table').focus();
    await reader.keyboard.press('Enter');
    await reader.getByRole('columnheader', { name: 'Month' }).waitFor();
    expect(await reader.locator('details tbody tr').count()).to.equal(12);
    expect((await rowsOf(reader, 'Authors')).length).to.equal(5);
    expect(await rowsOf(reader, 'Download clients')).to.deep.equal(['Direct download 54']);
    expect((await rowsOf(reader, 'How requests ended'))[0]).to.equal('The book arrived 54');
    expect(await reader.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true);
    await look(reader, 'statistics-phone');
  });

  it('show hours instead of books, by the keyboard', async () => {
    await reader.getByRole('radio', { name: 'Books' }).focus();
    await reader.keyboard.press('ArrowRight');

    await reader.getByRole('img', { name: /^Bar chart of the hours of audiobooks/ }).waitFor();
  });

  it('show admins the household and each person, from the overview', async () => {
    await admin.goto('/admin');
    await admin.getByRole('link', { name: 'Statistics', exact: true }).click();
    await filledIn(admin);
    await figure(admin, 'books arrived').getByText('81', { exact: true }).waitFor();
    await look(admin, 'statistics-household');

    await table(admin, 'Requests per person').getByRole('link').first().click();
    await figure(admin, 'books arrived').getByText('54', { exact: true }).waitFor();
    await admin.getByText(/^What .+ requested, and what became of it\.$/).waitFor();
    expect(await table(admin, 'Requests per person').count()).to.equal(0);

    await admin.getByRole('radio', { name: 'Mine' }).focus();
    await admin.keyboard.press('Space');
    await becomes(async () => new URL(admin.url()).searchParams.get('of'), null, 'the address of one’s own figures');
    await admin.getByText('This year', { exact: true }).click();
    await becomes(async () => new URL(admin.url()).searchParams.get('period'), 'this-year', 'the time in the address');
  });

  it('are saved as a table', async () => {
    await reader.goto('/statistics?period=all');
    await filledIn(reader);
    const [download] = await Promise.all([reader.waitForEvent('download'), reader.getByRole('link', { name: 'Save as CSV' }).click()]);

    expect(download.suggestedFilename()).to.equal('lectern-statistics.csv');
    expect(await readFile(await download.path(), 'utf8')).to.include('client,Direct download,books,54');
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
