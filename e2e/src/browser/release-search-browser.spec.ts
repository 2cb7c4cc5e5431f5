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
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';
import { openProfile } from './shared-chromium.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('searching the indexers in words of one’s own, in a browser', () => {
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let prowlarr: ProwlarrSimulator;
  let transmission: Simulator;
  let server: BareServer;
  let admin: AdminPage;
  let page: Page;
  let book: (typeof catalog.books)[number];
  let other: (typeof catalog.books)[number];
  let serial = 0;

  const release = (title: string, more: object = {}) => ({
    title,
    size: (book.durationMinutes ?? 0) * 480_000,
    protocol: 'torrent' as const,
    indexerId: 1,
    payload: { magnet: `magnet:?xt=urn:btih:${(serial += 1).toString(16).padStart(40, 'a')}` } as never,
    seeders: 12,
    ...more,
  });
  const titled = (rest: string) => `${book.authors[0]?.name} - ${book.title} ${rest}`;
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  const dialog = () => page.getByRole('dialog');
  const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true });
  /** The name of the release that was taken last for a book. */
  async function grabbed({ title }: { title: string }): Promise<string | undefined> {
    const sql =
      'SELECT h.release FROM download_history h JOIN requests r ON r.id = h.request_id WHERE r.title = ? ORDER BY h.id DESC LIMIT 1';
    const row = await server.app.services.database.read.get<{ release: string }>(sql, [title]);
    return row && (JSON.parse(row.release) as { title: string }).title;
  }

  async function search(words: string): Promise<void> {
    await page.goto('/releases');
    await page.getByRole('textbox', { name: 'Words to search for' }).fill(words);
    await page.keyboard.press('Enter');
  }

  before(async () => {
    catalog = await startAudibleSimulator();
    const longEnough = catalog.books.filter(
      ({ releaseInDays, durationMinutes = 0 }) => releaseInDays === undefined && durationMinutes > 300,
    );
    const first = longEnough[0];
    const second = longEnough.find(({ authors }) => authors[0]?.name !== first?.authors[0]?.name);
    if (!first || !second) throw new Error('the catalogue has too few books');
    [book, other] = [first, second];
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
    for (const indexer of prowlarr.indexers) {
      indexer.delayMs = 0;
      delete indexer.fails;
    }
    await server.app.services.database.transaction((tx) => tx.run('DELETE FROM rate_limits'));
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await transmission?.close();
    await prowlarr?.close();
    await catalog?.close();
  });

  it('leads from a search of the catalogue to a request with the release that was found', async () => {
    prowlarr.addRelease(release(titled('[M4B]')));
    await page.goto(`/search?q=${encodeURIComponent(book.title)}`);
    await page.getByRole('link', { name: /^Search the indexers for/ }).click();
    await seen(row(titled('[M4B]')));

    await row(titled('[M4B]')).getByRole('button', { name: /^Why/ }).click();
    await seen(row(titled('[M4B]')).getByText(/^The name states title/));
    await button(row(titled('[M4B]')), `Request: ${titled('[M4B]')}`).click();
    await button(dialog(), 'Request').click();

    await seen(page.getByRole('link', { name: 'Requested' }));
    await becomes(() => grabbed(book), titled('[M4B]'), 'not taken');
  });

  it('lets a person say which book it is, and asks whether they mean a release that fails a condition', async () => {
    prowlarr.addRelease(release('Obscure Something 1984 [M4B]'));
    await search('obscure');
    await seen(row('Obscure Something').getByText('The catalogue has no book like this.'));

    await button(row('Obscure Something'), /^Choose book/).click();
    await dialog().getByRole('textbox').fill(other.title);
    await button(dialog(), `This book: ${other.title}`).first().click();
    await button(dialog(), 'Request').click();
    await seen(dialog().getByRole('alert'));
    expect(await grabbed(other)).to.equal(undefined);
    await button(dialog(), 'Request it anyway').click();

    await becomes(() => grabbed(other), 'Obscure Something 1984 [M4B]', 'not taken');
  });

  it('gives the release to the person’s own request where there is one', async () => {
    const names = ['Obscure Beginning 1984 [M4B]', 'Obscure Return 1985 [M4B]'];
    prowlarr.addRelease(...names.map((name) => release(name)));
    await search('obscure');
    for (const name of names) {
      await button(row(name), /^Choose book/).click();
      await dialog().getByRole('textbox').fill(other.title);
      await button(dialog(), `This book: ${other.title}`).first().click();
      await button(dialog(), 'Request').click();
      await button(dialog(), 'Request it anyway').click();
      await becomes(() => grabbed(other), name, 'not taken');
    }

    await seen(page.getByText('Release chosen.'));
  });

  it('can be stopped, and searches again; an indexer that fails is named', async () => {
    const [indexer] = prowlarr.indexers;
    if (indexer) indexer.delayMs = 600_000;
    await search(book.title);
    await seen(page.getByText('Asking the indexers.'));

    await button(page, 'Stop').click();
    await seen(page.getByText('The search was stopped.'));
    if (indexer) Object.assign(indexer, { delayMs: 0, fails: { until: new Date(Date.now() + 600_000) } });
    await button(page, 'Search again').click();

    await seen(
      page
        .getByRole('list', { name: 'Sources' })
        .getByRole('listitem')
        .filter({ hasText: /Story Harbour.*(busy|failed)/ }),
    );
  });

  it('is not there for people who may not choose releases', async () => {
    const session = await server.session(await server.createUser('chani'));
    const context = await openProfile({ baseURL: server.url });
    await context.addCookies([
      { name: 'lectern_access', value: session.accessToken, url: server.url },
      { name: 'lectern_csrf', value: session.csrfToken, url: server.url },
    ]);
    const hers = await context.newPage();

    await hers.goto('/releases');
    await seen(hers.getByRole('heading', { name: /may not see it/ }));
    await hers.goto(`/search?q=${encodeURIComponent(book.title)}`);
    await seen(hers.getByText(book.title));

    expect(await hers.getByRole('link', { name: /^Search the indexers/ }).count()).to.equal(0);
    await context?.close();
  });

  it('fits a phone, in both color schemes, without a finding of axe', async () => {
    prowlarr.addRelease(release(titled('[M4B]'), { flags: ['freeleech'] }), release(`${book.title} ${'long-'.repeat(30)}name [MP3]`));
    await page.setViewportSize({ width: 390, height: 844 });
    for (const scheme of ['light', 'dark'] as const) {
      await becomeScheme(page, scheme);
      await search(book.title);
      await seen(row(titled('[M4B]')));
      const tooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth');
      await becomes(tooWide, false, 'too wide');
      expect(await axeFindings(page)).to.deep.equal([]);
    }
    expect(admin.problems).to.deep.equal([]);
  });
});
