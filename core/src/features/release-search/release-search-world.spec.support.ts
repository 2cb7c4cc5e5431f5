import type { CatalogBook } from '@lectern/plugin-api';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { startTestHttp, type TestClient } from '../auth/test-http.js';
import { createAnnotate, type CatalogService } from '../catalog/index.js';
import { DUNE, fakeClient, fakeIndexer } from '../requests/request-fakes.spec.support.js';
import { createRequestWorld } from '../requests/request-world.spec.support.js';
import { releaseSearch } from './feature.js';
import { createFoundReleaseStore } from './found-release-store.js';
import { createReleaseRequesting } from './request-release.js';
import { releaseSearchRoutes } from './routes.js';
import { createReleaseSearch } from './search-releases.js';

export const MESSIAH: CatalogBook = {
  ...DUNE,
  asin: 'B002V8KSLU',
  title: 'Dune Messiah',
  narrators: ['Scott Brick'],
  series: [{ name: 'Dune', part: '2' }],
  durationMinutes: 540,
};

/** A catalogue that finds books by words of their title and authors, and counts what it is asked. */
export function fakeCatalog(books: ReadonlyMap<string, CatalogBook>) {
  const asked: string[] = [];
  return {
    asked,
    search: async ({ text, limit }: { text: string; limit: number }) => {
      asked.push(text);
      const words = text.toLowerCase().split(' ');
      const items = [...books.values()].filter(({ title, authors }) => {
        const known = [title, ...authors.map(({ name }) => name)].join(' ').toLowerCase().split(' ');
        return words.every((word) => known.includes(word));
      });
      return { items: items.slice(0, limit), page: 1, limit, total: items.length };
    },
    book: async (asin: string) => {
      asked.push(asin);
      return books.get(asin);
    },
  };
}

/** The routes of the feature before a world of requests, with one indexer and one client. */
export async function createReleaseSearchWorld(dialect: 'sqlite' | 'postgres') {
  const world = await createRequestWorld(dialect);
  world.state.books.set(MESSIAH.asin, MESSIAH);
  const { database, host, settings, candidates, transitions, now } = world;
  const { search, asked } = fakeCatalog(world.state.books);
  const catalog = { ...world.catalog, search } as unknown as CatalogService;
  const secretBox = createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  const store = createFoundReleaseStore({ database, secretBox, now });
  const common = { database, host, catalog, settings, store, now };
  const http = await startTestHttp({
    database,
    owning: [releaseSearch],
    routes: releaseSearchRoutes({
      search: createReleaseSearch({ ...common, audit: world.audit, events: world.scaled.events, timeScale: 1 }),
      request: createReleaseRequesting({
        ...common,
        events: world.scaled.events,
        candidates,
        requests: world.service,
        requestReader: world.requests,
        transitions,
      }),
      annotate: createAnnotate({ database, ownedItemsOf: async () => new Map(), savableOf: async () => new Set() }),
      list: world.list,
    }),
  });
  const indexer = fakeIndexer('indexer-1');
  await world.addIntegration(indexer);
  await world.addIntegration(fakeClient('client-1'));

  return {
    ...world,
    http,
    store,
    asked,
    indexer,
    /** A client of a member with these permissions. */
    async member(name: string, permissions: { interactiveSearch?: boolean; autoApprove?: boolean } = { interactiveSearch: true }) {
      const client: TestClient = await http.as(name);
      const { id } = (await http.people.users.findByUsername(name)) ?? { id: '' };
      await http.people.users.update(id, { permissions }, { name: 'spec' });
      return { client, id };
    },
    async stop(): Promise<void> {
      await http.stop();
      await world.remove();
    },
  };
}

export type ReleaseSearchWorld = Awaited<ReturnType<typeof createReleaseSearchWorld>>;
