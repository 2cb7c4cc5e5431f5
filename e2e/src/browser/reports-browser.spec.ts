import { randomUUID } from 'node:crypto';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { fromBookMenu } from './book-menu.spec.support.js';
import { axeFindings, becomeScheme, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('reporting a problem in the browser', () => {
  let scene: BrowserScene;
  let reader: Page;
  let admin: Page;
  let asin = '';
  let title = '';
  const findings: string[] = [];

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const look = async (page: Page) => {
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
  };

  before(async () => {
    scene = await startBrowserScene();
    const accounts = await setUp(scene);
    [asin, title] = [scene.sims.playable[0]?.asin ?? '', scene.sims.playable[0]?.title ?? ''];
    const { items } = await accounts.admin.api.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    const integrationId = items.find(({ pluginId }) => pluginId.startsWith('media-'))?.id ?? '';
    const [id, at] = [randomUUID(), new Date().toISOString()];
    const described = { title, authors: '[]', narrators: '["Somebody Else"]', hasCover: false, hasAudio: true, hasEbook: false };
    const stored = { integrationId, libraryId: 'l', itemId: id, addedAt: at, updatedAt: at, seenScan: id, missingScans: 0 };
    const matched = { matchedAsin: asin, matchedBy: 'manual', durationSeconds: 3_600_000, path: '/books/there' };
    await scene.app.services.database.transaction((tx) => tx.insert('library_items', { id, ...described, ...stored, ...matched }));
    reader = await scene.open();
    await signIn(reader, accounts.user);
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('is not offered for a book that is not in the library', async () => {
    await reader.goto(`/book/${scene.sims.playable[1]?.asin ?? ''}`);
    await button(reader, 'More').click();
    await seen(reader.getByRole('menuitem', { name: 'Ignore' }));

    expect(await reader.getByRole('menuitem', { name: 'Report a problem' }).count()).to.equal(0);
  });

  it('asks what is wrong, says what is missing, and sends it', async () => {
    await reader.goto(`/book/${asin}`);
    await fromBookMenu(reader, 'Report a problem');
    const dialog = reader.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await seen(dialog.getByText('Choose what is wrong.'));
    await seen(dialog.getByText('Say it in a few words.'));
    await look(reader);

    await dialog.getByRole('radio', { name: 'Missing chapters' }).focus();
    await reader.keyboard.press('Space');
    await dialog.getByRole('textbox', { name: 'What did you notice, and where?' }).fill('It ends after chapter 3.');
    await reader.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Send report' }).press('Enter');

    await seen(reader.getByText('A problem with this book has been reported.'));
    await button(reader, 'More').click();
    await seen(reader.getByRole('menuitem', { name: 'View your report' }));
    await reader.keyboard.press('Escape');
  });

  it('is counted for admins, and shown with its evidence', async () => {
    await admin.goto('/admin');
    await admin.getByRole('link', { name: 'Reports 1' }).click();
    await seen(admin.getByText('It ends after chapter 3.'));
    await look(admin);

    await admin.getByRole('link', { name: title }).last().click();

    await seen(admin.getByText(/ longer$/));
    await seen(admin.getByText('Somebody Else'));
    await seen(admin.getByText('Lectern placed no audio of this book, so it has no file to read.'));
    await look(admin);
  });

  it('is a conversation that both sides see at once', async () => {
    await fromBookMenu(reader, 'View your report');
    await seen(reader.getByText('Waiting for an admin'));

    await button(admin, 'Answer').click();
    await seen(admin.getByText('Write an answer first.'));
    await admin.getByRole('textbox', { name: /^Message to / }).fill('Which file?');
    await button(admin, 'Answer').click();

    await seen(reader.getByText('Which file?'));
    await seen(reader.getByText('Open', { exact: true }));
    await reader.getByRole('textbox', { name: 'Your answer' }).fill('The only one.');
    await button(reader, 'Answer').click();
    await seen(admin.getByText('The only one.'));
    await look(reader);
  });

  it('is resolved with a word, which the notification leads to', async () => {
    await admin.getByRole('textbox', { name: /^Message to / }).fill('There is a new file.');
    await button(admin, 'Resolve').click();
    await seen(button(admin, 'Reopen'));

    await reader.goto('/');
    await reader.getByRole('button', { name: /^Notifications/ }).click();
    await reader.getByRole('link', { name: /Problem resolved: / }).click();

    await seen(reader.getByText('There is a new file.'));
    await seen(reader.getByText(/^An admin resolved this report/));
    await look(reader);
  });

  it('is listed among one’s own, and can be opened again', async () => {
    await reader.goto('/');
    await reader.getByRole('button', { name: /^Account: / }).click();
    await reader.getByRole('menuitem', { name: 'My reports' }).click();
    await seen(reader.getByText('Resolved', { exact: true }));
    await look(reader);

    await button(admin, 'Reopen').click();

    await seen(reader.getByText('Open', { exact: true }));
    await seen(button(admin, 'Resolve'));
  });

  it('does not exist for somebody else', async () => {
    const own = admin.url().split('/').pop() ?? '';
    await admin.goto(`/reports/${own}`);

    await seen(admin.getByRole('heading', { name: 'Page not found' }));
  });

  it('has no barrier that axe finds, and no error on the console', () => {
    expect(findings).to.deep.equal([]);
    expect(scene.problems.filter((problem) => !problem.includes('404'))).to.deep.equal([]);
  });
});
