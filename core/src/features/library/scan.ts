import { isIntegrationError, type LibraryItem } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import type { EventBus } from '../../platform/events/event-bus.js';
import { defineJob } from '../../platform/jobs/define-job.js';
import type { JobProgress, JobQueue } from '../../platform/jobs/job-queue.js';
import type { Logger } from '../../platform/logging/logger.js';
import { inRow, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { createKeyedLock } from '../../files/placing/keyed-lock.js';
import type { BoundProvider, PluginHost } from '../../plugin-host/plugin-host.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import { createAvailabilitySettler, type AvailabilitySettler } from './availability.js';
import { handOverLeft } from './left-items.js';
import { tidyItem } from './library-record.js';
import { createLibraryStore, type KnownItem, type LibraryStore, type RecognizedItem } from './library-store.js';
import { bookLibraries, walkLibraries } from './library-walk.js';
import { describeWithheld, judgeLosses } from './losses.js';
import { createMatcher } from './match-items.js';
import { createRemovedItems, forgetUnlisted, stillAdmitted, type Admitted, type RemovedItems } from './removed-items.js';

/** The dependencies of a scan. */
export interface ScanDeps {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'hooks'>;
  readonly transitions: RequestTransitions;
  readonly jobs: JobQueue;
  readonly events: EventBus;
  readonly log: Logger;
  readonly now: () => Date;
}

export interface ScanOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** An admin confirms that unlisted books are gone for good, so they are dropped at once. */
  readonly acceptLoss?: boolean;
}

/** The result of reading one media server. */
export interface ScanReport {
  readonly integrationId: string;
  /** `busy`: another scan reads it right now; nothing was done. */
  readonly outcome: 'complete' | 'failed' | 'busy';
  /** Number of distinct items. */
  readonly items: number;
  readonly removed: number;
  /** With the server's name. */
  readonly message: Said;
  readonly error?: unknown;
}

export type MediaServerProvider = BoundProvider<'mediaServer'>;

/** Reads media servers. In this process, only one scan reads a server at a time. */
export interface LibraryScanner {
  /** Reads everything; items that stay unseen twice in a row are dropped. Waits for a running scan. Rejects only when aborted. */
  full(server: MediaServerProvider, options: ScanOptions): Promise<ScanReport>;
  /** Reads items that are newer than the last scan; the first time, all. Rejects only when aborted. */
  recent(server: MediaServerProvider, options: ScanOptions): Promise<ScanReport>;
  readonly settler: AvailabilitySettler;
}

/** The job that tells a media server the ASIN of a book we placed. */
export const WRITE_ASIN = defineJob(
  'library.write-asin',
  Type.Object({ integrationId: Type.String(), itemId: Type.String(), asin: Type.String() }),
  { key: ({ integrationId, itemId }) => `asin:${integrationId}:${itemId}`.slice(0, 200) },
);

/** Consecutive complete scans that must miss an item before it is dropped. */
const DROP_AFTER = 2;
const ASINS_AN_EVENT = 500;
const MATCHES_TOLD_AT_ONCE = 20;
/** The most items to process together, because a page may exceed the limits of a statement. */
const ITEMS_AT_ONCE = 500;

/** The state shared by the parts of a scan. */
interface Scanning {
  readonly deps: ScanDeps;
  readonly store: LibraryStore;
  readonly settler: AvailabilitySettler;
  readonly removedItems: RemovedItems;
}

interface Harvest {
  readonly seen: Set<string>;
  readonly perLibrary: Map<string, number>;
  /** Names by id. */
  readonly libraries: Map<string, string>;
  /** Books that were added to or removed from the library. */
  readonly asins: Set<string>;
  newest: string | undefined;
}

function announce(scanning: Scanning, asins: ReadonlySet<string>): void {
  const { events } = scanning.deps;
  const all = [...asins];
  for (let from = 0; from < all.length; from += ASINS_AN_EVENT) {
    events.publish({ type: 'library.updated', data: { asins: all.slice(from, from + ASINS_AN_EVENT) }, audience: 'everyone' });
  }
}

