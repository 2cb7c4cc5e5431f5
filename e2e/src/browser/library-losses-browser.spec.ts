import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startAudiobookshelfSimulator, type AudiobookshelfSimulator } from '@lectern/simulators';
import { makeBookFolder, requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn } from './browser-scene.spec.support.js';

const API_KEY = 'losses-key';
const SPEC = { name: 'spec' };
const BOOKS = 8;
const KEPT = 1;

requireOrSkip('chromium')('a library that lost most of its books, in a browser', () => {
  let root: string;
  let media: AudiobookshelfSimulator;
  let server: BareServer;
  let admin: AdminPage;

  const folderOf = (n: number) => join(root, 'library', `Author ${n}`, `Book ${n}`);
  const button = (name: string) => admin.page.getByRole('button', { name, exact: true });
  const rows = () => admin.page.locator('tbody tr').count();
  const losses = () => admin.page.getByText(/were missing at the last scan/).count();

  /** The media server looks at its folder, as its own schedule would have it do. */
  async function mediaServerLooks(): Promise<void> {
    const options = { method: 'POST', headers: { authorization: `Bearer ${API_KEY}` } };
    const { status } = await fetch(`${media.url}/api/libraries/books/scan`, options);
    expect(status).to.equal(200);
    await media.idle();
  }

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'lectern-losses-'));
    for (let n = 1; n <= BOOKS; n += 1) {
      await makeBookFolder(folderOf(n), { author: `Author ${n}`, title: `Book ${n}`, files: 1, secondsPerFile: 1 });
    }
    const library = { id: 'books', name: 'Audiobooks', root: join(root, 'library') };
    media = await startAudiobookshelfSimulator({ apiKey: API_KEY, libraries: [library] });
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const settings = { baseUrl: media.url, apiKey: API_KEY };
    await server.app.services.integrations.create({ pluginId: 'media-audiobookshelf', name: 'Attic', settings }, SPEC);
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await media?.close();
    await rm(root, { recursive: true, force: true });
  });

  it('keeps them, says so on the page that is open, and lets go of them once the admin says that they are gone', async () => {
    const { page } = admin;
    await page.goto('/admin/library');
    await filledIn(page);
    expect(await button('They are gone').count()).to.equal(0);
    await button('Scan now').first().click();
    await becomes(rows, BOOKS, 'books after the first scan');
    expect(await losses()).to.equal(0);

    await mkdir(join(root, 'elsewhere'));
    for (let n = KEPT + 1; n <= BOOKS; n += 1) await rename(folderOf(n), join(root, 'elsewhere', String(n)));
    await mediaServerLooks();
    await button('Scan now').first().click();
    await becomes(losses, 1, 'sentences about lost books');
    expect(await page.locator('main').innerText()).to.contain('7 of 8 books of “Audiobooks” on Attic were missing');
    expect(await rows(), 'books while nobody said that they are gone').to.equal(BOOKS);
    const findings = await axeFindings(page);
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));

    await button('They are gone').click();
    const dialog = page.getByRole('dialog', { name: 'Count 7 books as gone?' });
    await dialog.waitFor({ state: 'visible' });
    findings.push(...(await axeFindings(page)));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await becomes(() => dialog.count(), 0, 'dialogs after second thoughts');
    expect(await rows()).to.equal(BOOKS);

    await button('They are gone').click();
    await dialog.getByRole('button', { name: 'Count as gone' }).click();
    await becomes(rows, KEPT, 'books after they were counted as gone');
    await becomes(losses, 0, 'sentences about lost books after they were counted as gone');

    expect(await page.locator('tbody').innerText()).to.contain('Book 1');
    expect(findings).to.deep.equal([]);
    expect(admin.problems).to.deep.equal([]);
  });
});
