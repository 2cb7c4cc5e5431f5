import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('setup, from a browser in Germany', () => {
  let scene: BrowserScene;
  let page: Page;

  before(async () => {
    scene = await startBrowserScene();
    page = await scene.open({ locale: 'en-DE', timezoneId: 'Europe/Berlin' });
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${page?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('connects the catalogue with the first account, for the region of the browser', async () => {
    await page.goto('/');
    await page.getByLabel('Setup token').fill((await scene.app.setupToken()) ?? '');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(randomBytes(12).toString('base64url'));
    await page.getByRole('button', { name: 'Create the account' }).click();
    await seen(page.getByRole('textbox', { name: 'Library folder' }));

    const { integrations, settings } = scene.app.services;
    expect(await integrations.countByKind()).to.include({ catalog: 1 });
    expect((await settings.get()).server.region).to.equal('de');
  });

  it('finds books from then on, with nothing else configured', async () => {
    await page.goto('/search?q=scarlet');
    await seen(page.getByRole('main').getByRole('link', { name: 'A Study in Scarlet' }));
  });

  it('leads back to where it was left', async () => {
    const again = await page.context().newPage();
    await again.goto('/');
    await again.waitForURL(/\/setup$/);
    await seen(again.getByRole('textbox', { name: 'Library folder' }));
    await again.getByRole('textbox', { name: 'Library folder' }).fill(scene.sims.libraryDir);
    await again.getByRole('button', { name: 'Test and save' }).click();
    await again.getByRole('button', { name: 'Continue' }).click();
    await seen(again.getByText('Audible', { exact: true }));
    await filledIn(again);

    expect(await axeFindings(again)).to.deep.equal([]);
    await again.getByRole('button', { name: 'Finish for now' }).click();
    await seen(again.getByRole('heading', { name: 'Finish setting up Lectern' }));
    await seen(again.getByRole('button', { name: /^Indexer.*Connect$/ }));
    expect(await again.getByRole('button', { name: /^Catalogue.*Connect$/ }).count()).to.equal(0);
  });
});
