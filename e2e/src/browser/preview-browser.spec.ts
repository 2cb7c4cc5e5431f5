import {
  startAudibleSimulator,
  startProwlarrSimulator,
  startTransmissionSimulator,
  type ProwlarrSimulator,
  type Simulator,
} from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { fromBookMenu } from './book-menu.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('the preview of a choice in a browser', () => {
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let prowlarr: ProwlarrSimulator;
  let transmission: Simulator;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let book: (typeof catalog.books)[number];

  const release = (title: string, more: object = {}) => ({
    title,
    size: (book.durationMinutes ?? 0) * 480_000,
    protocol: 'torrent' as const,
    indexerId: 1,
    payload: { magnet: `magnet:?xt=urn:btih:${'a'.repeat(40)}` } as never,
    seeders: 12,
    ...more,
  });
  const titled = (rest: string) => `${book.authors[0]?.name} - ${book.title} ${rest}`;
  const dialog = () => page.getByRole('dialog');
  const said = () => dialog().getByRole('status').first().innerText();
  async function open(): Promise<void> {
    await page.goto(`/book/${book.asin}`);
    await fromBookMenu(page, 'What would be taken?');
    await seen(dialog());
  }

  before(async () => {
    catalog = await startAudibleSimulator();
    const [first] = catalog.books.filter(({ releaseInDays, durationMinutes = 0 }) => releaseInDays === undefined && durationMinutes > 300);
    if (!first) throw new Error('the catalogue has no book');
    book = first;
    prowlarr = await startProwlarrSimulator({ releases: [], indexers: [{ id: 1, name: 'Story Harbour' }] });
    transmission = await startTransmissionSimulator({ downloadDir: '/nowhere' });
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const { integrations } = server.app.services;
    const store = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings: store }, SPEC);
    const source = { baseUrl: prowlarr.url, apiKey: prowlarr.apiKey };
    await integrations.create({ pluginId: 'indexer-prowlarr', name: 'Prowlarr', settings: source }, SPEC);
    await integrations.create({ pluginId: 'client-transmission', name: 'Transmission', settings: { baseUrl: transmission.url } }, SPEC);
    admin = await openAdminPage(server);
    ({ page } = admin);
  });
  beforeEach(async () => {
    prowlarr.releases.length = 0;
    for (const indexer of prowlarr.indexers) indexer.delayMs = 0;
    await server.app.services.settings.update(
      { releases: { torrentDelayMinutes: 0, forbiddenWords: [], requiredWords: [], flagRules: [] } },
      SPEC,
    );
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await transmission?.close();
    await prowlarr?.close();
    await catalog?.close();
  });

  it('says which release would be taken, and why not the others', async () => {
    await server.app.services.settings.update({ releases: { forbiddenWords: ['badgroup'] } }, SPEC);
    prowlarr.addRelease(release(titled('[M4B]')), release(titled('[M4B]-BadGroup')));

    await open();
    await seen(dialog().getByText('Would be taken', { exact: true }));

    expect(await said())
      .to.contain('This release would be taken now.')
      .and.contain(titled('[M4B]'));
    expect(await dialog().innerText()).to.contain('the forbidden word “badgroup” is in the name');
    expect((await server.app.services.database.read.all('SELECT id FROM requests')).length).to.equal(0);
  });

  it('says until when a new release would wait', async () => {
    await server.app.services.settings.update({ releases: { torrentDelayMinutes: 150 } }, SPEC);
    prowlarr.addRelease(release(titled('[M4B]'), { publishedAt: new Date().toISOString() }));

    await open();
    await seen(dialog().getByText('A release would be taken later.'));

    expect(await said()).to.match(/found by then would be taken in \d+ (?:hour|minute)s? \(.+\)/);
  });

  it('says that nothing is there', async () => {
    await open();
    await seen(dialog().getByText('No source has a release of this book.'));

    expect(await said()).to.contain('No release would be taken now.');
  });

  it('can be stopped, and searches again', async () => {
    const [indexer] = prowlarr.indexers;
    if (indexer) indexer.delayMs = 600_000;
    await open();
    await seen(dialog().getByText('Asking the sources.'));

    await dialog().getByRole('button', { name: 'Stop' }).click();
    await seen(dialog().getByText('The search was stopped.'));
    if (indexer) indexer.delayMs = 0;
    await dialog().getByRole('button', { name: 'Search again' }).click();

    await seen(dialog().getByText('No source has a release of this book.'));
  });

  it('follows the words and flags of the settings page, and labels other readings and editions', async () => {
    const other = catalog.books.find(({ asin }) => asin !== book.asin)?.asin ?? '';
    prowlarr.addRelease(
      release(titled('[Unabridged] [M4B]')),
      release(titled('[Unabridged] [MP3]'), { flags: ['freeleech'] }),
      release(titled('[Unabridged] [FLAC]'), { flags: ['internal'] }),
      release(titled('[M4A]')),
      release(titled('[Unabridged] [Read by Somebody Else] [M4B]')),
      release(titled(`[Unabridged] [${other}] [M4B]`)),
    );
    await page.goto('/admin/settings');
    const words = page.getByLabel('Must contain', { exact: true }).first();
    await words.fill('unabridged');
    await words.press('Enter');
    const flags = page.getByRole('group', { name: 'Indexer flag points' });
    for (const [index, [flag, points]] of [
      ['freeleech', '25'],
      ['internal', '-100'],
    ].entries()) {
      await flags.getByRole('button', { name: 'Add: Indexer flag points' }).click();
      const entry = flags.getByRole('group', { name: `Entry ${index + 1}` });
      await entry.getByLabel('Flag').fill(String(flag));
      await entry.getByLabel('Points').fill(String(points));
    }
    await page.getByRole('button', { name: 'Save' }).click();
    await seen(page.getByText('Saved'));

    await open();
    await seen(dialog().getByText('Would be taken', { exact: true }));

    expect(await said()).to.contain(titled('[Unabridged] [MP3]'));
    const text = await dialog().innerText();
    for (const label of ['Narrator differs', 'Other edition', 'unabridged', 'freeleech', 'internal']) expect(text).to.contain(label);
  });

  it('says what failed, and tries again', async () => {
    let failures = 0;
    await page.route('**/preview', (route) => {
      failures += 1;
      const problem = { title: 'Unavailable', status: 503, code: 'catalogue_unavailable', detail: 'The catalogue does not answer.' };
      return route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await open();
    await seen(dialog().getByRole('alert'));

    await page.unroute('**/preview');
    await dialog().getByRole('button', { name: 'Try again' }).click();

    await seen(dialog().getByText('No source has a release of this book.'));
    expect(failures).to.equal(1);
  });

  it('fits a phone, in both color schemes, without a finding of axe', async () => {
    prowlarr.addRelease(release(titled('[M4B]'), { flags: ['freeleech'] }), release(`${book.title} ${'long-'.repeat(30)}name [MP3]`));
    await page.setViewportSize({ width: 390, height: 844 });
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(page, scheme);
      await open();
      await seen(dialog().getByText('Would be taken', { exact: true }));
      const tooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
      await becomes(tooWide, false, 'too wide');
      expect(await axeFindings(page)).to.deep.equal([]);
    }
    expect(admin.problems).to.deep.equal([]);
  });
});
