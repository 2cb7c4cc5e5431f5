import { addShelves, type DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

interface Books {
  readonly items: readonly { readonly bookId: string; readonly title: string; readonly asin?: string; readonly correctedBy?: string }[];
}

requireOrSkip('chromium')('correcting the book of a shelf in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  let shelfId = '';
  let wrong: Books['items'][number] | undefined;

  const books = async () => (await account.api.call<Books>('GET', `/api/user/shelves/${shelfId}/books`)).items;
  const asinNow = async () => (await books()).find(({ bookId }) => bookId === wrong?.bookId)?.asin;
  const right = () => scene.sims.playable[1];
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  before(async () => {
    ({ scene, account, page } = await startSignedInScene());
    shelfId = (await addShelves(account.api, scene.sims.shelves.shelves))[0]?.id ?? '';
    await becomes(async () => (await books()).some(({ asin }) => asin !== undefined), true, 'a book that was found');
    wrong = (await books()).find(({ asin }) => asin !== undefined && asin !== right()?.asin);
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('shows what was found, and takes the book that the person chooses', async () => {
    const found = wrong?.asin;
    await page.goto(`/shelves/${shelfId}`);
    await button(`Not this book?: ${wrong?.title}`).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('Lectern found'));
    const findings = await axeFindings(page);
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));

    await dialog.getByRole('textbox').fill(right()?.title ?? '');
    await dialog
      .getByRole('button', { name: `This one: ${right()?.title}` })
      .first()
      .click();

    await becomes(asinNow, right()?.asin, 'the book after the correction');
    await seen(button(`Corrected: ${wrong?.title}`));
    await button('Undo').click();
    await becomes(asinNow, found, 'the book after the undo');
    expect(findings).to.deep.equal([]);
  });

  it('says that the catalogue does not have it, until that is taken back', async () => {
    const found = wrong?.asin;
    await button(`Not this book?: ${wrong?.title}`).click();
    await button('The catalogue does not have it').click();
    await becomes(asinNow, undefined, 'the book that is none');

    await button(`Corrected: ${wrong?.title}`).click();
    await seen(page.getByText(/^You corrected it on /));
    await button('Take the correction back').click();

    await becomes(asinNow, found, 'the book after the correction was taken back');
  });
});
