import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });
const DEFAULT = ['Your requests', 'New in the library', 'Popular now', 'New releases'];

requireOrSkip('chromium')('arranging the home page in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;

  before(async () => {
    ({ scene, account, page } = await startSignedInScene());
    await page.goto('/');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = () => page.getByRole('list', { name: 'Rows of the home page' }).getByRole('listitem');
  const names = () => rows().allInnerTexts();
  const saved = async () =>
    (await account.api.call<{ sections: { section: string }[] }>('GET', '/api/user/home-sections')).sections.map(({ section }) => section);
  const status = (text: string) => page.getByRole('status').filter({ hasText: text });

  const has = (locator: Locator) => becomes(() => locator.and(page.locator(':focus')).count(), 1, 'the focus');

  async function arrange(): Promise<void> {
    await button('Arrange').click();
    await seen(rows());
  }

  async function save(): Promise<void> {
    await button('Save').click();
    await seen(button('Arrange'));
  }

  it('moves rows by the keyboard, says where they are, and keeps the focus', async () => {
    await arrange();
    await has(page.getByRole('heading', { level: 1 }));
    expect(await names()).to.deep.equal(DEFAULT);
    expect(await axeFindings(page)).to.deep.equal([]);

    await button('Move Popular now up').focus();
    await page.keyboard.press('Enter');
    await seen(status('Popular now is now row 2 of 4.'));
    await page.keyboard.press('ArrowUp');
    await seen(status('Popular now is now row 1 of 4.'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await seen(status('Popular now is now row 2 of 4.'));
    await save();
    await has(button('Arrange'));

    expect(await saved()).to.deep.equal(['in-progress', 'popular', 'recently-added', 'new-releases']);
  });

  it('drags rows by their handle', async () => {
    await arrange();
    const handle = await page.locator('[data-handle="new-releases"]').boundingBox();
    const first = await rows().first().boundingBox();
    if (!handle || !first) throw new Error('there is nothing to drag');
    const x = handle.x + handle.width / 2;

    await page.mouse.move(x, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, first.y + first.height + 4, { steps: 6 });
    await page.mouse.move(x, first.y + 2, { steps: 6 });
    await page.mouse.up();

    await seen(status('New releases is now row 1 of 4.'));
    expect(await names()).to.deep.equal(['New releases', 'Your requests', 'Popular now', 'New in the library']);
    await button('Cancel').click();
    await seen(button('Arrange'));
    expect(await saved()).to.deep.equal(['in-progress', 'popular', 'recently-added', 'new-releases']);
  });

  it('adds a category from the tree, whose books come by themselves, and shows it in another tab', async () => {
    const other = await page.context().newPage();
    await other.goto('/');
    await seen(other.getByRole('heading', { name: 'Popular now' }));
    const { items } = await account.api.call<{ items: { id: string; name: string }[] }>('GET', '/api/categories');
    const [{ id, name } = { id: '', name: '' }] = items;

    await arrange();
    await button('Remove New releases').click();
    await seen(status('New releases was removed.'));
    await button('Add a row').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Find a category' }).fill(name);
    await dialog.getByRole('button', { name, exact: true }).click();
    await seen(dialog.locator('[aria-pressed="true"]').filter({ hasText: name }));
    expect(await axeFindings(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await save();

    expect(await saved()).to.deep.equal(['in-progress', 'popular', 'recently-added', `category:${id}`]);
    for (const tab of [page, other]) await seen(tab.getByRole('region', { name }).getByRole('article'));
    await other.close();
  });

  it('brings the default back', async () => {
    await arrange();
    await button('Reset to default').click();
    expect(await names()).to.deep.equal(DEFAULT);
    await save();

    const { isDefault } = await account.api.call<{ isDefault: boolean }>('GET', '/api/user/home-sections');
    expect(isDefault).to.equal(true);
  });

  it('cannot be saved without a row', async () => {
    await arrange();
    for (const name of DEFAULT) await button(`Remove ${name}`).click();

    await seen(page.getByText('A home page needs at least one row.'));
    expect(await button('Save').isDisabled()).to.equal(true);
    expect(await page.locator('button:focus').innerText()).to.equal('Add a row');
    await button('Cancel').click();
  });
});
