import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';

requireOrSkip('chromium')('folders of the server, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let root: string;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lectern-folders-')));
    await mkdir(join(root, 'Books'));
    server = await startBareServer();
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('begin at the nearest one of a path that is not there, and a new one is made and entered', async () => {
    const { page } = admin;
    await page.goto('/admin/library/take-in');
    const field = page.getByRole('main').getByRole('textbox').first();
    await field.fill(join(root, 'Books', 'none', 'at all'));
    await page.getByRole('button', { name: 'Browse' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a folder' });
    await dialog.getByText(/This is the nearest one:$/).waitFor();
    await dialog.getByRole('button', { name: 'Up one folder' }).click();
    await dialog.getByText(root, { exact: true }).waitFor();

    const create = async (name: string) => {
      await dialog.getByRole('button', { name: 'Create folder' }).click();
      await dialog.getByRole('textbox', { name: 'Name of the new folder' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await create('Books');
    await dialog.getByText(`“Books” already exists in “${root}”.`).waitFor();
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/folder-exists.png` });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await create('New');
    await dialog.getByText(join(root, 'New'), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();

    expect(await field.inputValue()).to.equal(join(root, 'New'));
    expect((await readdir(root)).sort()).to.deep.equal(['Books', 'New']);
    // a name that is sent from the dialog does not send the form around it
    expect((await server.app.services.audit.list({ page: 1, limit: 5, action: 'library.take_in_started' })).total).to.equal(0);
    expect(admin.problems).to.deep.equal([]);
  });
});
