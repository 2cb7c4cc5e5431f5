import { expect } from 'chai';
import { createLecternApi } from '@lectern/demo';
import {
  startAudibleSimulator,
  startProwlarrSimulator,
  startTransmissionSimulator,
  type ProwlarrSimulator,
  type Simulator,
} from '@lectern/simulators';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { filledIn } from './browser-scene.spec.support.js';

const SPEC = { name: 'spec' };
/** An inner address, and advice for somebody else. */
const HOMEWORK = /127\.0\.0\.1|What you can do|under Integrations/;

requireOrSkip('chromium')('what a reader sees of a request that does not get on, in a browser', () => {
  let catalog: Awaited<ReturnType<typeof startAudibleSimulator>>;
  let prowlarr: ProwlarrSimulator;
  let transmission: Simulator;
  let server: BareServer;
  let admin: AdminPage;
  let reader: OpenSession;

  /** Asks for a book as the reader, and waits until it waits for that. @returns the id */
  async function ask(asin: string | undefined, code: string): Promise<string> {
    const api = createLecternApi(server.url, reader.accessToken);
    const { request } = await api.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
    const reason = async () =>
      (await api.call<{ request: { reason: { code: string } | null } }>('GET', `/api/requests/${request.id}`)).request.reason?.code;
    await becomes(reason, code, 'why it waits');
    return request.id;
  }

  before(async () => {
    catalog = await startAudibleSimulator();
    prowlarr = await startProwlarrSimulator({ releases: [] });
    transmission = await startTransmissionSimulator({ downloadDir: '/nowhere' });
    server = await startBareServer({ LECTERN_ROLE: 'all', LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
    const { integrations, settings } = server.app.services;
    const store = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
    await integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings: store }, SPEC);
    const source = { baseUrl: prowlarr.url, apiKey: prowlarr.apiKey };
    await integrations.create({ pluginId: 'indexer-prowlarr', name: 'Prowlarr', settings: source }, SPEC);
    const client = { baseUrl: transmission.url };
    await integrations.create({ pluginId: 'client-transmission', name: 'Transmission', settings: client }, SPEC);
    await settings.update({ requests: { autoApprove: true } }, SPEC);
    admin = await openAdminPage(server);
    reader = await server.session(await server.createUser('reader'));
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
    await transmission?.close();
    await prowlarr?.close();
    await catalog?.close();
  });

  async function shownTo({ accessToken, csrfToken }: OpenSession, id: string): Promise<string> {
    const { page } = admin;
    await page.context().clearCookies();
    await page.context().addCookies([
      { name: 'lectern_access', value: accessToken, url: server.url },
      { name: 'lectern_csrf', value: csrfToken, url: server.url },
    ]);
    await page.goto(`/requests/${id}`);
    await filledIn(page);
    return page.locator('main').innerText();
  }

  it('shows somebody else no address and no tasks, while the admin sees everything', async () => {
    const [first, second] = catalog.books.filter(({ releaseInDays }) => releaseInDays === undefined);
    const notFound = await ask(first?.asin, 'nothing_found');
    prowlarr.fail({ kind: 'status', status: 500 });
    const failed = await ask(second?.asin, 'indexer_failed');
    for (const id of [notFound, failed]) {
      expect(await shownTo(admin.session, id)).to.contain('What you can do');
      const text = await shownTo(reader, id);
      expect(text).to.contain('Not found yet');
      expect(text).not.to.match(HOMEWORK);
    }
    expect(await shownTo(admin.session, failed)).to.contain('127.0.0.1');
    expect(admin.problems).to.deep.equal([]);
  });

  it('lets its owner say that any narrator is fine', async () => {
    prowlarr.heal();
    const [, , third] = catalog.books.filter(({ releaseInDays }) => releaseInDays === undefined);
    const id = await ask(third?.asin, 'nothing_found');
    const api = createLecternApi(server.url, reader.accessToken);
    const anyReading = async () => (await api.call<{ request: { anyReading: boolean } }>('GET', `/api/requests/${id}`)).request.anyReading;
    await shownTo(reader, id);

    await admin.page.getByRole('switch', { name: 'Any narrator' }).click();

    await becomes(anyReading, true, 'any reading');
    expect(admin.problems).to.deep.equal([]);
  });
});
