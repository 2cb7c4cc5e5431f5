import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { send } from '../security/route-walk.spec.support.js';
import { filledIn } from './browser-scene.spec.support.js';

/** They say something of services, of the catalogue's books or of requests. */
const SAYING = [
  '/',
  '/browse/popular',
  '/browse/categories',
  '/search?q=dracula',
  '/requests',
  '/coming-up',
  '/admin',
  '/admin/integrations',
];
const OTHERS = [
  '/browse/new-releases',
  '/search',
  '/releases',
  '/shelves',
  '/statistics',
  '/admin/requests',
  '/admin/library',
  '/admin/library/series',
  '/admin/jobs',
  '/admin/plugins',
];
const PAGES = IS_LONG_RUN ? [...SAYING, ...OTHERS] : SAYING;

/** Sentences that are untrue while no service answers. */
const OF_SERVICES = [
  /All clear/,
  /\bConnected\b/,
  /integrations? answers?\b/,
  /appear here (soon|once the catalogue)/,
  /sent no books/,
  /There are no books for this list/,
];
/** Sentences that nobody can know while the server does not answer. */
const OF_SERVER = [...OF_SERVICES, /Nothing here yet/, /No requests? (yet|here|waits)/i, /Nothing is waiting/i, /No book/];

requireOrSkip('chromium')('every page says what is so', () => {
  let server: BareServer;
  let admin: AdminPage;

  beforeEach(async () => {
    server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    admin = await openAdminPage(server);
  });
  afterEach(async () => {
    await admin?.close();
    await server?.stop();
  });

  const words = () => admin.page.locator('body').innerText();

  /** The untrue sentences of each page, and the first line that has one. */
  async function untrue(open: (path: string) => Promise<void>, sentences: readonly RegExp[]): Promise<string[]> {
    const found: string[] = [];
    for (const path of PAGES) {
      await open(path);
      const lines = (await words()).split('\n');
      for (const sentence of sentences) {
        const line = lines.find((one) => sentence.test(one));
        if (line !== undefined) found.push(`${path}: ${line}`);
      }
    }
    return found;
  }

  async function load(path: string): Promise<void> {
    await admin.page.goto(path);
    await filledIn(admin.page);
  }

  it('while nothing is connected', async () => {
    expect(await untrue(load, OF_SERVICES)).to.deep.equal([]);
  });

  it('while the catalogue does not answer', async () => {
    const nobody = 'http://127.0.0.1:9';
    const settings = { region: 'us', apiBaseUrl: nobody, audnexusUrl: nobody };
    const { id } = await server.app.services.integrations.create(
      { pluginId: 'catalog-audible', name: 'Audible', settings },
      { name: 'spec' },
    );
    const check = await send(`${server.url}/api/admin/integrations/${id}/check`, { method: 'POST', headers: bearer(admin.session) });
    expect(JSON.parse(check.text)).to.include({ ok: false });

    expect(await untrue(load, OF_SERVICES)).to.deep.equal([]);
  });

  it('while the server does not answer', async () => {
    const { page } = admin;
    await load('/admin');
    await server.app.stop();
    const noConnection = page.getByText(/^No connection\./).first();
    await noConnection.waitFor();

    const walk = async (path: string): Promise<void> => {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);
      await becomes(() => page.locator('.mantine-Skeleton-root, [aria-busy="true"]').count(), 0, 'places that wait to be filled');
      await noConnection.waitFor();
    };
    expect(await untrue(walk, OF_SERVER)).to.deep.equal([]);
  });
});