async function scan(scanning: Scanning, server: MediaServerProvider, since: string | undefined, options: ScanOptions): Promise<ScanReport> {
  const { settler } = scanning;
  const { now, log, host } = scanning.deps;
  const startedAt = now().toISOString();
  const scanId = uuid();
  const harvest: Harvest = { seen: new Set(), perLibrary: new Map(), libraries: new Map(), asins: new Set(), newest: undefined };
  const report = (outcome: ScanReport['outcome'], removed: number, message: Said, error?: unknown): ScanReport => ({
    integrationId: server.integrationId,
    outcome,
    items: harvest.seen.size,
    removed,
    message,
    ...(error === undefined ? {} : { error }),
  });
  let failure: unknown;
  try {
    await readAll(scanning, server, since, scanId, harvest, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!isIntegrationError(error)) throw error;
    failure = error;
    log.warn({ err: error, integration: server.integrationId, items: harvest.seen.size }, 'a media server could not be read to the end');
  }
  if (failure !== undefined) {
    await settler.found();
    announce(scanning, harvest.asins);
    const message = sentence('progress.server_failed', { server: server.name, fault: saidOf(failure) });
    return report('failed', 0, message, failure);
  }
  const acceptLoss = options.acceptLoss ?? false;
  const removal =
    since === undefined ? await removeUnseen(scanning, server, scanId, harvest, acceptLoss) : { removed: [], note: undefined };
  await advanceWatermark(scanning, server.integrationId, harvest.newest, startedAt);
  await settler.found();
  const sawSomething = harvest.seen.size > 0 || removal.removed.length > 0;
  const losses = since === undefined && sawSomething ? await settleLosses(scanning, removal.removed, acceptLoss) : undefined;
  announce(scanning, harvest.asins);
  const removedOf = new Map<string, number>();
  for (const { libraryId } of removal.removed) removedOf.set(libraryId, (removedOf.get(libraryId) ?? 0) + 1);
  for (const [libraryId, items] of harvest.perLibrary) {
    const removed = removedOf.get(libraryId) ?? 0;
    await host.hooks.told('library.scanned', { integrationId: server.integrationId, libraryId, items, removed });
  }
  const removed = removal.removed.length;
  const facts = { server: server.name, items: harvest.seen.size };
  const read =
    since !== undefined
      ? sentence('progress.server_recent', facts)
      : removed > 0
        ? sentence('progress.server_read_removed', { ...facts, removed })
        : sentence('progress.server_read', facts);
  return report('complete', removed, inRow(read, removal.note, losses));
}

async function readAll(
  scanning: Scanning,
  server: MediaServerProvider,
  since: string | undefined,
  scanId: string,
  harvest: Harvest,
  { signal, onProgress }: ScanOptions,
): Promise<void> {
  const { store, removedItems } = scanning;
  const { database, log, now } = scanning.deps;
  const pairs = await store.pathMappings(server.integrationId);
  const [matcher, mapping] = [createMatcher({ database, store, log }, pairs), createPathMapping(pairs)];
  const libraries = await bookLibraries(server, signal);
  for (const { id, name } of libraries) {
    harvest.perLibrary.set(id, 0);
    harvest.libraries.set(id, name);
  }
  const totals = new Map<string, number>();
  for await (const page of walkLibraries(server, libraries, { ...(since === undefined ? {} : { since }), signal })) {
    const fresh = new Map<string, LibraryItem>();
    for (const raw of page.items) {
      const item = tidyItem({ ...raw, libraryId: page.library.id }, now());
      if (item) fresh.set(item.itemId, item);
    }
    const items = [...fresh.values()];
    for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
      const admitted = await removedItems.admit(server.integrationId, items.slice(from, from + ITEMS_AT_ONCE), mapping);
      await handOverLeft(database, server.integrationId, admitted.items, mapping);
      await takeIn(scanning, server, matcher, admitted, scanId, harvest, signal);
    }
    for (const item of items) {
      if (!harvest.seen.has(item.itemId)) harvest.perLibrary.set(page.library.id, (harvest.perLibrary.get(page.library.id) ?? 0) + 1);
      harvest.seen.add(item.itemId);
      const newer = item.updatedAt > item.addedAt ? item.updatedAt : item.addedAt;
      if (harvest.newest === undefined || newer > harvest.newest) harvest.newest = newer;
    }
    if (page.total !== undefined) totals.set(page.library.id, page.total);
    const total = totals.size === libraries.length ? [...totals.values()].reduce((sum, count) => sum + count, 0) : undefined;
    onProgress?.({
      done: harvest.seen.size,
      ...(total === undefined ? {} : { total }),
      message: sentence('progress.reading_server', { server: server.name }),
    });
  }
}

