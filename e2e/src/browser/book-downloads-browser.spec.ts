import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });
/** The main action of a book that is in the library. */
const listening = (page: Page) =>
  page.getByRole('link', { name: /^Listen in / }).or(page.getByRole('button', { name: 'Listen', exact: true }));
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;

async function shot(page: Page, name: string): Promise<void> {
  if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}.png`) });
}

requireOrSkip('chromium')('what people may do, in the browser', () => {
  let scene: BrowserScene;
  let accounts: { admin: DemoAccount; user: DemoAccount };
  let reader: Page;
  let admin: Page;
  let placed: string;
  let requestId: string;
  const asin = () => scene.sims.playable[0]?.asin ?? '';

  before(async () => {
    scene = await startBrowserScene();
    accounts = await setUp(scene);
    await accounts.admin.api.call('PATCH', '/api/admin/settings', { requests: { autoApprove: true } });
    const { request } = await accounts.user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: asin() });
    requestId = request.id;
    const look = () =>
      accounts.admin.api.call<{ request: { status: string; files?: { directory: string } } }>('GET', `/api/requests/${request.id}`);
    const done = await until(async () => ((await look()).request.status === 'available' ? look() : undefined), {
      everyMs: 200,
      what: 'the book in the library',
    });
    placed = done.request.files?.directory ?? '';
    reader = await scene.open({ ...PHONE, acceptDownloads: true });
    await signIn(reader, accounts.user);
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('offers no download until an admin allows it', async () => {
    await reader.goto(`/book/${asin()}`);
    await seen(listening(reader));
    expect(await reader.getByRole('button', { name: /^Download/ }).count()).to.equal(0);
  });

  it('is decided for one person in a dialog, the quota as well', async () => {
    await admin.goto('/admin/users');
    await admin.getByRole('button', { name: `Edit: ${accounts.user.username}` }).click();
    await admin.getByRole('combobox', { name: 'Download files' }).click();
    await admin.getByRole('option', { name: 'Allowed', exact: true }).click();
    await admin.getByRole('combobox', { name: 'Request limit' }).click();
    await admin.getByRole('option', { name: 'Custom' }).click();
    await admin.getByLabel('Books', { exact: true }).fill('2');
    await admin.getByLabel('in days').fill('30');
    await shot(admin, 'user-dialog');
    expect(await axeFindings(admin)).to.deep.equal([]);
    await admin.getByRole('button', { name: 'Save' }).click();
    await seen(admin.getByText('Saved'));

    const quota = await accounts.user.api.call<{ limit: number; left: number; days: number }>('GET', '/api/user/quota');
    expect([quota.limit, quota.left, quota.days]).to.deep.equal([2, 1, 30]);
  });

  it('saves one file of a book in several, or all of them, as they were placed', async () => {
    await reader.goto(`/book/${asin()}`);
    const button = reader.getByRole('button', { name: /^Download \(/ });
    await seen(button);
    await shot(reader, 'book-download-phone');
    expect(await axeFindings(reader)).to.deep.equal([]);
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).to.be.at.most(390);

    await button.click();
    const dialog = reader.getByRole('dialog');
    const all = dialog.getByRole('button', { name: /^All \d+ files as a zip/ });
    await seen(all);
    await shot(reader, 'download-dialog-phone');
    expect(await axeFindings(reader)).to.deep.equal([]);
    const [name = ''] = (await readdir(placed)).filter((file) => file.endsWith('.mp3')).sort();
    const savingFile = reader.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    const file = await savingFile;
    expect(file.suggestedFilename()).to.equal(name);
    expect((await readFile(await file.path())).equals(await readFile(join(placed, name)))).to.equal(true);
    const savingZip = reader.waitForEvent('download');
    await all.click();
    const zip = await savingZip;
    expect(zip.suggestedFilename()).to.match(/\.zip$/);
    expect((await readFile(await zip.path())).subarray(0, 2).toString()).to.equal('PK');
    expect(reader.url(), 'no token in the address bar').to.match(/\/book\/[A-Z0-9]{10}$/);
  });

  it('saves a book of one file at the first click, from the page of the request as well', async () => {
    const { database } = scene.app.services;
    const row = await database.read.get<{ manifest: string }>('SELECT manifest FROM imports WHERE request_id = ?', [requestId]);
    const record = JSON.parse(row?.manifest ?? '') as { files: { path: string }[] };
    const audio = record.files.find(({ path }) => path.endsWith('.mp3'))?.path ?? '';
    record.files = record.files.filter(({ path }) => path === audio || !path.endsWith('.mp3'));
    await database.transaction((tx) => tx.run('UPDATE imports SET manifest = ? WHERE request_id = ?', [JSON.stringify(record), requestId]));

    await reader.goto(`/requests/${requestId}`);
    const button = reader.getByRole('button', { name: /^Download \(/ });
    await seen(button);
    await shot(reader, 'request-download-phone');
    expect(await axeFindings(reader)).to.deep.equal([]);
    const saving = reader.waitForEvent('download');
    await button.click();
    expect((await saving).suggestedFilename()).to.equal(audio);
  });

  it('saves a book that somebody else requested from its page and its cover, unless people may have their own only', async () => {
    const { database } = scene.app.services;
    const give = (id: string) => database.transaction((tx) => tx.run('UPDATE requests SET user_id = ? WHERE id = ?', [id, requestId]));
    const idOf = async ({ api }: DemoAccount) => (await api.call<{ user: { id: string } }>('GET', '/api/auth/me')).user.id;
    const desktop = await scene.open({ acceptDownloads: true });
    await signIn(desktop, accounts.user);
    await give(await idOf(accounts.admin));

    await desktop.goto(`/book/${asin()}`);
    const button = desktop.getByRole('button', { name: /^Download \(/ });
    await seen(button);
    const saving = desktop.waitForEvent('download');
    await button.click();
    expect((await saving).suggestedFilename()).to.match(/\.mp3$/);

    // as of a media server that does not say where people listen
    await desktop.route('**/api/audiobooks/search?*', async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { items: object[] };
      await route.fulfill({ response: answer, json: { ...list, items: list.items.map((book) => ({ ...book, listen: [] })) } });
    });
    await desktop.goto(`/search?q=${encodeURIComponent(scene.sims.playable[0]?.title ?? '')}`);
    const card = desktop.getByRole('button', { name: `Download: ${scene.sims.playable[0]?.title}` });
    await card.first().hover();
    await shot(desktop, 'card-download');
    expect(await axeFindings(desktop)).to.deep.equal([]);
    const again = desktop.waitForEvent('download');
    await card.first().click();
    expect((await again).suggestedFilename()).to.match(/\.mp3$/);

    await accounts.admin.api.call('PATCH', '/api/admin/settings', { access: { downloadBooks: 'own' } });
    await desktop.goto(`/book/${asin()}`);
    await seen(listening(desktop));
    expect((await accounts.user.api.call<{ allowed: boolean }>('GET', `/api/audiobooks/${asin()}/download-status`)).allowed).to.equal(
      false,
    );
    await becomes(() => button.count(), 0, 'the button to download');
    await accounts.admin.api.call('PATCH', '/api/admin/settings', { access: { downloadBooks: 'everyones' } });
    await give(await idOf(accounts.user));
    await desktop.close();
  });

  it('says that files cannot be read, and to an admin why', async () => {
    const { database } = scene.app.services;
    const moved = `${placed}-moved`;
    await rename(placed, moved);
    const other = scene.sims.playable[3]?.asin ?? '';
    const [item] = await database.read.all<{ id: string }>('SELECT id FROM library_items WHERE matched_asin = ?', [asin()]);
    const set = (to: string, path: string) =>
      database.transaction((tx) => tx.run('UPDATE library_items SET matched_asin = ?, path = ? WHERE id = ?', [to, path, item?.id ?? '']));
    const before = await database.read.get<{ path: string }>('SELECT path FROM library_items WHERE id = ?', [item?.id ?? '']);
    await set(other, '/elsewhere/Book');

    await reader.goto(`/book/${other}`);
    await seen(reader.getByText('This server cannot read the files of the book.', { exact: true }));
    await shot(reader, 'unreadable-phone');
    expect(await axeFindings(reader)).to.deep.equal([]);
    await admin.goto(`/book/${other}`);
    await seen(admin.getByText(/names “\/elsewhere\/Book”, which is not inside the library folder .* Correct the path mappings/));
    await shot(admin, 'unreadable-admin');
    expect(await axeFindings(admin)).to.deep.equal([]);

    await set(asin(), before?.path ?? '');
    await rename(moved, placed);
  });

  it('tells how many books are left, and when the next is free', async () => {
    await reader.goto(`/book/${scene.sims.playable[1]?.asin}`);
    await seen(reader.getByText('1 left of 2 books in 30 days.'));
    await shot(reader, 'quota-phone');
    await reader.getByRole('button', { name: 'Request audiobook' }).click();
    await seen(reader.getByText(/has been requested\./));
    await reader.goto(`/book/${scene.sims.playable[2]?.asin}`);
    await seen(reader.getByText(/None left of 2 books in 30 days\. You can request the next one on/));
    await reader.getByRole('button', { name: 'Request audiobook' }).click();
    await seen(reader.getByText('You have reached your request limit for now.'));
    await shot(reader, 'quota-used-phone');
    expect(await axeFindings(reader)).to.deep.equal([]);
  });

  it('is set for everybody on the settings page', async () => {
    await admin.goto('/admin/settings');
    await admin.getByRole('switch', { name: 'Limit how many books a member may request' }).check({ force: true });
    await admin.getByLabel('Books', { exact: true }).fill('7');
    await admin.getByRole('switch', { name: 'Download files' }).check({ force: true });
    await admin.getByLabel('Books', { exact: true }).scrollIntoViewIfNeeded();
    await shot(admin, 'settings-quota');
    await admin.getByRole('button', { name: 'Save' }).click();
    const saved = (name: string) => accounts.admin.api.call<{ limit?: number; enabled?: boolean }>('GET', `/api/admin/settings/${name}`);
    await becomes(async () => (await saved('quota')).limit, 7);
    expect((await saved('download-access')).enabled).to.equal(true);
    expect(await axeFindings(admin)).to.deep.equal([]);
  });
});
