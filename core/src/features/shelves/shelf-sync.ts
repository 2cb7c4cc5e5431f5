import { isIntegrationError, type IntegrationErrorCode, type ShelfBook } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import Type from 'typebox';
import type { Caller } from '../../platform/http/route.js';
import { defineJob, type PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, RunAgain } from '../../platform/jobs/job-queue.js';
import { inRow, saidOf, sentence, withTexts, type Said } from '../../platform/words/index.js';
import type { Logger, PluginHost } from '../../plugin-host/index.js';
import { requestBooks, type RequestBooksDeps, type RequestedBooks } from './request-books.js';
import { useShelf } from './shelf-instance.js';
import type { ShelfError, ShelfRecord, SyncResult } from './shelf-record.js';
import type { ShelfStore } from './shelf-store.js';
import { walkShelf } from './shelf-walk.js';

export interface ShelfSyncDeps extends RequestBooksDeps {
  readonly store: ShelfStore;
  readonly host: Pick<PluginHost, 'apply' | 'remove' | 'provider' | 'plugin' | 'hooks'>;
  /** `undefined` for users who may not sign in. */
  readonly callerOf: (userId: string) => Promise<Caller | undefined>;
  /** Called after each change that the owner's browser should show. */
  readonly onChange: (shelf: Pick<ShelfRecord, 'id' | 'userId'>) => void;
  readonly redact: (text: string) => string;
  readonly log: Logger;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The interval for a shelf that works: at most hourly, to spare the sites. */
const CONTINUE_MS = HOUR_MS;
/** After these a shelf waits for its regular turn. */
const FAILURE_PAUSES_MS = [5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS];
const SHOWN_EVERY_MS = 1000;

/** Faults that may pass with time. */
const PASSING: readonly IntegrationErrorCode[] = [
  'INTEGRATION_UNAVAILABLE',
  'INTEGRATION_BAD_RESPONSE',
  'INTEGRATION_RATE_LIMITED',
  // the plugin was stopped during the sync
  'INTEGRATION_ABORTED',
];
/** Faults that only the owner can fix: trying on would be useless, and sites ban clients that do. */
const NEEDS_OWNER: readonly IntegrationErrorCode[] = ['INTEGRATION_UNAUTHORIZED', 'INTEGRATION_NOT_FOUND', 'INTEGRATION_MISCONFIGURED'];

interface Read {
  readonly books: number;
  readonly fresh: number;
  readonly removed: number;
  /** An empty answer after one with books. */
  readonly isDoubtful: boolean;
}

function describe({ books, isDoubtful }: Read, { requested, isMoreToDo, catalogFailed, quota }: RequestedBooks): Said {
  return inRow(
    isDoubtful ? sentence('following.shelf_hidden') : sentence('following.shelf_books', { count: books }),
    requested > 0 ? sentence('following.shelf_requested', { count: requested }) : undefined,
    ...(quota === undefined ? [] : [quota, sentence('following.shelf_others_wait')]),
    catalogFailed ? sentence('following.shelf_catalogue_silent') : undefined,
    isMoreToDo && quota === undefined && !catalogFailed ? sentence('following.shelf_more_to_come') : undefined,
  );
}

export function shelfSubject(shelfId: string): string {
  return `shelf:${shelfId}`;
}

/** Reads one shelf. A delayed sync is moved forward. */
export const SYNC_SHELF = defineJob('shelf.sync', Type.Object({ shelfId: Type.String() }), {
  key: ({ shelfId }) => `shelf.sync:${shelfId}`,
  subject: ({ shelfId }) => shelfSubject(shelfId),
});

/** One sync of one shelf: reads it completely, records added and removed books, and requests books. */
export async function syncShelf(deps: ShelfSyncDeps, job: JobContext<PayloadOf<typeof SYNC_SHELF>>): Promise<RunAgain | void> {
  const { store, books, host, database, now } = deps;
  const shelf = await store.get(job.payload.shelfId);
  const caller = shelf && (await deps.callerOf(shelf.userId));
  if (!shelf || !caller) return;
  const walk = { id: uuid(), shelfId: shelf.id, provider: shelf.pluginId };
  let shownAt = 0;

  function progress(done: number, message: Said): void {
    job.progress({ done, message });
    if (Date.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = Date.now();
    deps.onChange(shelf as ShelfRecord);
  }

  async function read(name: string): Promise<Read> {
    let fresh = 0;
    let seen = 0;
    async function take(slice: readonly ShelfBook[]): Promise<void> {
      const { books: chosen } = await host.hooks.transform('shelf.importing', { shelf: name, books: slice });
      const changed = new Map(chosen.map((book) => [book.bookId, book]));
      const left = new Set(slice.map(({ bookId }) => bookId).filter((bookId) => !changed.has(bookId)));
      fresh += await books.see(walk, slice, left);
      seen += slice.length;
      progress(seen, sentence('progress.shelf_books_read', { count: seen }));
    }
    const count = await useShelf(deps, shelf as ShelfRecord, job.signal, (call) => walkShelf(call, take));
    // a site shows a hidden shelf as empty
    const isDoubtful = count === 0 && (await books.count(walk.shelfId)) > 0;
    return { books: count, fresh, removed: isDoubtful ? 0 : await books.conclude(walk), isDoubtful };
  }

  async function keep(change: Parameters<ShelfStore['update']>[2]): Promise<void> {
    await database.transaction((tx) => store.update(tx, walk.shelfId, { triedAt: now().toISOString(), ...change }));
    deps.onChange(shelf as ShelfRecord);
  }

  async function fail(error: unknown): Promise<RunAgain | void> {
    if (!isIntegrationError(error)) throw error;
    const { code, field, retryAfterMs } = error;
    const failures = (shelf as ShelfRecord).failures + 1;
    const pause = PASSING.includes(code) ? FAILURE_PAUSES_MS[failures - 1] : undefined;
    const waitMs = pause === undefined ? undefined : Math.max(pause * deps.timeScale, retryAfterMs ?? 0);
    const againAt = waitMs === undefined ? undefined : new Date(now().getTime() + waitMs);
    const shown: ShelfError = {
      code,
      message: withTexts(saidOf(error), deps.redact),
      ...(field === undefined ? {} : { field }),
      at: now().toISOString(),
    };
    deps.log.warn({ shelf: walk.shelfId, plugin: walk.provider, code, err: error }, 'a shelf could not be read');
    job.progress({ done: 0, message: sentence('progress.shelf_not_read', { code }) });
    await keep({ error: shown, failures, paused: NEEDS_OWNER.includes(code), nextAt: againAt?.toISOString() ?? null });
    return againAt && { againAt };
  }

  async function finish(done: Read, asked: RequestedBooks): Promise<RunAgain | void> {
    const message = describe(done, asked);
    const result: SyncResult = { books: done.books, fresh: done.fresh, requested: asked.requested, removed: done.removed, message };
    const at = now();
    const goesOn = asked.catalogFailed || (asked.isMoreToDo && asked.quota === undefined);
    const againAt = goesOn ? new Date(at.getTime() + CONTINUE_MS * deps.timeScale) : undefined;
    job.progress({ done: done.books, total: done.books, message });
    await keep({
      result,
      error: null,
      failures: 0,
      paused: false,
      lastWalk: walk.id,
      readAt: at.toISOString(),
      nextAt: againAt?.toISOString() ?? null,
    });
    await host.hooks.told('shelf.synced', { shelf: (shelf as ShelfRecord).name, books: done.books, requested: asked.requested });
    return againAt && { againAt };
  }

  async function work(): Promise<RequestedBooks> {
    return requestBooks(deps, shelf as ShelfRecord, caller as Caller, {
      signal: job.signal,
      onProgress: (requested, lookups) => progress(requested, sentence('progress.shelf_looked_up', { lookups, requested })),
    });
  }

  let done: Read;
  try {
    done = await read(shelf.name);
  } catch (error) {
    job.signal.throwIfAborted();
    // books read before the failure are known to be on the shelf
    if (isIntegrationError(error)) await work();
    return fail(error);
  }
  return finish(done, await work());
}
