import { stockLibrary, type DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const MERIDIAN = 'The Drowned Meridian';
const LAMPS = 'The Lamplighters of Hollow Street';

requireOrSkip('chromium')('series with gaps in the browser of an admin', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  const findings: string[] = [];

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const listed = () => page.locator('main li').filter({ has: page.getByRole('button', { name: /^(Not interested|List again): / }) });
  const names = async () => (await listed().getByRole('link').allInnerTexts()).join(' · ');
  const joined = (...series: string[]) => series.join(' · ');
  const known = async () => {
    const { items } = await account.api.call<{ items: { name: string }[] }>('GET', '/api/admin/library/series-gaps');
    return joined(...items.map(({ name }) => name));
  };

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    await stockLibrary(scene.sims, account.api);
    await becomes(
      async () => (await account.api.call<{ total: number }>('GET', '/api/admin/library')).total >= 26,
      true,
      'the library was read',
    );
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('are found by the job, and shown on the page that is open', async () => {
    await page.goto('/admin/library');
    await page.getByRole('link', { name: 'Series with gaps' }).click();
    await filledIn(page);
    await page.getByText('No gaps found').waitFor();

    await account.api.call('POST', '/api/admin/jobs/series-gaps.refresh/run', {});

    await becomes(names, joined(LAMPS, MERIDIAN, 'Extraordinary Voyages', 'Oz'), 'series, the one that lacks most first');
    await page.getByText('5 of 5 series read from the catalogue.').waitFor();
    const parts = page.getByRole('list', { name: `Missing parts of ${MERIDIAN}` });
    expect((await parts.getByRole('listitem').allInnerTexts()).slice(0, 2)).to.deep.equal(['4.5A Rope of Sand', "7The Pilot's Widow"]);
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
  });

  it('are set aside, listed again with the undo of the message, and by the list of those set aside', async () => {
    await button(`Not interested: ${MERIDIAN}`).click();
    await becomes(known, joined(LAMPS, 'Extraordinary Voyages', 'Oz'), 'series after the dismissal');
    await button('Undo').click();
    await becomes(async () => (await known()).split(' · ').length, 4, 'series after the undo');

    await button(`Not interested: ${LAMPS}`).click();
    await becomes(names, joined(MERIDIAN, 'Extraordinary Voyages', 'Oz'), 'series on the page');
    await page.getByText('Not interested', { exact: true }).first().click();
    await becomes(names, LAMPS, 'series set aside');
    await button(`List again: ${LAMPS}`).click();
    await page.getByText('You have set no series aside.').waitFor();
    await becomes(async () => (await known()).split(' · ').length, 4, 'series in the end');
  });

  it('are searched, and what is missing is requested from the sheet', async () => {
    await page.goto('/admin/library/series');
    await page.getByRole('textbox', { name: 'Search series' }).fill('voyages');
    await becomes(names, 'Extraordinary Voyages', 'series that were searched');
    await button(/^Request the 2 missing books: /).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').first().waitFor();
    await dialog.getByRole('button', { name: 'Request 2 books' }).click();

    await dialog.waitFor({ state: 'detached' });
    const { items } = await account.api.call<{ items: { parts: { requested: boolean }[] }[] }>(
      'GET',
      '/api/admin/library/series-gaps?search=voyages',
    );
    expect(items[0]?.parts.map(({ requested }) => requested)).to.deep.equal([true, true]);
    expect(findings).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
