import { randomUUID } from 'node:crypto';
import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('the check-up of the library in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  const findings: string[] = [];

  const book = () => scene.sims.playable[0];
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const kind = (name: RegExp) => page.getByRole('radiogroup', { name: 'What is listed' }).getByText(name);

  /** A book as a media server lists it. */
  async function addItem(title: string, more: object = {}): Promise<void> {
    const { items } = await account.api.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    const integrationId = items.find(({ pluginId }) => pluginId.startsWith('media-'))?.id ?? '';
    const [id, at] = [randomUUID(), new Date().toISOString()];
    const described = { title, authors: '["Aunt Polly"]', narrators: '[]', hasCover: false, hasAudio: true, addedAt: at, updatedAt: at };
    const row = { id, integrationId, libraryId: 'l', itemId: id, ...described, seenScan: id, missingScans: 0, ...more };
    await scene.app.services.database.transaction((tx) => tx.insert('library_items', row));
  }

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    // the catalogue describes the book once somebody has looked at it
    await account.api.call('GET', `/api/audiobooks/${book()?.asin}`);
    await addItem('Much too long', { matchedAsin: book()?.asin, matchedBy: 'asin', durationSeconds: 400 * 3600 });
    await addItem('Recorded by my aunt');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('is started from the library, and says what it found without a reload', async () => {
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Check-up' }).click();
    await filledIn(page);
    await button('Check now').click();

    await seen(page.getByText(/1 differs from the catalogue’s length by more than 5% · 1 has no ASIN/));
    await seen(page.getByText(/the catalogue says/));
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
  });

  it('reports a book that Lectern placed once, and opens the report', async () => {
    await scene.app.services.database.transaction((tx) =>
      tx.run("UPDATE library_items SET matched_by = 'hash' WHERE title = 'Much too long'"),
    );
    for (let time = 0; time < 2; time += 1) {
      await page.goto('/admin/library/check-up');
      await button('Replace: Much too long').click();
      await page.waitForURL(/\/admin\/reports\/[0-9a-f-]+$/);
      await seen(page.getByText(/^The recording is 400\shr long; the catalogue says /));
    }
    const { total } = await account.api.call<{ total: number }>('GET', '/api/admin/reports');
    expect(total).to.equal(1);
    await page.goto('/admin/library/check-up');
  });

  it('takes what is fine off the list, brings it back, and remembers it over the next check-up', async () => {
    await button('It is fine: Much too long').click();
    await becomes(() => button('It is fine: Much too long').count(), 0, 'findings after the word');
    await button('Undo').click();
    await seen(button('It is fine: Much too long'));
    await button('It is fine: Much too long').click();
    await becomes(() => button('It is fine: Much too long').count(), 0, 'findings after the second word');

    const before = (await account.api.call<{ checkUp: { id: string } }>('GET', '/api/admin/library/check-up')).checkUp.id;
    await button('Check now').click();
    const last = () =>
      account.api.call<{ checkUp: { id: string; state: string }; findings: { length: object } }>('GET', '/api/admin/library/check-up');
    await becomes(async () => (await last()).checkUp.id !== before && (await last()).checkUp.state, 'done', 'the second check-up');

    expect((await last()).findings.length).to.deep.equal({ open: 0, fine: 1 });
    await page.getByText('Fine', { exact: true }).first().click();
    await kind(/^Length/).click();
    await seen(button('List again: Much too long'));
  });

  it('links a book without ASIN, which leaves the list', async () => {
    await page.goto('/admin/library/check-up?kind=no_asin');
    await button('Link to a book: Recorded by my aunt').click();
    const dialog = page.getByRole('dialog', { name: 'Which book is “Recorded by my aunt”?' });
    await dialog.getByRole('textbox').fill(scene.sims.playable[1]?.title ?? '');
    await dialog
      .getByRole('button', { name: `Link: ${scene.sims.playable[1]?.title}`, exact: true })
      .first()
      .click();

    await seen(page.getByText('Every book has an ASIN.'));
  });

  it('is behind one button of the library on a phone, beside the others that work on it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/admin/library');
    await button('Tools').click();
    expect(await page.getByRole('menuitem').count()).to.equal(7);
    await page.getByRole('menuitem', { name: 'Check-up' }).click();
    await page.waitForURL('**/admin/library/check-up');
    await seen(page.getByRole('heading', { level: 1, name: 'Library check-up' }));
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
