import { startAudiobookshelfSimulator, type AudiobookshelfSimulator } from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';

const KEY = 'planted-api-key-0004';

requireOrSkip('chromium')('the page of a media server, in the browser', () => {
  let server: BareServer;
  let abs: AudiobookshelfSimulator;
  let admin: AdminPage;
  let page: Page;
  let id: string;

  before(async () => {
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    await server.app.ready;
    const users = [{ username: 'Reader', password: 'x' }];
    const libraries = [{ id: 'lib', name: 'Books', root: '/nowhere' }];
    abs = await startAudiobookshelfSimulator({ apiKey: KEY, libraries, users, openid: { redirectUris: [], username: () => 'Reader' } });
    const { settings, integrations } = server.app.services;
    await settings.update({ server: { publicUrl: server.url } }, { name: 'spec' });
    const answers = { baseUrl: abs.url, apiKey: KEY, allowSignIn: true, signInWith: 'password' };
    const wanted = { pluginId: 'media-audiobookshelf', name: 'Audiobookshelf', enabled: true, settings: answers };
    ({ id } = await integrations.create(wanted, { name: 'spec' }));
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  after(async () => {
    await admin?.close();
    await abs?.close();
    await server?.stop();
  });

  it('shows the return address where people sign in by being sent away, and only there', async () => {
    const address = page.getByRole('textbox', { name: 'Return address' });
    const told = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/providers'));
    await page.goto(`/admin/integrations/${id}`);
    await told;
    await page.getByRole('heading', { name: 'Audiobookshelf', level: 1 }).waitFor();
    expect(await address.count()).to.equal(0);

    await page.getByRole('button', { name: 'Advanced' }).click();
    await page.getByRole('combobox', { name: /^How they sign in/ }).click();
    await page.getByRole('option', { name: 'At the OpenID provider of Audiobookshelf' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await address.waitFor();
    await becomes(() => address.inputValue(), `${server.url}/sign-in/return/${id}`);
    expect(await axeFindings(page)).to.deep.equal([]);
  });
});
