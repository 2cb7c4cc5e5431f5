import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '@lectern/demo';
import { makeBookFolder, requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

requireOrSkip('chromium')('importing files of the server in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let shelf: string;
  const findings: string[] = [];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const path = () => page.getByRole('textbox', { name: 'Folder or file' });
  const bookOf = (index: number) => scene.sims.playable[index] as NonNullable<(typeof scene.sims.playable)[number]>;

  async function makeFiles(folder: string, title: string, author: string): Promise<string> {
    const made = join(shelf, folder);
    await mkdir(made);
    await makeBookFolder(made, { author, title, files: 2, secondsPerFile: 30 });
    return made;
  }

  async function pickBook(title: string): Promise<void> {
    await button(/^Choose a book$|^Choose another book$/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(title);
    await dialog
      .getByRole('button', { name: `Choose: ${title}` })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });
  }

  const statusOf = async (id: string): Promise<string> =>
    (await account.api.call<{ request: { status: string } }>('GET', `/api/requests/${id}`)).request.status;

  before(async () => {
    shelf = await mkdtemp(join(tmpdir(), 'lectern-shelf-'));
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
  });
  after(async () => {
    await scene?.stop();
    await rm(shelf, { recursive: true, force: true });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('is found from the library, and folders are browsed with the keyboard', async () => {
    const { title, authors } = bookOf(0);
    await makeFiles('First', title, authors[0]?.name ?? '');
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Import files', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Import files' }).waitFor();
    expect(await button('Check the files').isDisabled()).to.equal(true);
    await path().fill(shelf);
    await button('Browse').focus();
    await page.keyboard.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Choose a folder or a file' });
    await dialog.getByRole('button', { name: 'First' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: /\.mp3/ }).first().waitFor();
    findings.push(...(await axeFindings(page)));
    await dialog.getByRole('button', { name: 'Use this folder' }).focus();
    await page.keyboard.press('Enter');

    await dialog.waitFor({ state: 'detached' });
    expect(await path().inputValue()).to.equal(join(shelf, 'First'));
  });

  it('begins at the nearest folder where the typed one is not there', async () => {
    await path().fill(join(shelf, 'Nowhere', 'deeper'));
    await button('Browse').click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder or a file' });
    await dialog.getByText(`There is no folder “${join(shelf, 'Nowhere', 'deeper')}”. This is the nearest one:`).waitFor();
    await dialog.getByRole('button', { name: 'First' }).click();
    await becomes(() => dialog.getByText('There is no folder').count(), 0);
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await path().inputValue()).to.equal(join(shelf, 'First'));
    // the browser itself reports the two answers
    scene.problems.splice(0);
  });

  it('shows what would be imported before anything happens, then imports it and deletes the files', async () => {
    const { title } = bookOf(0);
    await pickBook(title);
    await button('Check the files').click();
    await page.getByText('The files fit the book.').waitFor();
    await page.getByText(/^2 files · /).waitFor();
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'light');
    await page.getByRole('checkbox', { name: 'Delete the original files after the import' }).check();
    expect(await account.api.call<{ total: number }>('GET', '/api/admin/requests')).to.include({ total: 0 });

    await button('Import').click();

    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await becomes(() => statusOf(id), 'available', 'status of the request');
    await becomes(async () => (await readdir(shelf)).length, 0, 'what is left of the files');
    await page.getByText(/files were deleted from/).waitFor();
  });

  it('says that files are another book, and imports them only if that is meant', async () => {
    const { title } = bookOf(1);
    const other = await makeFiles('Second', 'The Wrong Book of All', 'Somebody Else');
    await page.goto('/admin/library/import');
    await path().fill(other);
    await pickBook(title);
    await button('Check the files').click();

    await page.getByText(/^These files may not be|^The files do not seem/).waitFor();
    await page.getByRole('cell', { name: 'The Wrong Book of All' }).first().waitFor();
    findings.push(...(await axeFindings(page)));
    expect(await button('Import').isDisabled()).to.equal(true);
    await page.getByRole('checkbox', { name: 'Import them anyway' }).check();
    await button('Import').click();

    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await becomes(() => statusOf(id), 'available', 'status of the request');
    expect(await readdir(other)).to.have.length(2);
  });

  it('refuses the library folder, what is not there and a folder without a book', async () => {
    const { title } = bookOf(2);
    await mkdir(join(shelf, 'Empty'));
    await page.goto('/admin/library/import');
    await pickBook(title);
    for (const [named, words] of [
      [scene.sims.libraryDir, /root folder|in the library already/],
      [join(shelf, 'Nothing'), /There is nothing at/],
      [join(shelf, 'Empty'), /contains no files/],
    ] as const) {
      await path().fill(named);
      await button(/^Check the/).click();
      await page.getByRole('alert').getByText(words).waitFor();
    }
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).to.equal(0);
    // the browser counts refusals among its problems
    const refusals = scene.problems.splice(0);
    expect(refusals.filter((problem) => !problem.includes('/api/admin/manual-import?'))).to.deep.equal([]);
  });

  it('begins from the page of a request, whose book it keeps', async () => {
    const { asin, title, authors } = bookOf(2);
    for (const { pluginId, id } of (
      await account.api.call<{ items: { pluginId: string; id: string }[] }>('GET', '/api/admin/integrations')
    ).items.filter(({ pluginId: of }) => of === 'indexer-prowlarr'))
      await account.api.call('PATCH', `/api/admin/integrations/${id}`, { enabled: false, name: pluginId });
    const { request } = await account.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
    await becomes(() => statusOf(request.id), 'awaiting_search', 'status of the request');
    const made = await makeFiles('Third', title, authors[0]?.name ?? '');
    await page.goto(`/requests/${request.id}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Import files…' }).click();
    await page.getByText(/^For the request of /).waitFor();
    await path().fill(made);
    await button('Check the files').click();
    await page.getByText('The files fit the book.').waitFor();
    findings.push(...(await axeFindings(page)));

    await button('Import').click();

    await page.waitForURL(`**/requests/${request.id}`);
    await becomes(() => statusOf(request.id), 'available', 'status of the request');
    expect(await readdir(made)).to.have.length(2);
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
