import { randomBytes } from 'node:crypto';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { changed, putInto } from '../look/browser-states.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** More than a line of a button or a title is high, and less than two are. */
const ONE_LINE = 34;
const heightOf = async (text: Locator) => (await text.boundingBox())?.height;

requireOrSkip('chromium')('the long words of German on a phone', () => {
  let scene: BrowserScene;
  let page: Page;

  before(async () => {
    scene = await startBrowserScene();
    page = await scene.open({ locale: 'de', viewport: { width: 390, height: 844 } });
  });
  after(() => scene?.stop());

  it('leave the button beside a folder its whole word', async () => {
    await page.goto('/');
    await page.getByLabel('Einrichtungstoken').fill((await scene.app.setupToken()) ?? '');
    await page.getByLabel('Benutzername').fill('admin');
    await page.getByLabel('Passwort', { exact: true }).fill(randomBytes(12).toString('base64url'));
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    const folder = page.getByRole('textbox', { name: 'Bibliotheksordner' });
    await folder.waitFor();
    const browse = page.getByRole('button', { name: 'Durchsuchen' }).first();
    const [field, button] = await Promise.all([folder.boundingBox(), browse.boundingBox()]);

    expect(button?.x ?? 0).to.be.at.least((field?.x ?? 0) + (field?.width ?? 0));
    expect((button?.x ?? 0) + (button?.width ?? 0)).to.be.at.most(390);
    expect(await heightOf(browse.locator('.mantine-Button-label'))).to.be.at.most(ONE_LINE);
  });

  it('make the list of what setup connects no wider than the phone', async () => {
    await page.getByRole('textbox', { name: 'Bibliotheksordner' }).fill(scene.sims.libraryDir);
    await page.getByRole('button', { name: 'Testen und speichern' }).click();
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByText('Benachrichtigungsdienste', { exact: true }).waitFor();

    expect(await page.evaluate<number>(TOO_WIDE)).to.equal(0);
  });

  it('stay in one line above the notifications', async () => {
    await page.getByRole('button', { name: 'Vorerst beenden' }).click();
    const bell = page.getByRole('button', { name: /^Benachrichtigungen/ });
    await bell.waitFor();
    const hasAsked = await putInto(
      page,
      changed('/api/notifications', (answer) => ({ ...answer, unread: 3 })),
    );
    await page.reload();
    await bell.click();
    await page.getByRole('button', { name: 'Alle als gelesen markieren' }).waitFor();
    const title = page.getByRole('dialog').getByRole('heading', { name: 'Benachrichtigungen' });

    expect(hasAsked()).to.equal(true);
    expect(await heightOf(title)).to.be.at.most(ONE_LINE);
  });

  it('come with the same numbers in forms as English', async () => {
    const english = await scene.open({ locale: 'en-US', storageState: await page.context().storageState() });
    const numbersIn = async (of: Page) => {
      await of.goto('/admin/settings');
      await filledIn(of);
      const fields = await of.locator('input[inputmode="numeric"], input[inputmode="decimal"]').all();
      return Promise.all(fields.map((field) => field.inputValue()));
    };
    const wanted = await numbersIn(english);

    expect(wanted.filter((value) => value !== '').length).to.be.at.least(5);
    expect(await numbersIn(page)).to.deep.equal(wanted);
  });
});
