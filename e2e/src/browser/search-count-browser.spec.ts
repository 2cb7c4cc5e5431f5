import { expect } from 'chai';
import { startAudibleSimulator, type DemoBook } from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const MANY = 63;
const WORD = 'Lighthouse';

function book(n: number, title: string): DemoBook {
  const asin = `B${String(n).padStart(9, '0')}`;
  return {
    asin,
    title,
    authors: [{ name: `Writer ${n}` }],
    narrators: [`Reader ${n}`],
    durationMinutes: 60 + n,
    categories: [],
    releaseDate: '2020-01-01',
  };
}

requireOrSkip('chromium')('the number over the results of a search, in a browser', function () {
  this.timeout(180_000);
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let server: BareServer;
  let admin: AdminPage;

  const cards = () => admin.page.locator('main article, main li').filter({ hasText: WORD }).count();
  const said = () => admin.page.getByText(`for “${WORD}”`).innerText();

  before(async () => {
    const many = Array.from({ length: MANY }, (_, n) => book(n, `${WORD} ${n}`));
    // the same recording a second time: the server shows one of the two
    const twin = { ...book(MANY, `${WORD} 0`), authors: [{ name: 'Writer 0' }], narrators: ['Reader 0'], durationMinutes: 60 };
    catalog = await startAudibleSimulator({ books: [twin, ...many] });
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const settings = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await server.app.services.integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings }, { name: 'spec' });
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await catalog?.close();
  });

  it('is that of the cards below it, and is open while there may be more', async () => {
    const { page } = admin;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // the page loads the next one on its own, so that is held back until the first was looked at
    await page.route(/\/api\/audiobooks\/search\?.*page=2\b/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/search?q=${WORD}`);
    await page.getByText(`for “${WORD}”`).waitFor();
    const shown = await cards();
    expect(shown).to.be.within(1, MANY - 1);
    expect(await said()).to.equal(`${shown}+ results for “${WORD}”`);

    release();
    await becomes(
      async () => {
        await page.mouse.wheel(0, 2000);
        return said();
      },
      `${MANY} results for “${WORD}”`,
      'the count is final',
    );

    expect(await cards()).to.equal(MANY);
    expect(admin.problems).to.deep.equal([]);
  });
});
