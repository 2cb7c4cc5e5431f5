import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });
const TITLE = "Anne's House of Dreams";

interface Found {
  readonly items: readonly { readonly title: string; readonly series: readonly { readonly id?: string }[] }[];
}

requireOrSkip('chromium')('what is coming up, in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let admin: DemoAccount;
  let page: Page;

  before(async () => {
    scene = await startBrowserScene();
    ({ admin, user: account } = await setUp(scene));
    page = await scene.open();
    await signIn(page, account);
    await page.goto('/');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const dialog = () => page.getByRole('dialog');
  const row = () => page.getByRole('listitem').filter({ hasText: TITLE });
  const calendar = () => page.getByRole('region', { name: 'Calendar address' });
  const focusIsIn = (place: Locator) => becomes(() => place.locator(':focus').count(), 1, 'the focus where it was');
  const statusOf = async (address: string) => (await fetch(address)).status;

  it('is reached from the menu of the account, and says how it fills', async () => {
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Coming up' }).click();

    await seen(page.getByRole('heading', { name: 'Coming up', level: 1 }));
    await seen(page.getByText('Nothing announced yet'));
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('lists by month what is announced of a followed series, as soon as it is checked', async () => {
    const { items } = await account.api.call<Found>('GET', '/api/audiobooks/search?q=house%20of%20dreams');
    const seriesId = items.find(({ title }) => title === TITLE)?.series[0]?.id;
    await account.api.call('POST', '/api/user/watched-series', { seriesId, mode: 'tell' });

    await seen(row());
    const days = await row().locator('time').getAttribute('datetime');
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${days ?? ''}T12:00:00Z`),
    );
    await seen(page.getByRole('region', { name: month }).getByText(TITLE));
    expect(await axeFindings(page)).to.deep.equal([]);

    await row()
      .getByRole('link', { name: /Anne of Green Gables/ })
      .first()
      .click();
    await seen(page.getByRole('heading', { name: /Anne of Green Gables/, level: 1 }));
    await page.goBack();
  });

  it('gives the focus back when ignoring is undone in the message', async () => {
    await row()
      .getByRole('button', { name: /^Ignore/ })
      .focus();
    await page.keyboard.press('Enter');
    await seen(row().getByRole('button', { name: /^Stop ignoring/ }));
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await seen(row().getByRole('button', { name: /^Ignore/ }));

    await focusIsIn(row());
  });

  it('says of a book that one requested it', async () => {
    await row()
      .getByRole('button', { name: /^Request/ })
      .click();

    await seen(row().getByText('You requested it.'));
  });

  it('has an address for calendars, which is shown once, renewed and revoked', async () => {
    const shown = () => dialog().getByRole('textbox', { name: 'Address' });
    await calendar().getByRole('button', { name: 'Make an address' }).click();
    await seen(shown());
    expect(await axeFindings(page)).to.deep.equal([]);
    const first = await shown().inputValue();
    const text = await (await fetch(first)).text();
    expect(text).to.contain(`SUMMARY:${TITLE}\r\n`);

    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await focusIsIn(calendar());
    await seen(calendar().getByText(/^You made an address on/));
    expect(await page.content()).to.not.contain(first);
    expect(await axeFindings(page)).to.deep.equal([]);

    await calendar().getByRole('button', { name: 'Renew' }).click();
    await dialog().getByRole('button', { name: 'Renew' }).click();
    await seen(shown());
    const second = await shown().inputValue();
    expect([await statusOf(first), await statusOf(second)]).to.deep.equal([404, 200]);
    await dialog().getByRole('button', { name: 'Done' }).click();

    await calendar().getByRole('button', { name: 'Revoke' }).click();
    await dialog().getByRole('button', { name: 'Revoke' }).click();
    await seen(calendar().getByRole('button', { name: 'Make an address' }));
    expect(await statusOf(second)).to.equal(404);
    await focusIsIn(calendar());
  });

  it('has an address that an admin revokes where people are listed', async () => {
    await calendar().getByRole('button', { name: 'Make an address' }).click();
    const address = await dialog().getByRole('textbox', { name: 'Address' }).inputValue();
    await dialog().getByRole('button', { name: 'Done' }).click();
    const office = await scene.open();
    await signIn(office, admin);
    await office.goto('/admin/users');
    await office.getByRole('button', { name: `Edit: ${account.username}` }).click();
    const person = office.getByRole('dialog', { name: `Edit ${account.username}` });
    await seen(person.getByText(/^Has had a calendar address since/));
    await person.getByRole('button', { name: 'Revoke calendar address' }).click();
    const question = office.getByRole('dialog', { name: /^Revoke the calendar address of/ });
    await seen(question);
    expect(await axeFindings(office)).to.deep.equal([]);
    await question.getByRole('button', { name: 'Revoke' }).click();
    await person.getByRole('button', { name: 'Revoke calendar address' }).waitFor({ state: 'hidden' });

    expect(await statusOf(address)).to.equal(404);
    await focusIsIn(person);
    await office.context().close();
    await page.reload();
    await seen(calendar().getByRole('button', { name: 'Make an address' }));
  });

  it('is a row of the home page, and so are new books of what one follows', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await dialog().getByRole('button', { name: 'New from what you follow' }).click();
    await dialog().getByRole('button', { name: 'Coming up' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();

    await seen(page.getByRole('region', { name: 'Coming up' }).getByText(TITLE));
    await seen(page.getByRole('region', { name: 'New from what you follow' }).getByRole('link', { name: /Anne/ }));
    await page.getByRole('link', { name: 'Show all of Coming up' }).click();
    await seen(row());
  });
});
