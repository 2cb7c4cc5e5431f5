import { loadMessages } from '@lectern/messages';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { openProfile } from '../browser/shared-chromium.spec.support.js';
import { inLanguage } from './in-language.js';

requireOrSkip('chromium')('inLanguage()', () => {
  let context: BrowserContext;
  let page: Page;

  before(async () => {
    context = await openProfile({});
    page = await context.newPage();
    const german = await loadMessages('de', 'shell');
    await page.setContent(`
      <p role="status">${german['common.stillTrying']}</p>
      <button>${german['book.readMore']}</button>
      <button id="more">${german['book.more']}</button>`);
  });
  after(() => context?.close());

  it('finds a text by a part of its words', async () => {
    const inGerman = await inLanguage(page, 'de');

    expect(await inGerman.getByRole('status').filter({ hasText: 'still trying' }).count()).to.equal(1);
  });

  it('finds only the whole of a name that is to be exact', async () => {
    const inGerman = await inLanguage(page, 'de');

    expect(await inGerman.getByRole('button', { name: 'More', exact: true }).getAttribute('id')).to.equal('more');
  });
});
