import type { CatalogBook, IntegrationErrorCode, JsonObject, Page, ShelfBook } from '@lectern/plugin-api';
import { IntegrationError } from '@lectern/plugin-api';
import { ApiError } from '../../platform/http/problem.js';
import type { JobProgress, RunAgain } from '../../platform/jobs/job-queue.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { createSettingsSchema, type PluginHost, type PluginInfo, type StoredIntegration } from '../../plugin-host/index.js';
import type { AuditService } from '../audit/index.js';
import type { BookPage } from '../catalog/index.js';
import { createRequestWorld } from '../requests/request-world.spec.support.js';
import { createMappingStore } from './mapping-store.js';
import { createShelfBooks } from './shelf-books.js';
import { shelfJobs } from './shelf-jobs.js';
import { SYNC_SHELF } from './shelf-sync.js';
import { createShelfService } from './shelf-service.js';
import { createShelfStore } from './shelf-store.js';
import { foreignWords } from '../../platform/words/index.js';

export const PLUGIN = 'shelf-fake';
export const TOKEN = 'planted-shelf-token';

const SETTINGS: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['token'],
  properties: {
    token: { type: 'string', format: 'password', writeOnly: true, minLength: 1, title: 'Token', description: 'Opens it.' },
    list: { type: 'string', default: 'wanted', title: 'List', description: 'Which one.' },
  },
};

/** A book of the catalogue. */
export function catalogBook(number: number, over: Partial<CatalogBook> = {}): CatalogBook {
  return {
    asin: `B0SHELF${String(number).padStart(3, '0')}`,
    region: 'us',
    title: `Volume ${number} of Tales`,
    authors: [{ name: `Writer ${number}` }],
    narrators: [],
    series: [],
    genres: [],
    language: 'en',
    ...over,
  };
}

/** The same book as the shelf has it. */
export function shelfBook(number: number, over: Partial<ShelfBook> = {}): ShelfBook {
  return { bookId: `id-${number}`, title: `Volume ${number} of Tales`, authors: [`Writer ${number}`], addedAt: day(number), ...over };
}

function day(number: number): string {
  return new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString();
}

