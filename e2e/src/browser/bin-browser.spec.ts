import { randomUUID } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBookFolder, requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, becomeScheme, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

type Accounts = Awaited<ReturnType<typeof setUp>>;

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 60_000 });

requireOrSkip('chromium')('replacing a book that Lectern did not place, and its bin, in the browser', () => {
  let scene: BrowserScene;
  let accounts: Accounts;
  let admin: Page;
  let bin: Page;
  let reportId = '';
  let folder = '';
  let title = '';
  const findings: string[] = [];

  const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const look = async (page: Page) => {
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
  };

  before(async () => {
    scene = await startBrowserScene();
    accounts = await setUp(scene);
    const [book] = scene.sims.playable;
    if (!book) throw new Error('The demo has no book to play.');
    title = book.title;
    folder = join(scene.sims.libraryDir, 'Old shelf', `${title} [${book.asin}]`);
    await mkdir(folder, { recursive: true });
    await makeBookFolder(folder, { author: book.authors[0]?.name ?? '', title, files: 3, secondsPerFile: 40 });
    await writeFile(join(folder, 'notes.txt'), 'From the old computer.');
    await scene.sims.scanLibrary();
    await accounts.admin.api.call('POST', '/api/admin/library/scan');
    const said = { kind: 'sound', text: 'It crackles.' };
    const path = `/api/audiobooks/${book.asin}/report-issue`;
    const answer = await until(() => accounts.user.api.call<{ report: { id: string } }>('POST', path, said).catch(() => undefined), {
      what: 'the book to be in the library',
    });
    reportId = answer.report.id;
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'), scene?.log().slice(-3000));
  });

  it('lists the files, with those of the book ticked, and says what will happen', async () => {
    await admin.goto(`/admin/reports/${reportId}`);
    await button(admin, `Replace…: ${folder}`).click();
    const dialog = admin.getByRole('dialog');

    await seen(dialog.getByText('Lectern did not place this copy, so choose which files to replace.'));
    await seen(dialog.getByText(/^3 of \d files, /));
    await button(dialog, 'Tick none').click();
    await button(dialog, 'Look for another copy').click();
    await seen(dialog.getByText('Tick at least one file.'));
    await dialog.getByRole('checkbox').first().focus();
    await admin.keyboard.press('Space');
    await seen(dialog.getByText(/^1 of \d files, /));
    await button(dialog, 'Tick all').click();
    await look(admin);
    await admin.setViewportSize({ width: 390, height: 844 });
    await look(admin);
    expect(await admin.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).to.equal(true);
    await admin.setViewportSize({ width: 1440, height: 900 });
    await admin.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await readdir(folder)).length).to.be.greaterThan(2);
  });

  it('brings the files to the bin once the other copy is in place, and shows that without a reload', async () => {
    bin = await scene.open({ in: admin.context() });
    await bin.goto('/admin/library/bin');
    await seen(bin.getByText('The bin is empty'));
    await look(bin);
    await button(admin, `Replace…: ${folder}`).click();
    const dialog = admin.getByRole('dialog');
    await seen(dialog.getByText(/^3 of \d files, /));
    await dialog.getByRole('textbox', { name: /^Message to / }).fill('I look for a better one.');
    await button(dialog, 'Look for another copy').press('Enter');

    await seen(admin.getByRole('heading', { name: 'Another copy' }));
    await button(admin, `Replace…: ${folder}`).waitFor({ state: 'detached' });
    await seen(admin.getByText('It is in place. 3 files of the old copy were moved to the bin.'));
    await seen(button(bin, `Restore: ${title}`));
    await seen(bin.getByText(folder));
    await look(bin);
    await bin.setViewportSize({ width: 390, height: 844 });
    await look(bin);
    expect(await bin.evaluate('document.scrollingElement.scrollWidth <= innerWidth')).to.equal(true);
    await admin.getByRole('link', { name: 'Open the bin' }).click();
    await seen(admin.getByRole('heading', { level: 1, name: 'Bin' }));
  });

  it('moves the files back', async () => {
    await button(admin, `Restore: ${title}`).press('Enter');

    await seen(admin.getByText('3 files are back where they were.'));
    await seen(admin.getByText('The bin is empty'));
    await seen(bin.getByText('The bin is empty'));
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp3'))).to.have.length(3);
  });

  it('deletes them for good after a question that says so', async () => {
    const { database, libraryBin } = scene.app.services;
    const id = randomUUID();
    const names = (await readdir(folder)).filter((name) => name.endsWith('.mp3'));
    const files = await Promise.all(
      names.map(async (path) => {
        const { size, mtimeMs } = await stat(join(folder, path));
        return { path, size, modifiedAt: Math.trunc(mtimeMs) };
      }),
    );
    const book = {
      id,
      title,
      author: 'An Author',
      directory: folder,
      actorId: null,
      actorName: 'ada',
      createdAt: new Date().toISOString(),
    };
    const disk = await libraryBin.diskOf(folder);
    await database.transaction((tx) => libraryBin.list(tx, book, disk, files));
    await libraryBin.fill(id);

    await button(bin, `Delete now: ${title}`).click();
    const dialog = bin.getByRole('dialog');
    await seen(dialog.getByText(/This cannot be undone\.$/));
    await look(bin);
    await button(dialog, 'Cancel').click();
    await dialog.waitFor({ state: 'hidden' });
    await button(bin, `Delete now: ${title}`).press('Enter');
    await button(dialog, 'Delete 3 files').click();

    await seen(bin.getByText('3 files were deleted.'));
    await seen(bin.getByText('The bin is empty'));
    await seen(admin.getByText('The bin is empty'));
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp3'))).to.deep.equal([]);
  });

  it('has no barrier that axe finds, and no error on the console', () => {
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
