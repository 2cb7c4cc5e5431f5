import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '@lectern/demo';
import { makeBookFolder, requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

requireOrSkip('chromium')('taking in a library in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let shelf: string;
  const findings: string[] = [];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const rows = () => page.getByRole('list', { name: 'Books', exact: true }).locator('> li');
  const bookOf = (index: number) => scene.sims.playable[index] as NonNullable<(typeof scene.sims.playable)[number]>;
  const look = async () => {
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
    await page.setViewportSize({ width: 390, height: 844 });
    findings.push(...(await axeFindings(page)));
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  async function shot(name: string): Promise<void> {
    if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}.png`) });
  }

  async function makeFiles(folder: string, title: string, author: string): Promise<void> {
    await mkdir(join(shelf, folder), { recursive: true });
    await makeBookFolder(join(shelf, folder), { author, title, files: 2, secondsPerFile: 30 });
  }

  before(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'lectern-old-shelf-'));
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    const { title, authors } = bookOf(0);
    await makeFiles(join(authors[0]?.name ?? '', title), title, authors[0]?.name ?? '');
    await makeFiles('Tape 7', 'Nobody Knows This', 'Nobody Either');
    await mkdir(join(shelf, '.hidden'));
  });
  after(async () => {
    await scene?.stop();
    await rm(shelf, { recursive: true, force: true });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('is found from the library, reads a folder, and shows what each book looks like', async () => {
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Add library', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Add an existing library' }).waitFor();
    await page.getByRole('textbox', { name: 'Folder' }).fill(shelf);
    await button('Look for books').click();

    await page.getByRole('heading', { level: 2, name: '2 books found' }).waitFor({ timeout: 60_000 });
    await becomes(() => rows().count(), 2, 'books');
    await rows()
      .filter({ hasText: bookOf(0).title })
      .first()
      .waitFor();
    await rows().filter({ hasText: 'Tape 7' }).getByText('Unknown', { exact: true }).waitFor();
    await page.getByText('Passed over (1)').click();
    await look();
  });

  it('corrects a book by a search', async () => {
    const row = rows().filter({ hasText: 'Tape 7' });
    await row.getByRole('button', { name: 'Another book…: Tape 7' }).click();
    const dialog = page.getByRole('dialog', { name: 'Which book is it?' });
    await dialog.getByRole('textbox').fill(bookOf(1).title);
    await dialog
      .getByRole('button', { name: `This one: ${bookOf(1).title}` })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });

    await row.getByText(bookOf(1).title).waitFor();
    await row.getByText(/^Chosen by /).waitFor();
    await row.getByRole('button', { name: 'Add: Tape 7' }).click();
    await row.getByText('In the library', { exact: true }).waitFor({ timeout: 90_000 });
    await page.goto(`/book/${bookOf(1).asin}`);
    await page.getByText('In the library').first().waitFor();
  });

  it('takes all of it back', async () => {
    await page.goto('/admin/library/take-in');
    await button('Undo all').click();
    const dialog = page.getByRole('dialog', { name: /^Take \d+ books? out of the library\?$/ });
    findings.push(...(await axeFindings(page)));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => page.evaluate('document.activeElement.textContent'), 'Undo all', 'where the focus is');
    await button('Undo all').click();
    await dialog.getByRole('button', { name: 'Take out' }).click();

    const row = rows().filter({ hasText: 'Tape 7' });
    await row.getByRole('button', { name: 'Add: Tape 7' }).waitFor({ timeout: 90_000 });
    const { book } = await account.api.call<{ book: { availability: string } }>('GET', `/api/audiobooks/${bookOf(1).asin}`);
    expect(book.availability).to.equal('none');
  });

  it('files a book after a look at where it goes, and puts it back', async () => {
    const row = rows().filter({ hasText: 'Tape 7' });
    await row.getByRole('button', { name: 'File…: Tape 7' }).click();
    const dialog = page.getByRole('dialog', { name: 'File books in the library folder' });
    await dialog.getByText(bookOf(1).title).first().waitFor();
    await shot('filing');
    await look();
    await dialog.getByRole('button', { name: 'File 1 book' }).click();
    await dialog.waitFor({ state: 'detached' });

    await row.getByText('Filed in the library', { exact: true }).waitFor({ timeout: 90_000 });
    expect(existsSync(join(shelf, 'Tape 7'))).to.equal(false);
    await shot('filed');
    await button('Undo all').click();
    const asked = page.getByRole('dialog', { name: 'Take 1 book out of the library?' });
    await asked.getByText('The files of 1 book move back to where they were.').waitFor();
    await shot('undo');
    await asked.getByRole('button', { name: 'Take out' }).click();
    await row.getByRole('button', { name: 'File…: Tape 7' }).waitFor({ timeout: 90_000 });
    expect(existsSync(join(shelf, 'Tape 7'))).to.equal(true);
  });

  it('leads back to a folder that was taken in before another one', async () => {
    const other = join(shelf, 'Tape 7');
    await account.api.call('POST', '/api/admin/take-ins', { path: other });
    await page.goto('/admin/library/take-in');
    const earlier = page.getByRole('region', { name: 'Folders that were added' });
    await becomes(() => earlier.getByRole('link').count(), 2, 'folders');
    await becomes(() => rows().count(), 1, 'books of the newest');

    await earlier.getByRole('link', { name: shelf, exact: true }).click();

    await becomes(() => rows().count(), 2, 'books of the earlier one');
    expect(new URL(page.url()).searchParams.get('run')).to.match(/^[0-9a-f-]{36}$/);
    await page.getByText('Likely (').click();
    await page.getByText('All', { exact: true }).click();
    await becomes(() => rows().count(), 2, 'books after a filter');
    await page.getByPlaceholder('State').click();
    await page.getByRole('option', { name: /^To be decided \(\d+\)$/ }).click();
    await page.waitForURL(/state=read/);
    await page.reload();
    await becomes(() => page.getByPlaceholder('State').inputValue(), 'To be decided (2)', 'the filter that the address names');
    await becomes(() => rows().count(), 2, 'books in this state');
    findings.push(...(await axeFindings(page)));
    await shot('earlier');
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
