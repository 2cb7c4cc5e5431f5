import { v7 as uuid } from 'uuid';
import type { CatalogBook } from '@lectern/plugin-api';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createSpeakers } from '../../platform/words/index.js';
import type { AudioInfo } from '../../files/checking/audio-probe.js';
import { startTestHttp } from '../auth/test-http.js';
import { createTestPeople } from '../auth/test-people.js';
import { loadSiblings, seedWork } from '../catalog/works-store.js';
import { createItemPlaces } from '../library/item-places.js';
import { createItemsOfBook } from '../library/items-of-book.js';
import { createOwnedItems } from '../library/owned-items.js';
import { createAnnouncements } from '../notifications/announcements.js';
import { createNotificationService } from '../notifications/create-notification-service.js';
import { adminReportRoutes } from './admin-routes.js';
import { reports as reportsFeature } from './feature.js';
import { createReportService } from './report-service.js';
import { reportRoutes } from './routes.js';

export const DUNE = 'B00DUNE001';
export const DUNE_ABROAD = 'B00DUNE002';
export const EMMA = 'B00EMMA001';

const bookOf = (asin: string, title: string): CatalogBook => ({
  asin,
  region: 'us',
  title,
  authors: [{ name: 'Ada Writer' }],
  narrators: ['Ned Reader'],
  series: [],
  genres: [],
  durationMinutes: 600,
});

/** The answer to a call about one report. */
export interface Thread {
  readonly id: string;
  readonly state: string;
  readonly lastFrom: string;
  readonly text: string;
  readonly closedAt: string | null;
  readonly reporter: { readonly displayName: string; readonly username?: string; readonly gone: boolean };
  readonly entries: readonly { readonly did: string; readonly from: string; readonly text: string; readonly mine: boolean }[];
}

/** Two books in a library behind the real routes; Dune has another ASIN abroad. */
export async function createReportWorld(dialect: 'sqlite' | 'postgres') {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const state = { offset: 0, probed: [] as string[], info: undefined as AudioInfo | undefined, root: null as string | null };
  const now = (): Date => new Date(Date.now() + state.offset);
  const people = createTestPeople({ database, now });
  const events = createEventBus();
  const live: LiveEvent[] = [];
  events.subscribe((event) => live.push(event));
  const books = new Map([bookOf(DUNE, 'Dune'), bookOf(DUNE_ABROAD, 'Dune'), bookOf(EMMA, 'Emma')].map((book) => [book.asin, book]));
  const cached = async (asins: readonly string[]) =>
    new Map(asins.flatMap((asin) => (books.has(asin) ? [[asin, books.get(asin) as CatalogBook]] : [])));
  const reports = createReportService({
    database,
    catalog: { region: async () => 'us', cached, siblings: (asins) => loadSiblings(database.read, asins) },
    availabilityOf: (asins, format) => createOwnedItems(database, { current: async () => () => [] }).availabilityOf(asins, format),
    notifications: createNotificationService({
      jobs: { enqueue: async () => undefined },
      events,
      announcements: createAnnouncements(),
      personalOutbox: { queue: async () => undefined },
      speakers: createSpeakers(),
      now,
    }),
    audit: people.audit,
    onChange: ({ id, userId }) => events.publish({ type: 'report.updated', data: { id }, audience: { users: [userId], andAdmins: true } }),
    now,
  });
  const routes = [
    ...reportRoutes({ reports }),
    ...adminReportRoutes({
      reports,
      database,
      cached,
      itemsOfBook: createItemsOfBook(database),
      places: createItemPlaces(database),
      root: async () => state.root,
      probe: {
        async probe(path) {
          state.probed.push(path);
          if (!state.info) throw new Error('no audio');
          return state.info;
        },
      },
    }),
  ];
  const http = await startTestHttp({ database, people, owning: [reportsFeature], routes });
  const at = now().toISOString();
  const integrationId = uuid();
  await database.transaction(async (tx) => {
    await seedWork(tx, DUNE, at);
    const work = await tx.get<{ workId: string }>('SELECT work_id FROM work_asins');
    await tx.insert('work_asins', { asin: DUNE_ABROAD, workId: work?.workId, evidence: '[]', createdAt: at });
    await tx.insert('integrations', {
      id: integrationId,
      pluginId: 'media-fake',
      name: 'Shelf',
      enabled: true,
      priority: 0,
      settings: '{}',
      pluginVersion: '1.0.0',
      pathMappings: '[]',
      subscriptions: '[]',
      createdAt: at,
      updatedAt: at,
    });
  });

  /** Puts a book into the library. */
  async function own(asin: string, title: string): Promise<void> {
    const id = uuid();
    await database.transaction((tx) =>
      tx.insert('library_items', {
        id,
        integrationId,
        libraryId: 'lib',
        itemId: id,
        title,
        authors: '["Ada Writer"]',
        narrators: '["Other Reader"]',
        hasCover: false,
        hasAudio: true,
        hasEbook: false,
        addedAt: at,
        updatedAt: at,
        seenScan: id,
        missingScans: 0,
        matchedAsin: asin,
        matchedBy: 'asin',
        durationSeconds: 18_000,
        path: `/books/${title}`,
      }),
    );
  }
  await own(DUNE, 'Dune');
  await own(EMMA, 'Emma');

  return {
    test,
    database,
    people,
    http,
    reports,
    state,
    live,
    own,
    report: async (name: string, asin: string = DUNE, body: object = { kind: 'sound', text: 'It crackles.' }) =>
      (await http.as(name)).post<{ report: Thread; code?: string; reportId?: string }>(`/api/audiobooks/${asin}/report-issue`, body),
    inbox: (name: string) =>
      database.read.all<{ event: string; title: string; lines: string; path: string }>(
        'SELECT n.event, n.title, n.lines, n.path FROM notifications n JOIN users u ON u.id = n.user_id WHERE u.username = ? ORDER BY n.id',
        [name],
      ),
    actions: async () => (await people.audit.list({ page: 1, limit: 50, group: 'report' })).items.map(({ action }) => action).reverse(),
    async dispose() {
      await http.stop();
      await test.dispose();
    },
  };
}

export type ReportWorld = Awaited<ReturnType<typeof createReportWorld>>;
