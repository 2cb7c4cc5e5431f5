import { addShelves, type DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

interface Books {
  readonly items: readonly { readonly bookId: string; readonly title: string; readonly asin?: string }[];
}

requireOrSkip('chromium')('a correction by an admin in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let shelfId = '';
  let wrong: Books['items'][number] | undefined;

  const books = async () => (await account.api.call<Books>('GET', `/api/user/shelves/${shelfId}/books`)).items;
  const asinNow = async () => (await books()).find(({ bookId }) => bookId === wrong?.bookId)?.asin;
  const right = () => scene.sims.playable[1];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const forEveryone = () => dialog().getByRole('checkbox', { name: 'For everyone who has this book on a shelf' });

  async function choose(): Promise<void> {
    await dialog()
      .getByRole('textbox')
      .fill(right()?.title ?? '');
    await dialog()
      .getByRole('button', { name: `This one: ${right()?.title}` })
      .first()
      .click();
    await becomes(asinNow, right()?.asin, 'the book after the correction');
  }

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    shelfId = (await addShelves(account.api, scene.sims.shelves.shelves))[0]?.id ?? '';
    await becomes(async () => (await books()).some(({ asin }) => asin !== undefined), true, 'a book that was found');
    wrong = (await books()).find(({ asin }) => asin !== undefined && asin !== right()?.asin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('is for everyone unless they say otherwise, and says so until it is taken back', async () => {
    const found = wrong?.asin;
    await page.goto(`/shelves/${shelfId}`);
    await button(`Not this book?: ${wrong?.title}`).click();
    await forEveryone().waitFor();
    expect(await forEveryone().isChecked()).to.equal(true);
    const findings = await axeFindings(page);
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await choose();

    await button(`Corrected: ${wrong?.title}`).click();
    await dialog()
      .getByText(/^An admin corrected it for everyone on /)
      .waitFor();
    await button('Take the correction back').click();
    await becomes(asinNow, found, 'the book after the correction was taken back');
    expect(findings).to.deep.equal([]);
  });

  it('is for themselves where they untick it', async () => {
    await button(`Not this book?: ${wrong?.title}`).click();
    await forEveryone().uncheck();
    await choose();

    await button(`Corrected: ${wrong?.title}`).click();
    await dialog()
      .getByText(/^You corrected it on /)
      .waitFor();
  });
});
