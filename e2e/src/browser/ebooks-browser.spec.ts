import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { fromBookMenu } from './book-menu.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium')('ebooks in the browser', () => {
  let scene: BrowserScene;
  let accounts: { admin: DemoAccount; user: DemoAccount };
  let page: Page;

  before(async () => {
    scene = await startBrowserScene();
    accounts = await setUp(scene);
    await accounts.admin.api.call('PATCH', '/api/admin/settings', { requests: { autoApprove: true } });
    page = await scene.open();
    await signIn(page, accounts.user);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('are requested beside the audiobook, and show their status', async () => {
    const book = scene.sims.playable[0];
    await page.goto(`/book/${book?.asin}`);

    await page.getByRole('button', { name: 'Request ebook' }).click();

    await seen(page.getByText(`The ebook of “${book?.title}” has been requested.`));
    await seen(page.getByRole('button', { name: 'Request audiobook' }));
    await page.goto('/requests');
    const row = page.getByRole('article').filter({ hasText: book?.title ?? '' });
    await seen(row.getByText('Ebook', { exact: true }));
    expect(await axeFindings(page)).to.deep.equal([]);
    await seen(row.getByText('In library'), 60_000);
    await page.goto(`/book/${book?.asin}`);
    await seen(page.getByRole('link', { name: 'In library' }));
    await becomes(() => page.getByRole('button', { name: 'Request ebook' }).count(), 0);
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('are requested in the form together with the audiobook, with a note for the admins', async () => {
    const book = scene.sims.playable[4];
    await page.goto(`/book/${book?.asin}`);

    await fromBookMenu(page, 'Request with options…');
    const form = page.getByRole('dialog');
    await form.getByRole('radio', { name: 'Both' }).check();
    await form.getByRole('textbox', { name: /^Note/ }).fill('For the long drive.');
    expect(await axeFindings(page)).to.deep.equal([]);
    await form.getByRole('button', { name: 'Request', exact: true }).click();
    await becomes(() => page.getByRole('dialog').count(), 0);

    const { items } = await accounts.admin.api.call<{ items: { id: string; type: string; note?: string; parentRequestId?: string }[] }>(
      'GET',
      `/api/admin/requests?search=${encodeURIComponent(book?.title ?? '')}`,
    );
    const audiobook = items.find(({ type }) => type === 'audiobook');
    const ebook = items.find(({ type }) => type === 'ebook');
    expect([audiobook?.note, ebook?.note]).to.deep.equal(['For the long drive.', 'For the long drive.']);
    expect(ebook?.parentRequestId).to.equal(audiobook?.id);
  });

  it('are requested by an admin for somebody else', async () => {
    const book = scene.sims.playable[5];
    const admin = await scene.open();
    await signIn(admin, accounts.admin);
    await admin.goto(`/book/${book?.asin}`);

    await fromBookMenu(admin, 'Request with options…');
    const form = admin.getByRole('dialog');
    await form.getByRole('radio', { name: 'Ebook' }).check();
    await form.getByRole('combobox', { name: 'For' }).click();
    await admin.getByRole('option', { name: 'Rita Reader' }).click();
    await form.getByRole('button', { name: 'Request', exact: true }).click();

    await seen(admin.getByText(`The ebook of “${book?.title}” has been requested for Rita Reader.`));
    const { items } = await accounts.user.api.call<{ items: { type: string; mine: boolean; book: { asin: string } }[] }>(
      'GET',
      '/api/requests',
    );
    expect(items.find((request) => request.book.asin === book?.asin)).to.include({ type: 'ebook', mine: true });
    await admin.close();
  });

  it('are requested from the page of an audiobook request, which then links both ways', async () => {
    const { api } = accounts.user;
    const { request } = await api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: scene.sims.playable[1]?.asin });
    await page.goto(`/requests/${request.id}`);

    await page.getByRole('button', { name: 'Request ebook' }).click();

    const there = page.getByRole('link', { name: 'View ebook request' });
    await seen(there);
    expect(await axeFindings(page)).to.deep.equal([]);
    await there.click();
    await seen(page.getByText('Ebook', { exact: true }));
    await page.getByRole('link', { name: 'View audiobook request' }).click();
    await until(async () => page.url().endsWith(request.id), { everyMs: 50, what: 'the way back' });
  });

  it('are configured on the settings page', async () => {
    const admin = await scene.open();
    await signIn(admin, accounts.admin);
    await admin.goto('/admin/settings');
    const template = admin.getByRole('textbox', { name: 'Paths of ebooks' });
    await template.fill('../{title}');
    await admin.getByRole('switch', { name: 'Also search indexers' }).check({ force: true });
    await admin.getByRole('button', { name: 'Save' }).click();
    await becomes(() => template.getAttribute('aria-invalid'), 'true');
    await template.fill('Ebooks/{author}/{title}');
    await admin.getByRole('button', { name: 'Save' }).click();

    const saved = () =>
      accounts.admin.api.call<{ library: { ebookPathTemplate: string }; ebooks: { useIndexers: boolean } }>('GET', '/api/admin/settings');
    await until(async () => (await saved()).library.ebookPathTemplate.startsWith('Ebooks/'), { everyMs: 100, what: 'saved' });
    expect((await saved()).ebooks.useIndexers).to.equal(true);
    expect(await axeFindings(admin)).to.deep.equal([]);
  });

  it('look right on a phone, in the dark', async () => {
    const phone = await scene.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await signIn(phone, accounts.user);
    await phone.goto(`/book/${scene.sims.playable[2]?.asin}`);
    const button = phone.getByRole('button', { name: 'Request ebook' });
    await seen(button);

    const box = await button.boundingBox();
    expect(box?.x).to.be.at.least(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(390);
    expect(await axeFindings(phone)).to.deep.equal([]);
    if (process.env['SHOT']) await phone.screenshot({ path: process.env['SHOT'] });
  });
});
