import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAudibleSimulator } from '@lectern/simulators';
import { makeBookFolder, requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { zipOf } from '../zip-of.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('uploading the files of a book, in a browser', () => {
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let dir: string;
  let requestId: string;
  let files: string[];

  const dialog = () => page.getByRole('dialog').first();
  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
  async function open(id = requestId): Promise<void> {
    await page.goto(`/requests/${id}`);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Add your own…' }).click();
    await dialog().getByRole('tab', { name: 'Book files' }).click();
    await seen(button(dialog(), 'Choose files'));
  }
  const choose = (chosen: string[]) => dialog().locator('input[type=file]').setInputFiles(chosen);

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
    catalog = await startAudibleSimulator();
    const book = catalog.books.find(({ releaseInDays, durationMinutes = 0 }) => releaseInDays === undefined && durationMinutes > 60);
    if (!book) throw new Error('the catalogue has too few books');
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const { integrations, settings } = server.app.services;
    const store = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings: store }, SPEC);
    await mkdir(join(dir, 'library'));
    await settings.update({ library: { path: join(dir, 'library') } }, SPEC);
    const made = join(dir, 'made');
    const secondsPerFile = Math.round(((book.durationMinutes ?? 0) * 60) / 3);
    await makeBookFolder(made, {
      author: book.authors[0]?.name ?? '',
      title: book.title,
      files: ['01.mp3', '02.mp3', '03.mp3'],
      secondsPerFile,
    });
    await writeFile(join(made, 'rest.zip'), zipOf('03.mp3', await readFile(join(made, '03.mp3'))));
    files = ['01.mp3', '02.mp3', 'rest.zip'].map((name) => join(made, name));
    admin = await openAdminPage(server);
    ({ page } = admin);
    requestId = await server.insertRequest(admin.session.userId, book.asin);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await catalog?.close();
    if (dir) await rm(dir, { recursive: true, force: true });
  });

  it('says what cannot be uploaded, and is usable by everybody', async () => {
    await open();
    await choose([new URL(import.meta.url).pathname]);
    await seen(dialog().getByText(/Choose audio or ebook files/));
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(360);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('goes on after the page was closed in the middle, and the request has the book', async () => {
    await open();
    await page.route('**/api/uploads/*/files?position=1*', (route) => route.abort());
    await choose(files);
    await seen(dialog().getByText(/The server cannot be reached/));
    await seen(dialog().getByText(/^\d+% · .* \/ .*B$/));
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.unroute('**/api/uploads/*/files?position=1*');
    await page.reload();

    await open();
    await seen(dialog().getByText(/An upload of 3 files is unfinished/));
    await choose(files.slice(0, 1));
    await seen(dialog().getByText(/These are not the files of the unfinished upload/));
    await choose(files);

    const status = async () =>
      (await server.app.services.database.read.get<{ status: string }>('SELECT status FROM requests WHERE id = ?', [requestId]))?.status;
    await becomes(status, 'downloaded');
    const placed = (await readdir(join(dir, 'library'), { recursive: true })).filter((name) => name.endsWith('.mp3'));
    expect(placed).to.have.length(3);
  });

  it('says, also after a reload, why an upload came to nothing', async () => {
    const id = await server.insertRequest(admin.session.userId, catalog.books.at(-1)?.asin);
    const broken = join(dir, 'broken.zip');
    await writeFile(broken, 'no archive at all');

    await open(id);
    await choose([broken]);
    await seen(dialog().getByText('“broken.zip” is damaged, or no .zip file.'));
    await page.reload();
    await open(id);

    await seen(dialog().getByText('The last upload failed: “broken.zip” is damaged, or no .zip file.'));
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('shows admins what others send, without a reload, and cancels one', async () => {
    const book = catalog.books.at(-3);
    const member = await server.session(await server.createUser('mia', 'user', { interactiveSearch: true }));
    const id = await server.insertRequest(member.userId, book?.asin);
    await server.app.services.database.transaction((tx) => tx.run("UPDATE requests SET status = 'awaiting_search' WHERE id = ?", [id]));
    const asMember = async (path: string, init: RequestInit) =>
      fetch(`${server.url}${path}`, { ...init, headers: { authorization: `Bearer ${member.accessToken}`, ...init.headers } });
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Uploads', exact: true }).click();
    await seen(page.getByRole('heading', { level: 1, name: 'Uploads' }));
    const begun = await asMember(`/api/requests/${id}/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ name: 'whole.mp3', size: 4_000_000 }] }),
    });
    const { upload } = (await begun.json()) as { upload: { id: string } };
    const send = async (offset: number) =>
      asMember(`/api/uploads/${upload.id}/files?position=0&offset=${offset}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(1_000_000),
      });
    expect((await send(0)).status).to.equal(200);

    await page.reload();
    await seen(page.getByText(/^1 MB of 4 MB have arrived, 1 file\.$/));
    expect(await axeFindings(page)).to.deep.equal([]);
    await send(1_000_000);
    await seen(page.getByText(/^2 MB of 4 MB have arrived/));
    const cancel = page.getByRole('button', { name: /^Cancel the upload: / });
    await cancel.click();
    await seen(dialog().getByText(/^What .* has sent so far \(2 MB\) will be deleted/));
    await button(dialog(), 'Cancel the upload').click();

    await cancel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Delete the failed upload: / }).click();
    await seen(page.getByText('No uploads'));
    expect((await send(2_000_000)).status).to.equal(404);
  });

  it('says that uploads are turned off', async () => {
    await server.app.services.settings.update({ library: { uploadQuotaGb: 0 } }, SPEC);
    const id = await server.insertRequest(admin.session.userId, catalog.books.at(-2)?.asin);

    await open(id);
    await choose(files);

    await seen(dialog().getByText(/Uploads are turned off on this server/));
  });
});
