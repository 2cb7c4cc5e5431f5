import { startGoodreadsSimulator, startSimulator, type GoodreadsBook, type GoodreadsSimulator, type Simulator } from '@lectern/simulators';
import { isIntegrationError, type IntegrationError, type PluginInstance, type ShelfBook, type ShelfProvider } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import { readFileSync } from 'node:fs';
import plugin from './index.js';
import type { GoodreadsSettings } from './settings.js';

export const FEED_KEY = 'planted-feed-key';
export const never: AbortSignal = new AbortController().signal;
export const PROFILE = '12345678';

/** A simulated site with the plugin connected to it. */
export interface World<S extends Simulator = GoodreadsSimulator> {
  readonly site: S;
  readonly context: TestContext<GoodreadsSettings>;
  readonly instance: PluginInstance;
  readonly shelf: ShelfProvider;
}

const running: Simulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((site) => site.close()));
}

export function booksOf(count: number): GoodreadsBook[] {
  return Array.from({ length: count }, (_, index) => ({ bookId: String(9000 + index), title: `Book ${index}`, author: 'Jane Austen' }));
}

function attach<S extends Simulator>(site: S, over: Partial<GoodreadsSettings>, timeoutMs: number): World<S> {
  running.push(site);
  const settings = { profile: PROFILE, shelf: 'to-read', ...over };
  const context = createTestContext<GoodreadsSettings>({ settings, standIns: { 'https://www.goodreads.com': site.url }, timeoutMs });
  const instance = plugin.create(context);
  return { site, context, instance, shelf: instance.provides.shelfProvider as ShelfProvider };
}

/** Starts a simulator with these books on `to-read` and a plugin connected to it. */
export async function createWorld(
  books: readonly GoodreadsBook[] = booksOf(3),
  over: Partial<GoodreadsSettings> = {},
  options: { readonly timeoutMs?: number; readonly pageSize?: number; readonly feedKey?: string } = {},
): Promise<World> {
  const { timeoutMs = 2000, pageSize = 100, feedKey } = options;
  const profile = { userId: PROFILE, name: 'Rita', shelves: { 'to-read': [...books], favourites: booksOf(1) }, feedKey };
  return attach(await startGoodreadsSimulator({ profiles: [profile], pageSize }), over, timeoutMs);
}

/** A site that answers each page with a recorded body; pages beyond the last repeat it. */
export async function createRecordedWorld(
  bodies: readonly string[],
  contentType = 'application/xml',
  status = 200,
): Promise<World<Simulator>> {
  const site = await startSimulator(({ query }) => ({
    status,
    headers: { 'content-type': contentType },
    body: bodies[Math.min(Number(query.get('page')), bodies.length) - 1] ?? '',
  }));
  return attach(site, {}, 2000);
}

/** All books that a walk returns. */
export async function walk(shelf: ShelfProvider): Promise<ShelfBook[]> {
  const books: ShelfBook[] = [];
  let cursor: string | undefined;
  do {
    const page = await shelf.books({ signal: never, ...(cursor === undefined ? {} : { cursor }) });
    books.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return books;
}

/** The error that a call ends with. */
export async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}

export function recorded(name: string): string {
  return readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
}
