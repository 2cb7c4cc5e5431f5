import { startHardcoverSimulator, startSimulator, type HardcoverBook, type HardcoverSimulator, type Simulator } from '@lectern/simulators';
import { isIntegrationError, type IntegrationError, type PluginInstance, type ShelfBook, type ShelfProvider } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import { readFileSync } from 'node:fs';
import plugin from './index.js';
import type { HardcoverSettings } from './settings.js';

export const TOKEN = 'hc_pat_planted-token';
export const never: AbortSignal = new AbortController().signal;

/** A simulated site with the plugin connected to it. */
export interface World<S extends Simulator = HardcoverSimulator> {
  readonly site: S;
  readonly context: TestContext<HardcoverSettings>;
  readonly instance: PluginInstance;
  readonly shelf: ShelfProvider;
}

const running: Simulator[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((site) => site.close()));
}

export function booksOf(count: number): HardcoverBook[] {
  return Array.from({ length: count }, (_, index) => ({ id: 100 + index, title: `Book ${index}`, authors: ['Jane Austen'] }));
}

function attach<S extends Simulator>(site: S, over: Partial<HardcoverSettings>, timeoutMs: number): World<S> {
  running.push(site);
  const settings = { token: TOKEN, shelf: 'status:1', ...over };
  const context = createTestContext<HardcoverSettings>({ settings, standIns: { 'https://api.hardcover.app': site.url }, timeoutMs });
  const instance = plugin.create(context);
  return { site, context, instance, shelf: instance.provides.shelfProvider as ShelfProvider };
}

/** Starts a simulator with these books as "want to read" and on the list 7001, and a plugin connected to it. */
export async function createWorld(
  books: readonly HardcoverBook[] = booksOf(3),
  over: Partial<HardcoverSettings> = {},
  timeoutMs = 2000,
): Promise<World> {
  const rita = {
    id: 4242,
    username: 'rita',
    token: TOKEN,
    statuses: { 1: [...books] },
    lists: [{ id: 7001, name: 'To get', isPrivate: true, books: [...books] }],
  };
  const otto = { id: 4243, username: 'otto', token: 'other', statuses: {}, lists: [{ id: 7002, name: 'His', isPrivate: true, books: [] }] };
  return attach(await startHardcoverSimulator({ users: [rita, otto] }), over, timeoutMs);
}

/** A site that plays recorded answers in order, and then repeats the last. */
export async function createRecordedWorld(fixtures: readonly string[], over: Partial<HardcoverSettings> = {}): Promise<World<Simulator>> {
  let next = 0;
  const site = await startSimulator(() => {
    const name = fixtures[Math.min(next, fixtures.length - 1)] ?? '';
    next += 1;
    return recorded(name);
  });
  return attach(site, over, 2000);
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

function recorded(name: string): { status: number; headers: Record<string, string>; body: object | string } {
  const text = readFileSync(new URL(`__fixtures__/${name}.json`, import.meta.url), 'utf8');
  const { status, headers, body } = JSON.parse(text) as { status: number; headers: Record<string, string>; body: object | string };
  return { status, headers, body };
}