/** Shelves on a real database with real requests; the site and the catalogue are in memory. */
export async function createShelfWorld(dialect: 'sqlite' | 'postgres' = 'sqlite') {
  const base = await createRequestWorld(dialect);
  const { database, jobs, now } = base;
  const redactor = createRedactor();
  const site = {
    /** The books on it, by list. */
    shelves: new Map<string, ShelfBook[]>([['wanted', []]]),
    pageSize: 2,
    /** The error when a page is requested: every page, or this one (0-based). */
    fault: undefined as { readonly error: Error; readonly page?: number } | undefined,
    /** Settings of instances that ran. */
    applied: [] as StoredIntegration[],
    running: new Set<string>(),
    calls: 0,
    onPage: undefined as ((page: number) => void) | undefined,
  };
  const shop = { books: [] as CatalogBook[], searches: 0, isDown: false, isStale: false };
  const told: { name: string; payload: unknown }[] = [];
  const changes: string[] = [];
  const logged: object[] = [];

  function fail(code: IntegrationErrorCode, message: string, extra: { retryAfterMs?: number; page?: number; field?: string } = {}): void {
    const { page, ...options } = extra;
    site.fault = { error: new IntegrationError(code, message, options), ...(page === undefined ? {} : { page }) };
  }

  function pageOf(stored: StoredIntegration, cursor: string | undefined): Page<ShelfBook> {
    if (stored.secrets['token'] !== TOKEN)
      throw new IntegrationError('INTEGRATION_UNAUTHORIZED', `The token ${stored.secrets['token'] as string} is refused.`, {
        field: 'token',
      });
    const page = Number(cursor ?? 0);
    site.calls += 1;
    site.onPage?.(page);
    if (site.fault && (site.fault.page === undefined || site.fault.page === page)) throw site.fault.error;
    const books = site.shelves.get((stored.settings['list'] as string | undefined) ?? 'wanted');
    if (!books) throw new IntegrationError('INTEGRATION_NOT_FOUND', 'There is no such list.', { field: 'list' });
    const items = books.slice(page * site.pageSize, (page + 1) * site.pageSize);
    return { items, ...(books.length > (page + 1) * site.pageSize ? { next: String(page + 1) } : {}) };
  }

  const plugin: PluginInfo = {
    id: PLUGIN,
    packageName: PLUGIN,
    version: '1.0.0',
    displayName: 'Fake shelves',
    provides: ['shelfProvider'],
    instances: 'per-user',
    isPersonal: false,
    source: 'bundled',
    state: 'ready',
    settingsSchema: SETTINGS,
    recommends: [],
    texts: {},
  };
  const schema = createSettingsSchema(SETTINGS);
  const host = {
    hooks: { ...base.host.hooks, told: async (name: string, payload: unknown) => void told.push({ name, payload }) },
    plugins: () => [plugin, { ...plugin, id: 'client-fake', instances: 'many', provides: ['downloadClient'] }],
    plugin: (id: string) => (id === PLUGIN ? plugin : id === 'client-fake' ? { ...plugin, id, instances: 'many' } : undefined),
    settings: (id: string) => (id === PLUGIN ? schema : undefined),
    apply: async (stored: StoredIntegration) => {
      site.applied.push(stored);
      site.running.add(stored.id);
    },
    remove: async (id: string) => void site.running.delete(id),
    provider: (_kind: string, id: string) => {
      const stored = site.applied.findLast((one) => one.id === id);
      return (
        stored && {
          call: async (_what: string, fn: (provider: object, call: object) => Promise<unknown>, { signal }: { signal?: AbortSignal }) => {
            signal?.throwIfAborted();
            const books = async ({ cursor }: { cursor?: string }) => pageOf(stored, cursor);
            const describe = async () => ({
              name: `List ${stored.settings['list'] as string}`,
              count: pageOf(stored, undefined).items.length,
            });
            return fn({ books, describe }, { signal });
          },
        }
      );
    },
    checkDraft: async (_id: string, settings: JsonObject) => {
      const { secrets, settings: plain } = schema.split(settings);
      pageOf({ secrets, settings: plain } as unknown as StoredIntegration, undefined);
      return { ok: true, details: [`${Object.keys(settings).length} settings`] };
    },
    choices: async (_id: string, _name: string, settings: JsonObject) => [
      { value: 'wanted', title: settings['token'] === TOKEN ? 'Yours' : 'Nobody’s' },
    ],
  } as unknown as PluginHost;

  const catalog = {
    ...base.catalog,
    async book(asin: string) {
      if (shop.isDown) throw new ApiError('catalogue_unavailable', foreignWords('The catalogue does not answer.'));
      return shop.books.find((book) => book.asin === asin);
    },
    async search({ text }: { text: string }): Promise<BookPage> {
      shop.searches += 1;
      if (shop.isDown) throw new ApiError('catalogue_unavailable', foreignWords('The catalogue does not answer.'));
      const words = text.toLowerCase().split(' ');
      // the first hit is never the right one
      const decoy = catalogBook(999, { asin: 'B0DECOY999', title: `Summary of ${text}`, authors: [{ name: 'Somebody' }] });
      const found = shop.isStale
        ? []
        : shop.books.filter(({ title }) => words.some((word) => title.toLowerCase().split(' ').includes(word)));
      return { items: [decoy, ...found], page: 1, limit: 20, total: found.length + 1, stale: shop.isStale };
    },
  };
  Object.assign(base.catalog, { book: (asin: string) => catalog.book(asin) });

  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (fields: object) => void logged.push(fields),
    error: (fields: object) => void logged.push(fields),
  };
  const secretBox = createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 3)]]) });
  const store = createShelfStore({ database, secretBox, redactor, log, now });
  const audit = { record: async () => undefined } as unknown as AuditService;
  const redact = (text: string) => redactor.redact(text);
  const service = createShelfService({ database, store, host, jobs, audit, redact, now });
  const books = createShelfBooks({ database, now });
  const mappings = createMappingStore({ database, now });
  const people = new Map<string, boolean>();
  const definitions = shelfJobs({
    database,
    store,
    books,
    mappings,
    catalog,
    host,
    jobs,
    redact,
    log,
    now,
    requests: base.service,
    availabilityOf: async (asins, format) =>
      new Map(asins.filter((asin) => format === 'audiobook' && base.state.owned.has(asin)).map((asin) => [asin, {}])),
    callerOf: async (userId) =>
      people.get(userId) === false
        ? undefined
        : base.callerOf(userId, { permissions: { autoApprove: true, interactiveSearch: false, downloadAccess: false } }),
    onChange: ({ id }) => changes.push(id),
    timeScale: 1,
  });
  for (const definition of definitions) jobs.define(definition);
  const actor = { name: 'spec' };

  const world = {
    ...base,
    site,
    shop,
    told,
    changes,
    logged,
    host,
    store,
    service,
    books,
    fail,
    redact,
    people,
    redactor,
    definitions,
    /** Adds a shelf, and creates its user if necessary. */
    async addShelf(userId = 'paul', input: { autoRequest?: boolean; list?: string } = {}): Promise<string> {
      await base.addUser(userId);
      const { autoRequest = true, list = 'wanted' } = input;
      return (await service.add(userId, { pluginId: PLUGIN, settings: { token: TOKEN, list }, autoRequest }, actor)).id;
    },
    actor,
    /** Puts these books on the shelf and into the catalogue. */
    offer(...numbers: number[]): void {
      site.shelves.set(
        'wanted',
        numbers.map((number) => shelfBook(number)),
      );
      for (const number of numbers) {
        const book = catalogBook(number);
        shop.books.push(book);
        base.state.books.set(book.asin, book);
      }
    },
    /** @throws Error when there is no such shelf */
    async shelf(id: string) {
      const found = await store.get(id);
      if (!found) throw new Error('no such shelf');
      return found;
    },
    /** Runs the sync of a shelf as the queue would. */
    async sync(shelfId: string, signal?: AbortSignal): Promise<{ readonly again: RunAgain | void; readonly progress: JobProgress[] }> {
      const progress: JobProgress[] = [];
      const definition = definitions.find(({ name }) => name === SYNC_SHELF.name);
      const again = await definition?.run({
        id: 'job',
        payload: { shelfId },
        attempt: 1,
        maxAttempts: 5,
        hold: async () => undefined,
        log: log as never,
        signal: signal ?? new AbortController().signal,
        progress: (step) => progress.push(step),
      });
      return { again, progress };
    },
    async outcomes(shelfId: string): Promise<Record<string, string>> {
      const rows = await database.read.all<{ bookId: string; outcome: string; removedAt: string | null }>(
        'SELECT book_id, outcome, removed_at FROM shelf_books WHERE shelf_id = ? ORDER BY book_id',
        [shelfId],
      );
      return Object.fromEntries(rows.map(({ bookId, outcome, removedAt }) => [bookId, removedAt === null ? outcome : 'removed']));
    },
    async requestsOf(userId: string): Promise<{ id: string; asin: string; status: string; origin: string }[]> {
      return database.read.all('SELECT id, asin, status, origin FROM requests WHERE user_id = ? ORDER BY asin', [userId]);
    },
    async mapping(bookId: string) {
      return database.read.get<{
        state: string;
        asin: string | null;
        method: string | null;
        score: number | null;
        nextTryAt: string | null;
      }>('SELECT state, asin, method, score, next_try_at FROM book_mappings WHERE provider = ? AND book_id = ?', [PLUGIN, bookId]);
    },
    /** Lets time pass. */
    later(ms: number): void {
      base.state.offset += ms;
    },
  };
  return world;
}

export type ShelfWorld = Awaited<ReturnType<typeof createShelfWorld>>;
