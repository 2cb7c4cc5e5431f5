import { readdir } from 'node:fs/promises';
import { followRequest, type DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

requireOrSkip('chromium')('deleting a request in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  const findings: string[] = [];

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const bookOf = (index: number) => scene.sims.playable[index] as NonNullable<(typeof scene.sims.playable)[number]>;

  async function place(index: number): Promise<string> {
    const { request } = await account.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin: bookOf(index).asin });
    expect(await followRequest(account.api, request.id, { timeoutMs: 200_000 })).to.equal('available');
    return request.id;
  }

  /** Audio files below the library folder. */
  async function files(): Promise<number> {
    const entries = await readdir(scene.sims.libraryDir, { recursive: true });
    return entries.filter((name) => /\.(?:m4b|mp3)$/.test(name)).length;
  }

  async function askToDelete(): Promise<void> {
    await button('More').focus();
    await page.keyboard.press('Enter');
    // the last one
    await page.keyboard.press('End');
    await becomes(() => page.evaluate<string>('document.activeElement.textContent'), 'Delete…', 'focus');
    await page.keyboard.press('Enter');
  }

  const requestsLeft = async (): Promise<number> => (await account.api.call<{ total: number }>('GET', '/api/admin/requests')).total;

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('says which files would go, and removes them with the request', async () => {
    const id = await place(0);
    expect(await files()).to.be.greaterThan(0);
    await page.goto(`/requests/${id}`);
    await askToDelete();
    const dialog = page.getByRole('dialog', { name: `Delete the request for “${bookOf(0).title}”?` });
    await dialog.getByRole('listitem').first().waitFor();
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
    await page.setViewportSize({ width: 390, height: 844 });
    findings.push(...(await axeFindings(page)));
    await page.setViewportSize({ width: 1440, height: 900 });

    await dialog.getByRole('radio', { name: 'Remove the files' }).check();
    await dialog.getByRole('button', { name: 'Delete request and files' }).click();

    await dialog.waitFor({ state: 'detached' });
    await becomes(requestsLeft, 0, 'requests');
    await becomes(files, 0, 'audio files');
    await page.getByText('This request was deleted').first().waitFor();
    findings.push(...(await axeFindings(page)));
  });

  it('keeps the files if that is wished, and closes with Escape where the focus was', async () => {
    const id = await place(1);
    const placed = await files();
    await page.goto(`/requests/${id}`);
    await askToDelete();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('listitem').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => page.evaluate<string>('document.activeElement.textContent'), 'More', 'focus');

    await askToDelete();
    await dialog.getByRole('button', { name: 'Delete request' }).click();

    await becomes(requestsLeft, 0, 'requests');
    expect(await files()).to.equal(placed);
    expect(findings).to.deep.equal([]);
    // the open page asks once more for the request that has gone
    expect(scene.problems.filter((problem) => !/404 .*\/api\/requests\//.test(problem))).to.deep.equal([]);
  });
});
