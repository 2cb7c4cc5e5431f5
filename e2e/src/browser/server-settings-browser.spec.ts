import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';
import { typeInFocus } from './type-in-focus.spec.support.js';

interface Form {
  readonly name: string;
  readonly schema: {
    readonly title: string;
    readonly properties: Readonly<Record<string, { readonly title: string; readonly description?: string }>>;
    readonly 'x-ui'?: { readonly page?: string };
  };
}

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('the settings of the server in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  /** Bodies that the page saved or tried to save. */
  const patches: unknown[] = [];

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const settings = () => server.app.services.settings.get();
  async function open(): Promise<void> {
    await page.goto('/admin/settings');
    await seen(field('Public address'));
  }
  /** The message that belongs to an input, as assistive technology finds it. */
  async function messageOf(input: Locator): Promise<string> {
    await becomes(() => input.getAttribute('aria-invalid'), 'true', 'aria-invalid');
    const ids = ((await input.getAttribute('aria-describedby')) ?? '').split(' ').filter((id) => id.endsWith('-error'));
    return (await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))).join(' ');
  }
  /** Whether it has the focus, and lies in view with nothing over it. */
  const isInView = async (input: Locator) =>
    page.evaluate<boolean>(
      `(() => { const field = document.getElementById(${JSON.stringify(await input.getAttribute('id'))});
        const { left, top, bottom, height } = field.getBoundingClientRect();
        const there = document.elementFromPoint(left + 8, top + height / 2);
        return document.activeElement === field && top >= 0 && bottom <= innerHeight && (field === there || field.contains(there)); })()`,
    );

  before(async () => {
    server = await startBareServer();
    admin = await openAdminPage(server);
    ({ page } = admin);
    await page.route('**/api/admin/settings', (route) => {
      if (route.request().method() === 'PATCH') patches.push(route.request().postDataJSON());
      return route.fallback();
    });
  });
  beforeEach(async () => {
    patches.length = 0;
    await server.app.services.settings.update({ server: { publicUrl: null }, requests: { minScore: 60, quotaLimit: null } }, SPEC);
    await open();
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('are all rendered from the schemas of their sections, with their help', async () => {
    const forms = await page.evaluate<{ sections: Form[] }>(`fetch('/api/admin/settings/forms').then((answer) => answer.json())`);
    const here = forms.sections.filter(({ schema }) => schema['x-ui']?.page === undefined);

    expect(here).to.have.length.greaterThan(5);
    for (const { schema } of here) {
      const section = page.getByRole('region', { name: schema.title, exact: true });
      await seen(section);
      for (const [name, { title, description }] of Object.entries(schema.properties)) {
        // the days are asked for with the limit
        if (name === 'quotaDays') continue;
        await seen(section.getByText(title, { exact: true }));
        if (description) await seen(section.getByText(description));
      }
    }
    expect(await field('in days').count()).to.equal(0);
    await page.getByRole('switch', { name: 'Limit how many books a member may request' }).check({ force: true });
    await seen(field('in days'));
  });

  it('are described by texts that are on the page, with and without an error', async () => {
    const lost = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[aria-describedby]')].flatMap((field) =>
          field.getAttribute('aria-describedby').split(' ').filter((id) => id !== '' && !document.getElementById(id)))`,
      );
    expect(await lost()).to.deep.equal([]);

    await field('Paths of audiobooks').fill('{author}');
    await becomes(() => field('Paths of audiobooks').getAttribute('aria-invalid'), 'true');
    await field('Public address').fill('not a url');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await becomes(() => field('Public address').getAttribute('aria-invalid'), 'true');

    expect(await lost()).to.deep.equal([]);
  });

  it('show errors at the field, in words and in view, before anything is sent', async () => {
    await field('Public address').fill('not a url');
    await page.evaluate('scrollTo(0, 0)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await becomes(() => messageOf(field('Public address')), 'Enter a full address, such as https://books.example.org.');
    await becomes(() => isInView(field('Public address')), true, 'focused, in view and not covered');
    await seen(page.getByRole('alert').getByText('One field needs a correction.'));
    expect(patches).to.deep.equal([]);

    await page.evaluate('scrollTo(0, 0); document.activeElement.blur()');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await becomes(() => isInView(field('Public address')), true, 'shown again');
    await typeInFocus(page, 'x');
    await becomes(() => field('Public address').getAttribute('aria-invalid'), null, 'no error at a field that was touched');
    await seen(page.getByText('You have changes that are not saved.'));
  });

  it('count all wrong fields, focus the first, and never reinterpret a number', async () => {
    await page.getByRole('switch', { name: 'Limit how many books a member may request' }).check({ force: true });
    await field('Books').fill('');
    await field('Minimum score').fill('150');
    await page.getByLabel('Ebook formats', { exact: true }).first().fill('Not one');
    await page.keyboard.press('Enter');
    await save();

    await seen(page.getByRole('alert').getByText('3 fields need a correction.'));
    await becomes(() => isInView(field('Books')), true, 'the first one has the focus');
    expect(await messageOf(field('Books'))).to.equal('This is required.');
    expect(await messageOf(field('Minimum score'))).to.equal('At most 100.');
    await seen(page.getByText('“Not one”: A format is a file extension, such as epub: lowercase letters and digits.'));
    expect(await field('Minimum score').inputValue()).to.equal('150');
    expect(patches).to.deep.equal([]);
  });

  it('warn of a lowest score that hardly any release reaches, and accept it', async () => {
    await field('Minimum score').fill('95');
    await seen(page.getByText('Hardly any release scores above 90.'));
    await save();

    await seen(page.getByText('Saved', { exact: true }));
    expect((await settings()).requests.minScore).to.equal(95);
  });

  it('show the server’s answer at its field, too', async () => {
    await field('Library folder').fill('/nowhere/at/all');
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await becomes(async () => /folder/i.test(await messageOf(field('Library folder'))), true, 'what is wrong with the folder');
    await becomes(() => isInView(field('Library folder')), true, 'focused, in view and not covered');
    expect(patches).to.deep.equal([{ library: { path: '/nowhere/at/all' } }]);
    expect(await page.locator('main').innerText()).not.to.match(/must |\/library\/|body\//);
  });

  it('show a failure without a field where people pressed Save', async () => {
    await page.route('**/api/admin/settings', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()));
    await field('Minimum score').fill('61');
    await save();

    await seen(
      page
        .getByRole('region', { name: 'You have changes' })
        .getByRole('alert')
        .getByText(/reach|network|connect/i),
    );
    await page.unroute('**/api/admin/settings');
    await page.route('**/api/admin/settings', (route) => {
      if (route.request().method() === 'PATCH') patches.push(route.request().postDataJSON());
      return route.fallback();
    });
  });

  it('send only what was changed, and keep unsaved entries while somebody else saves', async () => {
    await field('Public address').fill('https://books.example');
    await field('Public address').fill('');
    await becomes(() => page.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'what is as before is no change');
    await field('Minimum seeders').fill('2');
    await server.app.services.settings.update({ requests: { minScore: 70 } }, SPEC);
    await save();

    await seen(page.getByText('Saved', { exact: true }));
    expect(patches).to.deep.equal([{ requests: { minSeeders: 2 } }]);
    await becomes(() => field('Minimum score').inputValue(), '70');
    await becomes(() => page.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'nothing counts as changed');
  });

  it('drop an optional number when its switch is turned off', async () => {
    await server.app.services.settings.update({ requests: { quotaLimit: 3 } }, SPEC);
    await open();
    await becomes(() => field('Books').inputValue(), '3');
    await page.getByRole('switch', { name: 'Limit how many books a member may request' }).uncheck({ force: true });
    await save();

    await becomes(async () => (await settings()).requests.quotaLimit, null);
    expect(patches).to.deep.equal([{ requests: { quotaLimit: null } }]);
  });

  it('are in the language of the page, including errors', async () => {
    await page.evaluate(`localStorage.setItem('lectern-locale', 'en-XA')`);
    await page.reload();
    const address = page.locator('#settings-server_publicUrl');
    await seen(address);
    await address.fill('not a url');
    await page.locator('main').getByRole('button').last().press('Enter');
    await becomes(() => address.getAttribute('aria-invalid'), 'true');
    const texts = await page.locator('main label, main h2, main [id$="-description"], main [id$="-error"]').allInnerTexts();
    await page.evaluate(`localStorage.removeItem('lectern-locale')`);

    expect(texts.length).to.be.greaterThan(40);
    expect(texts.filter((text) => text.trim() !== '' && !text.startsWith('['))).to.deep.equal([]);
  });

  for (const [device, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`have no axe findings with errors in them, and fit: ${device}, ${scheme}`, async () => {
        await page.setViewportSize(viewport);
        await becomeScheme(page, scheme);
        await page.getByRole('switch', { name: 'Limit how many books a member may request' }).check({ force: true });
        await field('Minimum score').fill('150');
        await field('Public address').fill('not a url');
        await save();
        await seen(page.getByText('2 fields need a correction.'));
        const dir = process.env['SHOT'];
        if (dir) {
          await page.screenshot({ path: `${dir}/settings-${device}-${scheme}-view.png` });
          await page.screenshot({ path: `${dir}/settings-${device}-${scheme}.png`, fullPage: true });
        }

        expect(await axeFindings(page)).to.deep.equal([]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).to.be.at.most(viewport.width);
      });
    }
  }

  it('throw nothing', () => {
    expect(admin.problems).to.deep.equal([]);
  });
});
