import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, becomeScheme, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('the blocklist in the browser', () => {
  let scene: BrowserScene;
  let page: Page;
  const findings: string[] = [];

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const look = async () => {
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
  };

  before(async () => {
    scene = await startBrowserScene();
    const { admin } = await setUp(scene);
    const { database, candidates } = scene.app.services;
    const asin = scene.sims.playable[0]?.asin ?? '';
    await database.transaction(async (tx) => {
      const at = new Date();
      await candidates.block(tx, { asin, releaseKey: 'hash:1', title: 'Crackling [MP3]', indexer: 'Bay', reason: 'It crackles.', at });
      await candidates.block(tx, { asin, releaseKey: 'hash:2', title: 'Moving [MKV]', indexer: 'Cove', reason: 'It is a video.', at });
    });
    page = await scene.open();
    await signIn(page, admin);
    await page.goto('/admin');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('lists what is blocked and why, and finds it by words', async () => {
    await page.getByRole('link', { name: 'Blocklist' }).click();
    await seen(page.getByText('It crackles.'));
    await seen(page.getByText('It is a video.'));
    await look();

    await page.getByRole('textbox', { name: 'Search releases, books and reasons' }).fill('video cove');

    await page.getByText('It crackles.').waitFor({ state: 'detached' });
    await seen(page.getByText('Moving [MKV]'));
  });

  it('unblocks a release, and undoes that', async () => {
    await button('Unblock Moving [MKV]').click();
    await seen(page.getByText('Nothing found for “video cove”'));
    await button('Undo').click();

    await seen(button('Unblock Moving [MKV]'));
  });

  it('keeps what was unblocked, to block it again', async () => {
    await button('Unblock Moving [MKV]').click();
    await page.getByText('Unblocked', { exact: true }).click();
    await seen(button('Block again: Moving [MKV]'));
    await look();
    await button('Block again: Moving [MKV]').click();

    await button('Block again: Moving [MKV]').waitFor({ state: 'detached' });
    await page.getByText('Blocked', { exact: true }).first().click();
    await seen(button('Unblock Moving [MKV]'));
  });

  it('says so when the undo of what left the list fails', async () => {
    await page.goto('/admin/blocklist');
    await page.route('**/api/admin/blocklist/*/block', (route) => route.abort());
    await button('Unblock Moving [MKV]').click();
    await button('Unblock Moving [MKV]').waitFor({ state: 'detached' });

    await button('Undo').click();

    await seen(page.getByText(/^That did not work/));
    await page.unroute('**/api/admin/blocklist/*/block');
    scene.problems.splice(0);
  });

  it('turns to the last page that there is when the shown one is empty, and keeps the keyboard in the list', async () => {
    const { database, candidates } = scene.app.services;
    await database.transaction(async (tx) => {
      for (let index = 0; index < 20; index += 1) {
        const release = { releaseKey: `hash:more:${index}`, title: `Humming ${index} [MP3]`, indexer: 'Bay', reason: 'It hums.' };
        await candidates.block(tx, { asin: scene.sims.playable[0]?.asin ?? '', ...release, at: new Date() });
      }
    });
    await page.goto('/admin/blocklist?page=2');
    await seen(button('Unblock Crackling [MP3]'));

    await button('Unblock Crackling [MP3]').press('Enter');

    await seen(button('Unblock Humming 0 [MP3]'));
    expect(new URL(page.url()).searchParams.get('page')).to.equal('1');
    await page.waitForFunction("document.activeElement.tagName === 'UL'");
  });

  it('has no barrier that axe finds, and no error on the console', () => {
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
