import { randomUUID } from 'node:crypto';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, becomeScheme, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('replacing a reported book in the browser', () => {
  let scene: BrowserScene;
  let reader: Page;
  let admin: Page;
  let reportId = '';
  const findings: string[] = [];
  const release = 'The release that crackles [MP3]';

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
    const { asin = '', title = '' } = scene.sims.playable[0] ?? {};
    const { items } = await accounts.admin.api.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    const integrationId = items.find(({ pluginId }) => pluginId.startsWith('media-'))?.id ?? '';
    const [id, downloadId, at] = [randomUUID(), randomUUID(), new Date().toISOString()];
    const { database } = scene.app.services;
    const { user } = await accounts.user.api.call<{ user: { id: string } }>('GET', '/api/auth/me');
    await database.transaction(async (tx) => {
      const described = { title, authors: '[]', narrators: '[]', hasCover: false, hasAudio: true, hasEbook: false };
      const stored = { integrationId, libraryId: 'l', itemId: id, addedAt: at, updatedAt: at, seenScan: id, missingScans: 0 };
      await tx.insert('library_items', {
        id: randomUUID(),
        ...described,
        ...stored,
        matchedAsin: asin,
        matchedBy: 'manual',
        path: '/books/it',
      });
      const status = { status: 'available', statusGroup: 'completed', version: 1, statusSince: at };
      const book = { asin, region: 'us', type: 'audiobook', title, author: 'An Author' };
      await tx.insert('requests', { id, userId: user.id, ...book, ...status, origin: 'manual', createdAt: at, updatedAt: at });
      const brought = { state: 'imported', release: JSON.stringify({ title: release, indexer: 'Bay', protocol: 'torrent' }) };
      const keys = { releaseKey: 'hash:0', ours: true, createdAt: at, updatedAt: at };
      await tx.insert('download_history', { id: downloadId, requestId: id, ...brought, ...keys });
      const manifest = JSON.stringify({ version: 1, hash: 'h', files: [{ path: '1.mp3', size: 1, hash: 'x', method: 'copy' }] });
      const placed = { directory: '/nowhere/it', contentHash: 'v1:0', manifest, createdAt: at };
      await tx.insert('imports', { id: randomUUID(), requestId: id, downloadId, ...placed });
    });
    const said = { kind: 'sound', text: 'It crackles.' };
    const path = `/api/audiobooks/${asin}/report-issue`;
    reportId = (await accounts.user.api.call<{ report: { id: string } }>('POST', path, said)).report.id;
    reader = await scene.open();
    await signIn(reader, accounts.user);
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(() => {
    scene?.sims.prowlarr.heal();
    return scene?.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('says what will happen, before anything does', async () => {
    await admin.goto(`/admin/reports/${reportId}`);
    await button(admin, 'Replace…').click();
    const dialog = admin.getByRole('dialog');

    await seen(dialog.getByText(`The release “${release}” is blocked for this book`));
    await seen(dialog.getByText('The present copy stays available until the other one is in place and checked.'));
    await look(admin);
    await admin.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    await seen(button(admin, 'Replace…'));
    expect(await admin.getByRole('heading', { name: 'Another copy' }).count()).to.equal(0);
  });

  it('shows the request for another copy, and offers no second one', async () => {
    // the request is looked at, and cancelled, while it looks: a search that ended would lead on to a copy that is in place
    scene.sims.prowlarr.fail({ kind: 'hang', path: /\/api\/v1\/search$/ });
    await reader.goto(`/reports/${reportId}`);
    await button(admin, 'Replace…').click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /^Message to / }).fill('I look for a better one.');
    await dialog.getByRole('button', { name: 'Look for another copy' }).press('Enter');

    await seen(admin.getByRole('heading', { name: 'Another copy' }));
    await seen(admin.getByText('The present copy stays available until it is in place.'));
    await button(admin, 'Replace…').waitFor({ state: 'detached' });
    await look(admin);
    await seen(reader.getByText('Another copy is being looked for'));
    await seen(reader.getByText('I look for a better one.'));
    await look(reader);
  });

  it('says that the old copy stays when the request is cancelled, and can be asked again', async () => {
    const section = admin.getByRole('region', { name: 'Another copy' });
    await section.getByRole('link', { name: 'Open the request' }).click();
    await button(admin, 'Cancel request').first().click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
    await seen(admin.getByText('Cancelled', { exact: true }));
    await admin.goBack();

    await seen(admin.getByText('The request ended without another copy. The present one stays, and you can replace it again.'));
    await seen(button(admin, 'Replace…'));
    await seen(button(admin, 'Resolve'));
  });

  it('has no barrier that axe finds, and no error on the console', () => {
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
