import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

requireOrSkip('chromium')('the editions of a book in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;

  const one = () => scene.sims.playable[0];
  const other = () => scene.sims.playable[1];
  const panel = () => page.getByRole('region', { name: 'One recording' });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const editions = async () => {
    const { work } = await account.api.call<{ work: { editions: { asin: string }[] } }>('GET', `/api/admin/works/${one()?.asin}`);
    return work.editions.length;
  };

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('are merged with those of a book that is searched, and as before with the undo of the message', async () => {
    await page.goto(`/book/${one()?.asin}`);
    await button('Merge with another book').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(other()?.title ?? '');
    await dialog
      .getByRole('button', { name: `Merge: ${other()?.title}` })
      .first()
      .click();

    await becomes(editions, 2, 'editions after the merge');
    await panel()
      .getByText(/merged by admin on /)
      .first()
      .waitFor();
    const findings = await axeFindings(page);
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await button('Undo').last().click();

    await becomes(editions, 1, 'editions after the undo');
    expect(findings).to.deep.equal([]);
  });

  it('are split, which is undone in the list of changes', async () => {
    await account.api.call('POST', '/api/admin/works/merge', { asin: one()?.asin, other: other()?.asin });
    await button(`Take out: ${other()?.asin}`).click();
    await becomes(editions, 1, 'editions after the split');

    await panel()
      .getByRole('button', { name: /^Undo: admin took/ })
      .first()
      .click();

    await becomes(editions, 2, 'editions after the undo');
    await button(`Take out: ${other()?.asin}`).waitFor();
  });
});