async function takeIn(
  scanning: Scanning,
  server: MediaServerProvider,
  matcher: ReturnType<typeof createMatcher>,
  admitted: Admitted,
  scanId: string,
  harvest: Harvest,
  signal: AbortSignal,
): Promise<void> {
  const { store } = scanning;
  const { database, host } = scanning.deps;
  const { items } = admitted;
  if (items.length === 0) return;
  const { integrationId } = server;
  const known = await store.known(
    integrationId,
    items.map((item) => item.itemId),
  );
  const { recognized, toWrite } = await matcher.match(items, known, signal);
  signal.throwIfAborted();
  const ids = await database.transaction(async (tx) => {
    const present = await stillAdmitted(tx, integrationId, admitted);
    for (const { itemId, asin } of toWrite) {
      if (present.has(itemId)) await scanning.deps.jobs.enqueue(tx, WRITE_ASIN({ integrationId, itemId, asin }));
    }
    return store.upsert(
      tx,
      integrationId,
      recognized.filter(({ item }) => present.has(item.itemId)),
      scanId,
    );
  });
  const matched = recognized.filter(({ item, match }) => isNewMatch(known.get(item.itemId), match));
  for (const { item, match } of recognized) {
    const before = known.get(item.itemId);
    const asin = before?.matchedBy === 'manual' ? before.matchedAsin : (match?.asin ?? null);
    if (asin !== (before?.matchedAsin ?? null)) for (const one of [asin, before?.matchedAsin]) if (one) harvest.asins.add(one);
  }
  for (let from = 0; from < matched.length; from += MATCHES_TOLD_AT_ONCE) {
    await Promise.all(
      matched.slice(from, from + MATCHES_TOLD_AT_ONCE).map(async ({ item, match }) => {
        const itemId = ids.get(item.itemId);
        if (itemId && match) await host.hooks.told('library.matched', { itemId, asin: match.asin, by: match.by });
      }),
    );
  }
}

async function removeUnseen(
  scanning: Scanning,
  { integrationId }: MediaServerProvider,
  scanId: string,
  harvest: Harvest,
  acceptLoss: boolean,
): Promise<{ removed: readonly { libraryId: string; matchedAsin: string | null }[]; note: Said | undefined }> {
  const { store } = scanning;
  const { database, now } = scanning.deps;
  return database.transaction(async (tx) => {
    const key = { integrationId, scanId };
    const absences = await store.absences(tx, key);
    const { gone, withheld } = acceptLoss
      ? { gone: absences.map(({ libraryId }) => libraryId), withheld: [] }
      : await judgeLosses(tx, store, key, absences, harvest.libraries);
    const removed = await store.dropUnseen(tx, key, gone, acceptLoss ? 1 : DROP_AFTER);
    await store.saveWithheld(tx, integrationId, withheld, now());
    await forgetUnlisted(tx, integrationId, harvest.seen, now());
    for (const { matchedAsin } of removed) if (matchedAsin) harvest.asins.add(matchedAsin);
    return { removed, note: describeWithheld(withheld) };
  });
}

async function settleLosses(
  scanning: Scanning,
  removed: readonly { matchedAsin: string | null }[],
  acceptLoss: boolean,
): Promise<Said | undefined> {
  const { settler } = scanning;
  const dropped = new Set(removed.flatMap(({ matchedAsin }) => matchedAsin ?? []));
  const { suspect } = await settler.lost({ dropped, acceptLoss });
  return suspect === 0 ? undefined : sentence('progress.requests_gone', { count: suspect });
}

async function advanceWatermark(scanning: Scanning, integrationId: string, newest: string | undefined, startedAt: string): Promise<void> {
  const { store } = scanning;
  const { database, now } = scanning.deps;
  const before = await store.watermark(integrationId);
  // the server's own times, since clocks differ; never ahead of ours, or one item from the future would hide all others
  const reached = [before, newest].reduce((a, b) => (a !== undefined && (b === undefined || a > b) ? a : b));
  if (reached === undefined) return;
  const next = reached > startedAt ? startedAt : reached;
  if (next !== before) await database.transaction((tx) => store.saveWatermark(tx, integrationId, next, now()));
}

export function createLibraryScanner(deps: ScanDeps): LibraryScanner {
  const scanning: Scanning = {
    deps,
    store: createLibraryStore(deps.database),
    settler: createAvailabilitySettler(deps),
    removedItems: createRemovedItems(deps),
  };
  const { store, settler } = scanning;
  const turns = createKeyedLock();

  return {
    settler,
    full: (server, options) => turns.run(server.integrationId, options.signal, () => scan(scanning, server, undefined, options)),
    async recent(server, options) {
      if (turns.isTaken(server.integrationId)) {
        const message = sentence('progress.server_busy', { server: server.name });
        return { integrationId: server.integrationId, outcome: 'busy', items: 0, removed: 0, message };
      }
      return turns.run(server.integrationId, options.signal, async () =>
        scan(scanning, server, await store.watermark(server.integrationId), options),
      );
    },
  };
}

function isNewMatch(before: KnownItem | undefined, match: RecognizedItem['match']): boolean {
  return match !== undefined && before?.matchedBy !== 'manual' && before?.matchedAsin !== match.asin;
}
