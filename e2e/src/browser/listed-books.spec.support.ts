import { startAudibleSimulator, type DemoBook } from '@lectern/simulators';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer } from '../bare-server.spec.support.js';

/** An admin's page on a server whose catalogue has the given books. */
export interface ListedBooks {
  readonly admin: AdminPage;
  stop(): Promise<void>;
}

export function listedBook(n: number, more: Partial<DemoBook> = {}): DemoBook {
  const asin = `B${String(n).padStart(9, '0')}`;
  return {
    asin,
    title: `Zephyrstone ${n}`,
    authors: [{ name: `Writer ${n}` }],
    narrators: [`Reader ${n}`],
    durationMinutes: 60 + n,
    categories: [],
    releaseDate: '2020-01-01',
    ...more,
  };
}

export async function startListedBooks(books: readonly DemoBook[]): Promise<ListedBooks> {
  const catalog = await startAudibleSimulator({ books: [...books] });
  const server = await startBareServer({ LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1' });
  const settings = { region: 'us', apiBaseUrl: catalog.url, audnexusUrl: catalog.url };
  await server.app.services.integrations.create({ pluginId: 'catalog-audible', name: 'Audible', settings }, { name: 'spec' });
  const admin = await openAdminPage(server);
  return {
    admin,
    async stop() {
      await admin.close();
      await server.stop();
      await catalog.close();
    },
  };
}
