import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { followRequest, type DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const TEMPLATE = '{author}/{title} ({asin})';

requireOrSkip('chromium')('renaming placed books in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let requestId = '';
  /** Folders of books below the library folder, as they were placed. */
  let placed: string[] = [];
  const findings: string[] = [];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const headline = async (words: string) => page.getByRole('heading', { level: 2, name: words, exact: true }).waitFor({ timeout: 90_000 });
  const rows = () => page.getByRole('list', { name: 'Books', exact: true }).locator('> li');

  /** Folders that hold audio, relative to the library folder. */
  async function folders(): Promise<string[]> {
    const { libraryDir } = scene.sims;
    const entries = await readdir(libraryDir, { recursive: true, withFileTypes: true });
    const audio = entries.filter(({ name }) => /\.(?:m4b|mp3)$/.test(name));
    return [...new Set(audio.map(({ parentPath }) => parentPath.slice(libraryDir.length + 1)))].sort();
  }

  async function place(asin: string): Promise<string> {
    const { request } = await account.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
    const status = await followRequest(account.api, request.id, { timeoutMs: 200_000 });
    expect(status).to.equal('available');
    return request.id;
  }

  /** The same folders after {@link TEMPLATE}. */
  const renamed = (): string[] =>
    scene.sims.playable.slice(0, 2).map(({ asin, title, authors }) => `${authors[0]?.name ?? ''}/${title} (${asin})`);

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    for (const { asin } of scene.sims.playable.slice(0, 2)) requestId = await place(asin);
    placed = await folders();
    expect(placed).to.have.length(2);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('begins where another template is saved', async () => {
    await page.goto('/admin/settings');
    await filledIn(page);
    await page.getByRole('textbox', { name: 'Paths of audiobooks' }).fill(TEMPLATE);
    expect(await page.getByText('Books that are placed keep their names.').count()).to.equal(0);
    await button('Save').click();
    await page.getByText('Books that are placed keep their names.').waitFor();
    await page.getByRole('link', { name: 'Preview new names' }).click();

    await page.getByText('No book has been renamed yet').waitFor();
    findings.push(...(await axeFindings(page)));
  });

  it('shows the old and the new names, and why a book cannot be renamed', async () => {
    const [first, second] = renamed();
    const occupied = join(scene.sims.libraryDir, second ?? '');
    await mkdir(occupied, { recursive: true });
    await writeFile(join(occupied, 'notes.txt'), 'mine');

    await button('Preview new names').click();
    await headline('1 book gets a new name');

    await becomes(() => rows().count(), 2, 'books');
    const listed = (await rows().allInnerTexts()).join('\n');
    expect(listed).to.include(first).and.to.include(second);
    expect(listed).to.include('already exists. Nothing is overwritten. Move what is there out of the way, then make a new preview.');
    expect(await folders()).to.deep.equal(placed);
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));

    await page.getByRole('link', { name: /^Cannot be renamed/ }).click();
    await becomes(() => rows().count(), 1, 'blocked books');
    await button('Discard').click();
    await page.getByText('No book has been renamed yet').waitFor();
    await rm(occupied, { recursive: true });
  });

  it('renames the files on the disk, and puts them back', async () => {
    await button('Preview new names').click();
    await headline('2 books get new names');
    await button('Rename 2 books').click();

    await headline('2 books were renamed');
    expect(await folders()).to.deep.equal(renamed().sort());
    await becomes(() => rows().getByText('Renamed', { exact: true }).count(), 2, 'renamed books');
    findings.push(...(await axeFindings(page)));

    await button('Undo').click();
    const dialog = page.getByRole('dialog', { name: 'Put 2 books back?' });
    findings.push(...(await axeFindings(page)));
    await dialog.getByRole('button', { name: 'Put back' }).click();

    await headline('All books are back where they were');
    expect(await folders()).to.deep.equal(placed);
  });

  it('previews one book from the page of its request, and chosen ones after a search', async () => {
    await page.goto(`/requests/${requestId}`);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Rename files…' }).click();
    await headline('1 book gets a new name');
    await button('Discard').click();
    await headline('All books are back where they were');

    await button('Choose books').click();
    const dialog = page.getByRole('dialog');
    const title = scene.sims.playable[0]?.title ?? '';
    await dialog.getByRole('textbox', { name: 'Search the placed books' }).fill(title);
    await becomes(() => dialog.getByRole('checkbox').count(), 1, 'found books');
    await dialog.getByRole('checkbox', { name: title }).check();
    findings.push(...(await axeFindings(page)));
    await dialog.getByRole('button', { name: 'Preview 1 book' }).click();

    await dialog.waitFor({ state: 'detached' });
    await headline('1 book gets a new name');
    await page.getByText('1 chosen book').first().waitFor();
  });

  it('shows how far a rename is, as it goes on, and stops it', async () => {
    const { database, events } = scene.app.services;
    const { items } = await account.api.call<{ items: { id: string }[] }>('GET', '/api/admin/renames');
    const id = items[0]?.id ?? '';
    // A job that goes on: two small books are moved too soon to be seen. What is stored and what is told below agree, as they do
    // for a job, since the page reads again whenever its stream opens.
    await database.transaction((tx) =>
      tx.run("UPDATE renames SET state = 'running', started_at = ?, done = 1, total = 4 WHERE id = ?", [new Date().toISOString(), id]),
    );
    await page.reload();
    await headline('Renaming…');
    const bar = page.getByRole('progressbar', { name: 'Renaming…' });

    // A job tells again and again, since a page may not listen yet. Only what is told names the book.
    const tellProgress = () =>
      events.publish({ type: 'rename.updated', data: { id, state: 'running', done: 1, total: 4, title: 'Emma' }, audience: 'admins' });
    const drawn = async (): Promise<number> => {
      tellProgress();
      return page.getByText('25% · 1 of 4 books · Emma').count();
    };
    await becomes(drawn, 1, 'progress drawn');
    await becomes(() => bar.getAttribute('aria-valuetext'), '25%');
    findings.push(...(await axeFindings(page)));
    await button('Stop').click();

    await headline('Stopped before any book was renamed');
    expect(await folders()).to.deep.equal(placed);
  });

  it('draws of a long list only the books near the view', async () => {
    const moveOf = (n: number) => ({
      id: `m${n}`,
      state: 'planned',
      books: [{ requestId, asin: 'B0DEMO0001', title: `Book ${n}`, author: 'N. N.', type: 'audiobook' }],
      from: `N. N./Book ${n}`,
      to: `N. N./Book ${n} (2001)`,
      files: [],
      changedFiles: 0,
      reason: null,
    });
    await page.route(/\/moves\?/, (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page'));
      const items = Array.from({ length: 100 }, (_, index) => moveOf((at - 1) * 100 + index + 1));
      return route.fulfill({ json: { items, page: at, limit: 100, total: 3000 } });
    });
    await page.reload();
    await rows().first().waitFor();
    for (const last of [300, 600]) {
      await becomes(
        async () => {
          await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
          return Number(await rows().last().getAttribute('aria-posinset')) >= last;
        },
        true,
        `book ${last} after scrolling`,
      );
    }

    expect(await rows().count()).to.be.within(5, 60);
    expect(await rows().first().getAttribute('aria-setsize')).to.equal('3000');
    findings.push(...(await axeFindings(page)));
    await page.unroute(/\/moves\?/);
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
